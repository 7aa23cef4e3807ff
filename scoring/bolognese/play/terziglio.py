"""Terziglio played out: three players bid, one plays alone against the others (Barilli 4.2.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from scoring.bolognese.cards import DECK, MATTO, NUMBERS, SUITS, TRUMPS, bits, codes_of
from scoring.bolognese.pile import TERZIGLIO
from scoring.bolognese.play.bidding import (
    GRANTED,
    MAY_I,
    OPPOSED,
    OWN,
    PASSED,
    Call,
    Contract,
    contract,
    legal_calls,
    next_to_call,
    verify_call,
)
from scoring.bolognese.play.dealing import deal_out, in_hand, lay_aside
from scoring.bolognese.play.payment import least_harmful, settle
from scoring.bolognese.play.players import choose_card
from scoring.bolognese.play.showing import choose_declarations
from scoring.bolognese.play.table import Hands, Seating, play_tricks
from scoring.game import Game
from scoring.play.record import PlayedDeal
from scoring.play.shuffle import shuffled

HAND_SIZE: Final = TERZIGLIO.tricks
#: Barilli 4.2.1: six cards at a time; what is left of the deck is the pozzo.
PACKET: Final = 6
POZZO_SIZE: Final = max(TERZIGLIO.aside)
#: What a hand is worth to one who would play alone: cards that take, cards that head sequences, the Matto.
STRENGTH_ALONE: Final = {
    **dict.fromkeys(TRUMPS, 1),
    **dict.fromkeys(NUMBERS[:4], 2),
    **dict.fromkeys(("R" + suit for suit in SUITS), 3),
    "Ang": 5,
    "Mon": 4,
    "Sol": 3,
    "Lun": 3,
    MATTO: 3,
}
#: Measured: from here on more deals are won than lost, with the pozzo and without.
ENOUGH_WITH_POZZO: Final = 14
ENOUGH_ALONE: Final = 24


@dataclass(frozen=True, slots=True)
class Auction:
    """What was dealt and said until it was known who plays alone."""

    hands: Hands
    pozzo: tuple[str, ...]
    calls: tuple[Call, ...]
    won: Contract


def play_terziglio(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal bid, discarded, declared and played out; the allies' tricks go into one pile, under the first of
    them in the order of play."""
    order = game.in_play_order(dealer)
    auction = hold_auction(seed, order)
    soloist = auction.won.soloist
    seating = seat_alone(auction, order)
    shown = choose_declarations(seating.hands, order)
    tricks = play_tricks(seating, shown, choose_card)
    ally = next(player for player in order if player != soloist)
    owners = {player: soloist[0] if player == soloist else ally[0] for player in order}
    discards = seating.laid_aside.get(soloist, ())
    # Barilli 4.2.1: unused, the pozzo goes with the last trick.
    aside = {owners[tricks[-1].winner]: auction.pozzo} if auction.won.own else {soloist[0]: discards}
    piles, matto = settle(tricks, owners, {side: bits(cards) for side, cards in aside.items()}, least_harmful)
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=dealer,
        hands=seating.hands,
        discards=discards,
        declarations=shown,
        tricks=tricks,
        matto=matto,
        piles={side: codes_of(piles[side]) for side in game.sides if side in piles},
        last_trick=tricks[-1].winner[0],
        facts={
            "soloist": soloist[0],
            "own": auction.won.own,
            "pozzo": list(auction.pozzo),
            "calls": [call.as_json() for call in auction.calls],
        },
    )


def hold_auction(seed: int, order: tuple[str, ...]) -> Auction:
    """The first deal of the seed in which somebody plays alone.

    When all three pass, the same dealer shuffles and deals again: the sources are silent, and without a
    soloist there is no game.
    """
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    while True:
        pack = iter(shuffled(chance, DECK))
        hands = {player: in_hand(hand) for player, hand in deal_out(pack, order, HAND_SIZE, PACKET).items()}
        calls = bid(hands, order)
        won = contract(order, calls)
        if won is not None:
            return Auction(hands, in_hand(list(islice(pack, POZZO_SIZE))), calls, won)


def bid(hands: Hands, order: tuple[str, ...]) -> tuple[Call, ...]:
    """Everything that simple players say until it is known who plays alone, or all have passed."""
    calls: list[Call] = []
    while (player := next_to_call(order, calls)) is not None:
        call = Call(player, choose_call(hands[player], legal_calls(order, calls)))
        verify_call(order, calls, call)
        calls.append(call)
    return tuple(calls)


def choose_call(hand: Sequence[str], allowed: Sequence[str]) -> str:
    """What a simple player says with this hand: alone without the pozzo only when very strong."""
    strength = sum([STRENGTH_ALONE.get(card, 0) for card in hand])
    if GRANTED in allowed:
        return OPPOSED if strength >= ENOUGH_ALONE else GRANTED
    if strength >= ENOUGH_ALONE:
        return OWN
    return MAY_I if strength >= ENOUGH_WITH_POZZO else PASSED


def seat_alone(auction: Auction, order: tuple[str, ...]) -> Seating:
    """Two against one; who went up has taken the pozzo and laid aside as many cards."""
    soloist = auction.won.soloist
    allies = [player for player in order if player != soloist]
    partners = {player: frozenset(allies) - {player} for player in allies}
    if auction.won.own:
        return Seating(order, auction.hands, partners, {})
    kept, discard = lay_aside((*auction.hands[soloist], *auction.pozzo), POZZO_SIZE)
    return Seating(order, {**auction.hands, soloist: kept}, partners, {soloist: discard})
