"""From what was written at the table to the points of each side, by the scoring engine.

Three ways of writing a deal, the words of the contract in each; which figures there are is the game's to say:

- cards: ``{"cards": {"A": [codes]}, "last_trick": "A", "declarations": [{side, player, cricca|sequence,
  cards|number}]}``; beside one side's pile either its 6 to 10 of the suits are numbered, ``"scartini": 12``,
  or its tricks, ``"tricks": 6, "missing": [codes]``, and then only cards that matter are told, as
  ``scoring.complete_heap`` reads them
- parts: ``{"last_trick": "A", "A": {"sequences", "cricche", "card_points", "declared"}, "B": {…}}``
- totals: ``{"last_trick": "A", "A": {"total", "declared"}, "B": {…}}``, declarations apart

and one answer: ``{"A": {"sequences", "cricche", "card_points", "last_trick", "declarations", "total"},
"B": …}``, points each, a figure being null where totals alone were written. Where sides share a pile, its
figures are written once, under either's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

import scoring
from tournaments.errors import InputRefused
from tournaments.models import Deal, Tournament
from tournaments.scores.places import DealPlace
from tournaments.scores.shapes import (
    DECLARED,
    Written,
    facts_in,
    has_accusi,
    has_last_trick,
    normal,
    owners,
    parts_beside,
    parts_of,
    piles,
)
from tournaments.scores.telling import sentence

Counted = dict[str, dict[str, Any]]


def counted(place: DealPlace, way: str, entered: Mapping[str, Any]) -> Counted:
    """Each side's figures. Raises ScoringError or InputRefused for what cannot have happened."""
    written = normal(way, entered, place)
    if way == Deal.Way.CARDS:
        return _from_cards(place, written)
    return _from_figures(place, written)


def points_of(place: DealPlace, entered: Mapping[str, Any], figures: Mapping[str, Any]) -> dict[str, int]:
    """What the smazzata adds to each side's match, from its figures; 0 to who rests. Raises ScoringError."""
    totals = {place.in_engine(side): figures[side]["total"] for side in place.sides}
    added = scoring.deal_scores(place.game.key, totals, **_in_engine(place, facts_in(place, entered)))
    told = {place.at_table(side): points for side, points in added.items()}
    return {side: told.get(side, 0) for side in place.play.sides}


def explain(place: DealPlace, deal: Deal) -> dict[str, Any] | None:
    """Why each point of a deal entered by cards is there; None for parts and totals, which do not say."""
    if deal.way != Deal.Way.CARDS:
        return None
    told = count_cards(place, deal.entered).explanation()
    return {place.at_table(side): each for side, each in told.items()}


def count_cards(place: DealPlace, written: Written) -> scoring.DealCount[Any]:
    """The engine's count of a deal written by cards, in the shape of `shapes.normal`."""
    return scoring.count(
        place.game.key,
        {place.in_engine(side): codes for side, codes in _piles(place, written).items()},
        _engine_side(place, written.get("last_trick")),
        dealer=_engine_side(place, place.dealer),
        declarations=written.get("declarations", ()),
        rules=place.rules,
        **_in_engine(place, facts_in(place, written)),
    )


@dataclass(frozen=True)
class SoFar:
    """A heap being tapped: both sides' points and cards, and why."""

    points: dict[str, int]
    cards: dict[str, int]
    explanation: dict[str, Any]


def count_so_far(place: DealPlace, told: Mapping[str, Any], last_trick: str | None) -> SoFar:
    """The count of a heap whose last trick is perhaps not told yet: its points are then in no total.

    Raises ScoringError or InputRefused for what cannot have happened.
    """
    assumed = last_trick or _with_cards(place, told)
    written = normal(Deal.Way.CARDS, {**told, "last_trick": assumed}, place)
    deal = count_cards(place, written)
    uncounted = {side: 0 if last_trick else made.last_trick for side, made in deal.sides.items()}
    explanation: Any = deal.explanation()
    return SoFar(
        {side: deal.points(side) - uncounted[side] for side in deal.sides},
        {side: made.pile.bit_count() for side, made in deal.sides.items()},
        {side: _without(explanation[side], uncounted[side]) for side in deal.sides},
    )


