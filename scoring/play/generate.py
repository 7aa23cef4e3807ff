"""Deals played to the end from a seed: the same seed gives the same deal on every machine."""

from collections.abc import Mapping
from random import Random
from typing import Final

from scoring.cards import DECK, bits, codes_of
from scoring.declarations import HAND_SIZE, Declaration
from scoring.errors import ScoringError
from scoring.games import Game, game_of
from scoring.pile import DISCARD_SIZE, TRICK_SIZE
from scoring.play.discarding import choose_discard
from scoring.play.payment import pay_for_matto
from scoring.play.players import View, choose_card
from scoring.play.record import PlayedDeal, Trick
from scoring.play.rules import legal_cards, taker, verify_discard
from scoring.play.showing import choose_declarations
from scoring.play.shuffle import shuffled

#: Barilli 3.2.
PACKET: Final = 5


def deal_seeds(seed: int, count: int) -> list[int]:
    """The seeds of so many deals: the first is the seed itself, the others follow from it."""
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    return [seed, *(chance.getrandbits(48) for _ in range(count - 1))][:count]


def generate_deal(seed: int, game: str = "quattro-scartate", dealer: str = "A1") -> PlayedDeal:
    """A deal dealt, discarded, declared and played by simple players who obey every rule.

    Raises ScoringError ``unknown-game`` or ``unknown-player``, and ``bad-seed`` below 0. Takes about a
    millisecond.
    """
    rules = game_of(game)
    if dealer not in rules.players:
        raise ScoringError("unknown-player", player=str(dealer), side=str(dealer)[:1])
    if seed < 0:
        raise ScoringError("bad-seed", seed=seed)
    order = _from_right_of(rules, dealer)
    hands, discards = _deal(seed, order)
    shown = choose_declarations(hands, order)
    tricks = _play(hands, order, shown)
    piles, matto = pay_for_matto(rules, tricks, dealer[0], bits(discards))
    return PlayedDeal(
        game=game,
        seed=seed,
        dealer=dealer,
        hands=hands,
        discards=discards,
        declarations=shown,
        tricks=tricks,
        matto=matto,
        piles={side: codes_of(pile) for side, pile in piles.items()},
        last_trick=tricks[-1].winner[0],
    )


def _from_right_of(game: Game, dealer: str) -> tuple[str, ...]:
    """The players in the order in which they receive cards and play to the first trick; the dealer is
    last."""
    place = game.players.index(dealer) + 1
    return game.players[place:] + game.players[:place]


def _deal(seed: int, order: tuple[str, ...]) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Hands of fifteen after the discard, and the discard, cards in the deck's order."""
    pack = shuffled(Random(seed), DECK)  # noqa: S311  (play, not secrets)
    dealt: dict[str, list[str]] = {player: [] for player in order}
    for packet in range(HAND_SIZE // PACKET * len(order)):
        dealt[order[packet % len(order)]] += pack[packet * PACKET : (packet + 1) * PACKET]
    dealer = order[-1]
    dealt[dealer] += pack[-DISCARD_SIZE:]
    hands = {player: codes_of(bits(hand)) for player, hand in dealt.items()}
    discards = choose_discard(hands[dealer])
    verify_discard(hands[dealer], discards)
    hands[dealer] = tuple(card for card in hands[dealer] if card not in discards)
    return hands, discards


def _play(
    hands: Mapping[str, tuple[str, ...]], order: tuple[str, ...], shown: tuple[Declaration, ...]
) -> tuple[Trick, ...]:
    held = {player: list(hand) for player, hand in hands.items()}
    seen_in_hand = {card: item.player for item in shown for card in item.cards}
    gone: set[str] = set()
    tricks: list[Trick] = []
    leader = 0
    for _ in range(HAND_SIZE):
        played: list[str] = []
        for turn in range(TRICK_SIZE):
            player = order[(leader + turn) % TRICK_SIZE]
            later = [order[(leader + other) % TRICK_SIZE] for other in range(turn + 1, TRICK_SIZE)]
            legal = legal_cards(held[player], played)
            card = choose_card(View(player, held[player], played, gone, later, seen_in_hand), legal)
            held[player].remove(card)
            played.append(card)
        gone.update(played)
        winner = (leader + taker(played)) % TRICK_SIZE
        tricks.append(Trick(order[leader], tuple(played), order[winner]))
        leader = winner
    return tuple(tricks)
