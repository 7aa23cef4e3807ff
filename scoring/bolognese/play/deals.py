"""Plays deals of two pairs, of one against one and of Mattazza, from the hands dealt to the last trick.

A seed gives the same deal on every machine. Discards are chosen by the advice of the sources (Barilli 3.2,
3.3, "Nota"; Pagat, "Choosing the discard").
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Final

from scoring.bolognese.cards import DECK, SUITS, bits, codes_of
from scoring.bolognese.declarable import choose_declarations
from scoring.bolognese.declarations import HAND_SIZE
from scoring.bolognese.mattazza import TRICKS
from scoring.bolognese.pile import DISCARD_SIZE, DealShape
from scoring.bolognese.play.rules import NOT_DISCARDED, PALO, STRENGTH, discardable_cards, verify_discard
from scoring.bolognese.play.table import Chooser, Seating, least_harmful, most_harmful, play_tricks, settle
from scoring.bolognese.play.tactics import avoid_points, choose_card
from scoring.game import Game
from scoring.match import FEWEST_PLAYERS
from scoring.trick_play import TRUMP, PlayedDeal, below, shuffled

#: "Cards that will be useful in combinations, especially Knights, Jacks and Aces."
_WORTH_HIDING: Final = {"C": 3, "F": 3, "A": 3, "Q": 2}


def choose_discard(hand: Sequence[str], size: int = DISCARD_SIZE) -> tuple[str, ...]:
    """Returns this many cards of a hand to lay aside."""
    suits = {suit: [card for card in hand if PALO.get(card) == suit] for suit in SUITS}
    chosen = _whole_suit(suits, size) if size == DISCARD_SIZE else []
    others = [card for card in discardable_cards(hand) if card not in chosen]
    others.sort(key=lambda card: _preference(card, suits, size))
    return tuple([*chosen, *others][:size])


def _whole_suit(suits: Mapping[str, list[str]], size: int) -> list[str]:
    """Returns the longest suit that can be discarded whole (Pagat: "try to discard an entire suit to create a
    void")."""
    empties = [cards for cards in suits.values() if 0 < len(cards) <= size and not NOT_DISCARDED & set(cards)]
    return max(empties, key=len, default=[])


def _preference(card: str, suits: Mapping[str, list[str]], size: int) -> tuple[int, ...]:
    """Returns a sort key, low for the cards to lay aside first: short suits (in a large discard, those
    without the King first), trumps last."""
    palo = PALO[card]
    if palo == TRUMP:
        return (2, STRENGTH[card])
    with_king = size > DISCARD_SIZE and "R" + palo in suits[palo]
    return (int(with_king), len(suits[palo]), -_WORTH_HIDING.get(card[:-1], 0))


#: Barilli 3.2, 4.3, 4.4.1: the cards of a packet; six in Terziglio (4.2.1).
PACKET: Final = 5


def deal_out(
    pack: Iterator[str], order: Sequence[str], size: int, packet: int = PACKET
) -> dict[str, list[str]]:
    """Returns hands of that size from the top of the pack, dealt in packets in this order."""
    dealt: dict[str, list[str]] = {player: [] for player in order}
    for _ in range(size // packet):
        for hand in dealt.values():
            hand += islice(pack, packet)
    return dealt


def in_hand(cards: Sequence[str]) -> tuple[str, ...]:
    """Returns the cards in the order of the deck, as a player sorts them."""
    return codes_of(bits(cards))


def lay_aside(hand: Sequence[str], size: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the cards that the player keeps, and the discard, checked by the rules."""
    discard = choose_discard(in_hand(hand), size)
    verify_discard(hand, discard, size)
    return in_hand([card for card in hand if card not in discard]), discard


def play_pairs(game: Game, seed: int, dealer: str, choose: Chooser = choose_card) -> PlayedDeal:
    """Returns a deal of two pairs dealt, discarded, declared and played out."""
    order = game.in_play_order(dealer)
    seating = seat_pairs(seed, order)
    shown = choose_declarations(seating.hands, order)
    tricks = play_tricks(seating, shown, choose)
    discards = seating.laid_aside[dealer]
    owners = {player: player[0] for player in order}
    piles, matto = settle(tricks, owners, {dealer[0]: bits(discards)}, least_harmful)
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=dealer,
        hands=seating.hands,
        discards=discards,
        declarations=shown,
        tricks=tricks,
        matto=matto,
        piles={side: codes_of(piles[side]) for side in game.sides},
        last_trick=tricks[-1].winner[0],
    )


def seat_pairs(seed: int, order: tuple[str, ...]) -> Seating:
    """Returns hands of fifteen, the dealer's after the discard of two (Barilli 3.2, 3.3)."""
    dealer = order[-1]
    pack = iter(shuffled(Random(seed), DECK))  # noqa: S311  (play, not secrets)
    dealt = deal_out(pack, order, HAND_SIZE)
    dealt[dealer] += islice(pack, DISCARD_SIZE)
    hands = {player: in_hand(hand) for player, hand in dealt.items()}
    hands[dealer], discards = lay_aside(dealt[dealer], DISCARD_SIZE)
    partners = {player: frozenset({order[(place + 2) % 4]}) for place, player in enumerate(order)}
    return Seating(order, hands, partners, {dealer: discards})


def play_two_handed(game: Game, seed: int, dealer: str, shape: DealShape) -> PlayedDeal:
    """Returns a deal of one against one played out; both players declare when the first trick begins."""
    order = game.in_play_order(dealer)
    seating = seat_two(seed, order, shape)
    shown = choose_declarations(seating.hands, order)
    tricks = play_tricks(seating, shown, choose_card)
    aside = {player[0]: bits(cards) for player, cards in seating.laid_aside.items()}
    piles, matto = settle(tricks, {player: player[0] for player in order}, aside, least_harmful)
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=dealer,
        hands=seating.hands,
        discards=seating.laid_aside[dealer],
        declarations=shown,
        tricks=tricks,
        matto=matto,
        piles={side: codes_of(piles[side]) for side in game.sides},
        last_trick=tricks[-1].winner[0],
        facts={"laid_aside": {player[0]: list(cards) for player, cards in seating.laid_aside.items()}},
    )


def seat_two(seed: int, order: tuple[str, ...], shape: DealShape) -> Seating:
    """Returns both hands when the first trick begins, and each player's discards.

    Both players first lay aside as many cards as the dealer's opponent does in all, ``min(shape.aside)``, and
    draw as many (Barilli 4.3.1); the dealer then lays aside two more (Barilli 4.3.1, 4.3.2).
    """
    dealer, changed = order[-1], min(shape.aside)
    pack = iter(shuffled(Random(seed), DECK))  # noqa: S311  (play, not secrets)
    hands = deal_out(pack, order, shape.tricks)
    hands[dealer] += islice(pack, DISCARD_SIZE)
    aside: dict[str, tuple[str, ...]] = dict.fromkeys(order, ())
    if changed:
        for player in order:
            kept, aside[player] = lay_aside(hands[player], changed)
            hands[player] = list(kept)
        for player, cards in deal_out(pack, order, changed).items():
            hands[player] += cards
    kept, last = lay_aside(hands[dealer], DISCARD_SIZE)
    aside[dealer] += last
    hands[dealer] = list(kept)
    return Seating(order, {player: in_hand(hand) for player, hand in hands.items()}, {}, aside)


def play_mattazza(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """Returns a deal of Mattazza played out; the seed chooses the number of players, the dealer among
    them."""
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    players = _around_the_table(game, chance, dealer)
    place = players.index(dealer) + 1
    order = players[place:] + players[:place]
    pack = iter(shuffled(chance, DECK))
    hands = {player: in_hand(hand) for player, hand in deal_out(pack, order, TRICKS).items()}
    tricks = play_tricks(Seating(order, hands, {}, {}), (), avoid_points)
    piles, matto = settle(tricks, {player: player[0] for player in order}, {}, most_harmful)
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=dealer,
        hands=hands,
        discards=(),
        declarations=(),
        tricks=tricks,
        matto=matto,
        piles={player[0]: codes_of(piles[player[0]]) for player in players},
        last_trick=tricks[-1].winner[0],
    )


def _around_the_table(game: Game, chance: Random, dealer: str) -> tuple[str, ...]:
    """Returns three players or more, each number equally likely, including the dealer."""
    fewest = max(FEWEST_PLAYERS, game.players.index(dealer) + 1)
    return game.players[: fewest + below(chance, len(game.players) - fewest + 1)]