def _with_cards(place: DealPlace, told: Mapping[str, Any]) -> str:
    """A side that may have the last trick: the heap's, unless it has no trick."""
    (side,) = told["cards"]
    return str(side) if told["tricks"] else place.game.other(side)


def _without(explanation: Mapping[str, Any], points: int) -> dict[str, Any]:
    if not points:
        return dict(explanation)
    return {**explanation, "last_trick": 0, "total": explanation["total"] - points}


def _piles(place: DealPlace, written: Written) -> dict[str, list[str]]:
    return piles(written, dealer=place.dealer, rules=place.rules)


def _from_cards(place: DealPlace, written: Written) -> Counted:
    deal = count_cards(place, written)
    return {place.at_table(side): {**made.figures, "total": made.total} for side, made in deal.sides.items()}


def _from_figures(place: DealPlace, written: Written) -> Counted:
    facts = facts_in(place, written)
    camps = owners(place, facts)
    given = {side: written[side] for side in dict.fromkeys(camps.values())}
    verdict = check(place, given, last_trick=written.get("last_trick"), facts=facts)
    if verdict.why:
        raise InputRefused(
            "impossible-figures",
            sentence(verdict.why, {}, get_language() or "it", place=place),
            nearest=at_table(place, verdict.nearest),
        )
    last = camps[written["last_trick"]] if has_last_trick(place.game) else None
    sides = {side: _side(place, figures, takes_last=side == last) for side, figures in given.items()}
    return {side: sides[camps[side]] for side in place.sides}


def check(
    place: DealPlace, figures: Mapping[str, Mapping[str, int]], *, last_trick: str | None, facts: Written
) -> scoring.Feasibility:
    """Whether the figures written so far, by side and name, could have happened at this table."""
    return scoring.check(
        place.game.key,
        {place.in_engine(side): _in_engine_words(each) for side, each in figures.items()},
        last_trick=_engine_side(place, last_trick),
        dealer=_engine_side(place, place.dealer),
        rules=place.rules,
        **_in_engine(place, facts),
    )


def at_table(place: DealPlace, nearest: Any) -> list[dict[str, Any]]:
    """The engine's entries under the table's names of the sides."""
    return [
        {place.at_table(side): _in_table_words(figures) for side, figures in entry.items()}
        for entry in nearest
    ]


def _side(place: DealPlace, figures: Mapping[str, int], *, takes_last: bool) -> dict[str, Any]:
    """A side's figures in full, null for what totals do not tell."""
    game = place.game
    made: dict[str, Any] = {name: figures.get(name) for name in parts_of(game)}
    apart = {}
    if has_last_trick(game):
        apart["last_trick"] = scoring.LAST_TRICK_POINTS if takes_last else 0
    if has_accusi(game):
        apart["declarations"] = figures[DECLARED]
    written = figures.get("total")
    total = sum(made.values()) + apart.get("last_trick", 0) if written is None else written
    return {**made, **_beside(place, figures), **apart, "total": total + apart.get("declarations", 0)}


def _beside(place: DealPlace, figures: Mapping[str, int]) -> dict[str, int | None]:
    """How much of a figure nobody declared: all of it or some, by the house rule; null where nobody said."""
    whole = place.game.declared_figure
    if place.rules == Tournament.HouseRule.CAPTURED and place.game.undeclared_part and whole:
        return {place.game.undeclared_part: figures.get(whole)}
    return {name: figures.get(name) for name in parts_beside(place)}


def _in_engine_words(figures: Mapping[str, int]) -> dict[str, int]:
    return {"declarations" if name == DECLARED else name: value for name, value in figures.items()}


def _in_table_words(figures: Mapping[str, int]) -> dict[str, int]:
    return {DECLARED if name == "declarations" else name: value for name, value in figures.items()}


def _in_engine(place: DealPlace, facts: Written) -> Written:
    """Facts with the engine's names of the sides."""
    return {name: _engine_side(place, value) for name, value in facts.items()}


def _engine_side(place: DealPlace, value: Any) -> Any:
    """A side under its engine's name; nothing for nobody, whatever is no side as it is."""
    if value == "":
        return None
    return place.in_engine(value) if isinstance(value, str) else value
