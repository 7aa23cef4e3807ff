"""The games of one against one played out: Millone, Centocinquanta, Quindici (Barilli 4.3)."""

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from scoring.bolognese.cards import DECK, bits, codes_of
from scoring.bolognese.pile import DISCARD_SIZE
from scoring.bolognese.play.dealing import deal_out, in_hand, lay_aside
from scoring.bolognese.play.payment import least_harmful, settle
from scoring.bolognese.play.players import choose_card
from scoring.bolognese.play.showing import choose_declarations
from scoring.bolognese.play.table import Seating, play_tricks
from scoring.game import Game
from scoring.play.record import PlayedDeal
from scoring.play.shuffle import shuffled


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many cards each receives, the dealer two more; and how many both then change for new ones."""

    hand: int
    changed: int = 0


#: Barilli 4.3.1: the whole deck goes round, in two distributions.
MILLONE: Final = Distribution(20, changed=10)
#: Barilli 4.3.2: thirty cards stay out.
CENTOCINQUANTA: Final = Distribution(15)


def play_two_handed(game: Game, seed: int, dealer: str, distribution: Distribution) -> PlayedDeal:
    """A deal dealt, discarded, declared and played out; both declare on what they hold when the first trick
    begins."""
    order = game.in_play_order(dealer)
    seating = seat_two(seed, order, distribution)
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


def seat_two(seed: int, order: tuple[str, ...], distribution: Distribution) -> Seating:
    """Both hands as the first trick begins, and what each laid aside."""
    dealer = order[-1]
    pack = iter(shuffled(Random(seed), DECK))  # noqa: S311  (play, not secrets)
    hands = deal_out(pack, order, distribution.hand)
    hands[dealer] += islice(pack, DISCARD_SIZE)
    aside: dict[str, tuple[str, ...]] = dict.fromkeys(order, ())
    if distribution.changed:
        for player in order:
            kept, aside[player] = lay_aside(hands[player], distribution.changed)
            hands[player] = list(kept)
        for player, cards in deal_out(pack, order, distribution.changed).items():
            hands[player] += cards
    kept, last = lay_aside(hands[dealer], DISCARD_SIZE)
    aside[dealer] += last
    hands[dealer] = list(kept)
    return Seating(order, {player: in_hand(hand) for player, hand in hands.items()}, {}, aside)
