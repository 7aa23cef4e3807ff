"""The games of one against one counted: Millone, Centocinquanta, Quindici (Barilli 4.3)."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.answers import DealCount
from scoring.bolognese.counting import LAST_TRICK_POINTS, SideCount, count_side, declarations_of
from scoring.bolognese.declarations import count_declarations
from scoring.bolognese.discards import piles_of_discard, verify_discards, verify_in_play
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import (
    CENTOCINQUANTA,
    MILLONE_DUE,
    DealShape,
    complete,
    read_piles,
    verify_last_trick,
    verify_sizes,
)
from scoring.document import Document, optional_text, text
from scoring.errors import ScoringError
from scoring.game import Game


def count_millone(game: Game, written: Document) -> DealCount[SideCount]:
    """Both players' count, from one pile or two: the whole deck is theirs (Barilli 4.3.1).

    Whose ``dealer`` it was lets the piles' sizes be checked fully. Raises ScoringError for whatever could not
    have happened.
    """
    return _count(game, written, complete(game, written.get("cards")), MILLONE_DUE)


def count_centocinquanta(game: Game, written: Document) -> DealCount[SideCount]:
    """Both players' count, from both piles, since thirty cards stay out (Barilli 4.3.2).

    Raises ScoringError for whatever could not have happened, ``other-pile-missing`` and ``cards-in-all``.
    """
    return _count(game, written, _both_piles(game, written.get("cards")), CENTOCINQUANTA)


def count_quindici(game: Game, written: Document) -> DealCount[SideCount]:
    """Centocinquanta whose points are rounded for the match: the scores (Barilli 4.3.3)."""
    counted = count_centocinquanta(game, written)
    totals = {side: made.total for side, made in counted.sides.items()}
    return replace(counted, scores=scored_in_tens(game, totals, written))


def scored_in_tens(_game: Game, totals: Mapping[str, int], _written: Document) -> Mapping[str, int]:
    """The points rounded for the match (Barilli 4.3.3)."""
    return {side: rounded(total) for side, total in totals.items()}


def rounded(points: int) -> int:
    """To tens, the half up: 0 to 4 make none, 5 to 14 one, 15 to 24 two (Barilli 4.3.3)."""
    return (points + 5) // 10


def _both_piles(game: Game, cards: object) -> dict[str, int]:
    written = read_piles(game, cards)
    for side in game.sides:
        if side not in written:
            raise ScoringError("other-pile-missing", side=side)
    held = sum(pile.bit_count() for pile in written.values())
    if held != CENTOCINQUANTA.cards:
        raise ScoringError("cards-in-all", count=held, expected=CENTOCINQUANTA.cards)
    return {side: written[side] for side in game.sides}


def _count(game: Game, written: Document, piles: Mapping[str, int], shape: DealShape) -> DealCount[SideCount]:
    house = require_house_rule(optional_text(written, "rules"))
    dealer = optional_text(written, "dealer")
    verify_sizes(piles, None if dealer is None else game.require_side(dealer), shape)
    last = verify_last_trick(game, piles, text(written, "last_trick"))
    declared = count_declarations(game, written.get("declarations"), house, shape.tricks)
    verify_discards(written, shape, declared, piles_of_discard(piles, dealer, shape))
    verify_in_play(declared, sum(piles.values()), house, shape)
    return DealCount(
        game.key,
        {
            side: count_side(
                pile, house, LAST_TRICK_POINTS if side == last else 0, declarations_of(declared, side)
            )
            for side, pile in piles.items()
        },
    )
