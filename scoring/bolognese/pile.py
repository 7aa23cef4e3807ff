"""The piles of a deal: read, completed with the rest of the deck, and weighed against the rules of play."""

from collections.abc import Mapping
from typing import Final

from scoring.bolognese.cards import DECK, WHOLE_DECK, codes_of, parse
from scoring.errors import ScoringError
from scoring.game import Game

#: Four cards to a trick, two in the discard (Barilli 3.3, 3.4).
TRICK_SIZE: Final = 4
DISCARD_SIZE: Final = 2
#: A side without a trick owns at most the discard and the Matto, and must hand them over (Barilli 3.9.1).
LARGEST_WITHOUT_TRICK: Final = DISCARD_SIZE + 1


def complete(game: Game, cards: object) -> dict[str, int]:
    """Both sides' piles; a side left out owns the rest of the deck.

    Raises ScoringError for anything that is not a split of the deck, naming the cards.
    """
    if not isinstance(cards, Mapping) or not cards:
        raise ScoringError("no-pile")
    written = {game.require_side(side): parse(codes) for side, codes in cards.items()}
    if len(written) == 1:
        ((side, pile),) = written.items()
        written[game.other(side)] = WHOLE_DECK & ~pile
    first, second = (written[side] for side in game.sides)
    if first & second:
        raise ScoringError("card-in-both-piles", cards=codes_of(first & second))
    if first | second != WHOLE_DECK:
        raise ScoringError("cards-missing", cards=codes_of(WHOLE_DECK & ~(first | second)))
    return {game.sides[0]: first, game.sides[1]: second}


def verify_sizes(game: Game, piles: Mapping[str, int], dealer: str | None) -> None:
    """Refuse piles that no deal can leave: 4k + 2 cards with the dealer, 4k with the others, or all with one
    side.

    Without a dealer's name either side may have dealt. Raises ScoringError ``cappotto-not-passed``,
    ``odd-pile`` or ``pile-size`` (Barilli 3.9, 3.9.1).
    """
    smaller = min(game.sides, key=lambda side: piles[side].bit_count())
    size = piles[smaller].bit_count()
    if size == 0:
        return
    if size <= LARGEST_WITHOUT_TRICK:
        raise ScoringError("cappotto-not-passed", side=smaller, count=size)
    if size % 2:
        raise ScoringError("odd-pile", side=smaller, count=size, other=len(DECK) - size)
    if dealer is not None and piles[dealer].bit_count() % TRICK_SIZE != DISCARD_SIZE:
        raise ScoringError("pile-size", side=dealer, count=piles[dealer].bit_count())


def verify_last_trick(game: Game, piles: Mapping[str, int], last_trick: object) -> str:
    """The side of the last trick, which must own cards; ScoringError ``last-trick-without-cards``."""
    side = game.require_side(last_trick)
    if not piles[side]:
        raise ScoringError("last-trick-without-cards", side=side)
    return side
