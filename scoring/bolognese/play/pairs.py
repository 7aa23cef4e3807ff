"""Deals of two pairs played to the end from a seed: the same seed gives the same deal on every machine."""

from itertools import islice
from random import Random

from scoring.bolognese.cards import DECK, bits, codes_of
from scoring.bolognese.declarations import HAND_SIZE
from scoring.bolognese.pile import DISCARD_SIZE
from scoring.bolognese.play.dealing import deal_out, in_hand, lay_aside
from scoring.bolognese.play.payment import least_harmful, settle
from scoring.bolognese.play.players import choose_card
from scoring.bolognese.play.showing import choose_declarations
from scoring.bolognese.play.table import Chooser, Seating, play_tricks
from scoring.game import Game
from scoring.play.record import PlayedDeal
from scoring.play.shuffle import shuffled


def play_pairs(game: Game, seed: int, dealer: str, choose: Chooser = choose_card) -> PlayedDeal:
    """A deal dealt, discarded, declared and played by simple players who obey every rule."""
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
    """Hands of fifteen, the dealer's after the discard of two (Barilli 3.2, 3.3)."""
    dealer = order[-1]
    pack = iter(shuffled(Random(seed), DECK))  # noqa: S311  (play, not secrets)
    dealt = deal_out(pack, order, HAND_SIZE)
    dealt[dealer] += islice(pack, DISCARD_SIZE)
    hands = {player: in_hand(hand) for player, hand in dealt.items()}
    hands[dealer], discards = lay_aside(dealt[dealer], DISCARD_SIZE)
    partners = {player: frozenset({order[(place + 2) % 4]}) for place, player in enumerate(order)}
    return Seating(order, hands, partners, {dealer: discards})
