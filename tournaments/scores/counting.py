"""From what was written at the table to the points of each side, by the scoring engine.

Three ways of writing a deal, the words of the contract in each:

- cards: ``{"cards": {"A": [codes]}, "last_trick": "A", "declarations": [{side, player, cricca|sequence,
  cards|number}]}``; beside one side's pile either its 6 to 10 of the suits are numbered, ``"scartini": 12``,
  or its tricks, ``"tricks": 6, "missing": [codes]``, and then only cards that matter are told, as
  ``scoring.complete_heap`` reads them
- parts: ``{"last_trick": "A", "A": {"sequences", "cricche", "card_points", "declared"}, "B": {…}}``
- totals: ``{"last_trick": "A", "A": {"total", "declared"}, "B": {…}}``, declarations apart

and one answer: ``{"A": {"sequences", "cricche", "card_points", "last_trick", "declarations", "total"},
"B": …}``, points each, a figure being null where totals alone were written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

import scoring
from tournaments.errors import InputRefused
from tournaments.models import Deal, Tournament
from tournaments.scores.shapes import PARTS, SIDES, Written, normal, piles
from tournaments.scores.telling import sentence

LAST_TRICK = 6

Counted = dict[str, dict[str, Any]]


def counted(tournament: Tournament, way: str, entered: Mapping[str, Any], *, dealer: str) -> Counted:
    """Each side's figures. Raises ScoringError or InputRefused for what cannot have happened."""
    written = normal(way, entered)
    if way == Deal.Way.CARDS:
        return _from_cards(count_cards(tournament, written, dealer=dealer))
    return _from_figures(tournament, way, written, dealer)


def explain(tournament: Tournament, deal: Deal, *, dealer: str) -> dict[str, Any] | None:
    """Why each point of a deal entered by cards is there; None for parts and totals, which do not say."""
    if deal.way != Deal.Way.CARDS:
        return None
    return count_cards(tournament, deal.entered, dealer=dealer).explanation()


def count_cards(
    tournament: Tournament, written: Written, *, dealer: str
) -> scoring.DealCount[scoring.SideCount]:
    """The engine's count of a deal written by cards, in the shape of `shapes.normal`."""
    return scoring.count(
        tournament.game,
        piles(written, dealer=dealer, rules=tournament.house_rule),
        written["last_trick"],
        dealer=dealer,
        declarations=written.get("declarations", ()),
        rules=tournament.house_rule,
    )


@dataclass(frozen=True)
class SoFar:
    """A heap being tapped: both sides' points and cards, and why."""

    sides: dict[str, dict[str, int]]
    explanation: dict[str, Any]


def count_so_far(
    tournament: Tournament, told: Mapping[str, Any], last_trick: str | None, *, dealer: str
) -> SoFar:
    """The count of a heap whose last trick is perhaps not told yet: its points are then in no total.

    Raises ScoringError or InputRefused for what cannot have happened.
    """
    assumed = last_trick or _with_cards(told)
    written = normal(Deal.Way.CARDS, {**told, "last_trick": assumed})
    deal = count_cards(tournament, written, dealer=dealer)
    uncounted = {side: 0 if last_trick else deal.sides[side].last_trick for side in SIDES}
    explanation: Any = deal.explanation()
    return SoFar(
        {
            side: {"total": deal.points(side) - uncounted[side], "cards": deal.sides[side].pile.bit_count()}
            for side in SIDES
        },
        {side: _without(explanation[side], uncounted[side]) for side in SIDES},
    )


def _with_cards(told: Mapping[str, Any]) -> str:
    """A side that may have the last trick: the heap's, unless it has no trick."""
    (side,) = told["cards"]
    return str(side) if told["tricks"] else SIDES[1 - SIDES.index(side)]


def _without(explanation: Mapping[str, Any], points: int) -> dict[str, Any]:
    if not points:
        return dict(explanation)
    return {**explanation, "last_trick": 0, "total": explanation["total"] - points}


def _from_cards(deal: scoring.DealCount[scoring.SideCount]) -> Counted:
    return {
        side: {
            "sequences": deal.sides[side].sequences.total,
            "cricche": deal.sides[side].cricche.total,
            "card_points": deal.sides[side].card_points,
            "last_trick": deal.sides[side].last_trick,
            "declarations": deal.sides[side].declarations,
            "total": deal.sides[side].total,
        }
        for side in SIDES
    }


def _from_figures(tournament: Tournament, way: str, written: Written, dealer: str) -> Counted:
    last_trick = written["last_trick"]
    names = PARTS if way == Deal.Way.PARTS else ("total",)
    figures = {side: {name: written[side][name] for name in names} for side in SIDES}
    verdict = scoring.check(
        tournament.game,
        {side: {**figures[side], "declarations": written[side]["declared"]} for side in SIDES},
        last_trick=last_trick,
        dealer=dealer,
        rules=tournament.house_rule,
    )
    if verdict.why:
        raise InputRefused(
            "impossible-figures",
            sentence(verdict.why, {}, get_language() or "it"),
            nearest=list(verdict.nearest),
        )
    return {
        side: _side(figures[side], written[side]["declared"], LAST_TRICK if side == last_trick else 0)
        for side in SIDES
    }


def _side(figures: Mapping[str, int], declared: int, last_trick: int) -> dict[str, Any]:
    total = figures["total"] if "total" in figures else sum(figures.values()) + last_trick
    return {
        "sequences": figures.get("sequences"),
        "cricche": figures.get("cricche"),
        "card_points": figures.get("card_points"),
        "last_trick": last_trick,
        "declarations": declared,
        "total": total + declared,
    }
