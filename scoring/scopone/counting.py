"""Counts a deal of scopone from the cards of one side or of both (FIGS, art. 14)."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.document import Document, listed, mapping, require_bearable, with_the_rest
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import DealCount
from scoring.scopone.points import (
    DECK,
    FIGURES,
    MOST_SCOPE,
    SMALLEST_TAKE,
    denari_in,
    most_scope,
    one_points,
    parse,
    primiera_cards,
    primiera_sum,
)
from scoring.wording.names import SCOPONE


@dataclass(frozen=True, slots=True)
class SideCount:
    """One side's count of a deal."""

    pile: frozenset[str]
    figures: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.figures.values())

    def as_json(self) -> dict[str, object]:
        """Returns the points under their names, and their sum."""
        return {**self.figures, "total": self.total}

    def explain(self) -> dict[str, object]:
        """Returns the reasons for each point: numbers of cards and denari, and the primiera card by card."""
        return {
            "points": dict(self.figures),
            "cards": len(self.pile),
            "denari": denari_in(self.pile),
            "primiera": {
                "cards": [code for code in primiera_cards(self.pile).values() if code],
                "sum": primiera_sum(self.pile),
            },
            "total": self.total,
        }


def count_scopone(game: Game, written: Document) -> DealCount[SideCount]:
    """Returns both sides' points, from ``cards`` (one side's or both) and ``scope`` ({"A": 2, "B": 1}; none
    when left out).

    Raises ScoringError for anything that could not have happened.
    """
    game.side_in(written, "dealer")
    if listed(written, "declarations"):
        raise ScoringError("nothing-declared", game=game.name)
    piles = _piles(game, written.get("cards"))
    scope = _scope(game, mapping(written, "scope"), piles)
    counted = {}
    for side, pile in piles.items():
        points = {**one_points(pile, piles[game.other(side)]), "scope": scope[side]}
        counted[side] = SideCount(pile, {name: points[name] for name in FIGURES})
    return DealCount(game.key, counted)


def _piles(game: Game, cards: object) -> dict[str, frozenset[str]]:
    if not isinstance(cards, Mapping) or not cards:
        raise ScoringError("no-pile")
    given = {game.require_side(side): parse(codes) for side, codes in cards.items()}
    piles = with_the_rest(game.sides, given, DECK, SCOPONE)
    for side, pile in piles.items():
        if 0 < len(pile) < SMALLEST_TAKE:
            raise ScoringError("take-too-small", side=side, count=len(pile))
    return piles


def _scope(game: Game, written: Mapping[str, object], piles: Mapping[str, frozenset[str]]) -> dict[str, int]:
    """Returns the scope of each side; ScoringError ``scope-not-whole``, ``too-many-scope`` or, for both sides
    together, ``too-many-scope-in-all``."""
    for side in written:
        game.require_side(side)
    scope: dict[str, int] = {}
    for side in game.sides:
        number = written.get(side, 0)
        if type(number) is not int or number < 0:
            raise ScoringError("scope-not-whole", side=side)
        if require_bearable(number) > most_scope(len(piles[side])):
            raise ScoringError("too-many-scope", side=side, count=number, most=most_scope(len(piles[side])))
        scope[side] = number
    if sum(scope.values()) > MOST_SCOPE:
        raise ScoringError("too-many-scope-in-all", count=sum(scope.values()), most=MOST_SCOPE)
    return scope
