"""Deals played to the end from a seed: the same seed gives the same deal on every machine."""

from collections.abc import Mapping
from random import Random
from typing import Final

from scoring.bolognese.cards import DECK, bits, codes_of
from scoring.bolognese.declarations import HAND_SIZE
from scoring.bolognese.pile import DISCARD_SIZE, TRICK_SIZE
from scoring.bolognese.play.discarding import choose_discard
from scoring.bolognese.play.payment import pay_for_matto
from scoring.bolognese.play.players import View, choose_card
from scoring.bolognese.play.rules import BOLOGNESE, verify_discard
from scoring.bolognese.play.showing import choose_declarations
from scoring.declaration import Declaration
from scoring.game import Game
from scoring.play.record import PlayedDeal, Trick
from scoring.play.shuffle import shuffled

#: Barilli 3.2.
PACKET: Final = 5


def play_pairs(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """A deal dealt, discarded, declared and played by simple players who obey every rule."""
    order = game.in_play_order(dealer)
    hands, discards = _deal(seed, order)
    shown = choose_declarations(hands, order)
    tricks = _play(hands, order, shown)
    piles, matto = pay_for_matto(game, tricks, dealer[0], bits(discards))
    return PlayedDeal(
        game=game.key,
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
            legal = BOLOGNESE.legal_cards(held[player], played)
            card = choose_card(View(player, held[player], played, gone, later, seen_in_hand), legal)
            held[player].remove(card)
            played.append(card)
        gone.update(played)
        winner = (leader + BOLOGNESE.taker(played)) % TRICK_SIZE
        tricks.append(Trick(order[leader], tuple(played), order[winner]))
        leader = winner
    return tuple(tricks)
