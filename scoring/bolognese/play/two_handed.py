"""The games of one against one played out: Millone, Centocinquanta, Quindici (Barilli 4.3)."""

from itertools import islice
from random import Random

from scoring.bolognese.cards import DECK, bits, codes_of
from scoring.bolognese.pile import DISCARD_SIZE, DealShape
from scoring.bolognese.play.dealing import deal_out, in_hand, lay_aside
from scoring.bolognese.play.payment import least_harmful, settle
from scoring.bolognese.play.players import choose_card
from scoring.bolognese.play.showing import choose_declarations
from scoring.bolognese.play.table import Seating, play_tricks
from scoring.game import Game
from scoring.play.record import PlayedDeal
from scoring.play.shuffle import shuffled


def play_two_handed(game: Game, seed: int, dealer: str, shape: DealShape) -> PlayedDeal:
    """A deal dealt, discarded, declared and played out; both declare on what they hold when the first trick
    begins."""
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
    """Both hands as the first trick begins, and what each laid aside.

    What the dealer's opponent lays aside both change for new cards (Barilli 4.3.1); the dealer lays aside the
    last two of his besides (Barilli 4.3.1, 4.3.2).
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
