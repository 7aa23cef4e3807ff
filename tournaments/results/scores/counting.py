"""Counts the deals that tables enter, with the scoring engine: cards, parts or totals give each side's
points.

A deal is entered in one of three ways; the game decides which figures exist:

- cards: ``{"cards": {"A": [codes]}, "last_trick": "A", "declarations": [{side, player, cricca|sequence,
  cards|number}]}``; one side's pile may be followed by the number of its plain cards, ``"scartini": 12``, or
  by its tricks, ``"tricks": 6, "missing": [codes]``, and then the pile lists only the cards that matter, as
  ``scoring.complete_heap`` reads them
- parts: ``{"last_trick": "A", "A": {"sequences", "cricche", "card_points", "declared"}, "B": {…}}``
- totals: ``{"last_trick": "A", "A": {"total", "declared"}, "B": {…}}``, without declarations

and the deal that ends a match because somebody called out in another: ``{"player": "A1", "declarations":
[…]}``, or at scopone ``{"side": "A", "points": {"A": 3, "B": 1}}``.

A match of which only the totals are known is entered instead of its deals: ``{"totals": {"A": 650, "B":
480}}``, in points of the match.

The result is always ``{"A": {"sequences", "cricche", "card_points", "last_trick", "declarations", "total"},
"B": …}`` in points; a figure is null where only totals were entered. Sides that share a pile enter its
figures once, under the name of either.
"""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django.utils.translation import get_language

import scoring
from tournaments.errors import InputRefused
from tournaments.models import OF_DEALS, Deal, Match, Ruling, Tournament
from tournaments.results.scores.deal_schema import (
    DECLARED,
    DealPlace,
    Written,
    facts_in,
    has_declarations,
    has_last_trick,
    owners,
    parts_beside,
    parts_of,
    piles,
)
from tournaments.results.scores.deal_wording import refusal_sentence

#: The figures of one side, with their `total`; None for those that totals do not give.
SideFigures = dict[str, int | None]
Counted = dict[str, SideFigures]
#: The engine's explanation of the points, by side: figures, cards and declarations, as JSON.
Explained = Mapping[str, Mapping[str, object]]


def count_deal(place: DealPlace, way: str, written: Written) -> Counted:
    """Each side's figures, from an entered deal as `normalised` returns it.

    Raises ScoringError or InputRefused for an impossible deal.
    """
    if way == Deal.Way.CARDS:
        return _from_cards(place, written)
    if way == Deal.Way.OUT:
        return _called_out(place, written)
    if way == Deal.Way.MATCH:
        return _match_totals(place, written)
    return _from_figures(place, written)


def total_of(figures: Mapping[str, int | None]) -> int:
    """The total of a side's figures: the one figure that is always known."""
    return cast(int, figures["total"])


def is_called_out(entered: Mapping[str, Any]) -> bool:
    """Whether the deal ended the match because somebody called out."""
    return "player" in entered or "side" in entered


def has_match_points(entered: Mapping[str, Any]) -> bool:
    """Whether it was entered in points of the match, which need no conversion."""
    return is_called_out(entered) or "totals" in entered


def points_of(
    place: DealPlace, entered: Mapping[str, Any], figures: Mapping[str, Mapping[str, int | None]]
) -> dict[str, int]:
    """The points that the deal adds to each side's match; 0 for a side that sits out. Raises ScoringError."""
    totals = {place.in_engine(side): total_of(figures[side]) for side in place.sides}
    if has_match_points(entered):
        return totals
    added = scoring.deal_scores(place.game.key, totals, **_in_engine(place, facts_in(place, entered)))
    by_side = {place.at_table(side): points for side, points in added.items()}
    return {side: by_side.get(side, 0) for side in place.play.sides}


def explain(place: DealPlace, deal: Deal) -> Explained | None:
    """The explanation of each point of a deal entered by cards; None for parts and totals."""
    if deal.way != Deal.Way.CARDS:
        return None
    by_side = count_cards(place, deal.entered).explanation()
    return {place.at_table(side): each for side, each in by_side.items()}


def count_cards(place: DealPlace, written: Written) -> scoring.DealCount[Any]:
    """The engine's count of a deal entered by cards, as `normalised` returns it."""
    return scoring.count(
        place.game.key,
        {place.in_engine(side): codes for side, codes in _piles(place, written).items()},
        _engine_side(place, written.get("last_trick")),
        dealer=_engine_side(place, place.dealer),
        declarations=written.get("declarations", ()),
        rules=place.rules,
        **_in_engine(place, facts_in(place, written)),
    )


def _piles(place: DealPlace, written: Written) -> dict[str, list[str]]:
    return piles(written, dealer=place.dealer, rules=place.rules)


def _from_cards(place: DealPlace, written: Written) -> Counted:
    deal = count_cards(place, written)
    return {place.at_table(side): {**made.figures, "total": made.total} for side, made in deal.sides.items()}


def _called_out(place: DealPlace, written: Written) -> Counted:
    """The points of a deal that ends the match because somebody called out; the other figures are not known.

    They are match points, also in games that convert counted points.
    """
    key, target = place.game.key, place.play.target
    if "side" in written:
        points = scoring.fuori_points(key, written, place.before, target)
    else:
        points = scoring.call_out_points(
            key,
            written["player"],
            place.dealing,
            place.before,
            written["declarations"],
            target=target,
            rules=place.rules,
        )
    blank: SideFigures = dict.fromkeys(place.game.figures)
    shown = {"declarations"} & blank.keys()
    return {side: {**blank, **dict.fromkeys(shown, points[side]), "total": points[side]} for side in points}


def _match_totals(place: DealPlace, written: Written) -> Counted:
    """The totals of the match; nothing else is known. Raises ScoringError for totals that no match has."""
    play, totals = place.play, written["totals"]
    deals = play.due or play.last
    scoring.verify_match_totals(place.game.key, totals, deals=deals, target=play.target)
    return {side: {**dict.fromkeys(place.game.figures), "total": totals[side]} for side in place.sides}


def _from_figures(place: DealPlace, written: Written) -> Counted:
    facts = facts_in(place, written)
    camps = owners(place, facts)
    given = {side: written[side] for side in dict.fromkeys(camps.values())}
    verdict = check_figures(place, given, last_trick=written.get("last_trick"), facts=facts)
    if verdict.why:
        raise InputRefused(
            "impossible-figures",
            refusal_sentence(verdict.why, {}, get_language() or "it", place=place),
            nearest=suggestions_at_table(place, verdict.nearest),
            **({} if verdict.nearest_complete else {"nearest_complete": False}),
        )
    last = camps[written["last_trick"]] if has_last_trick(place.game) else None
    sides = {side: _side(place, figures, takes_last=side == last) for side, figures in given.items()}
    return {side: sides[camps[side]] for side in place.sides}


def check_figures(
    place: DealPlace, figures: Mapping[str, Mapping[str, int]], *, last_trick: str | None, facts: Written
) -> scoring.Feasibility:
    """Whether the figures entered so far, by side and name, are possible at this table."""
    return scoring.check(
        place.game.key,
        {place.in_engine(side): _in_engine_words(each) for side, each in figures.items()},
        last_trick=_engine_side(place, last_trick),
        dealer=_engine_side(place, place.dealer),
        rules=place.rules,
        **_in_engine(place, facts),
    )


def suggestions_at_table(
    place: DealPlace, nearest: Iterable[Mapping[str, Mapping[str, int]]]
) -> list[dict[str, dict[str, int]]]:
    """The engine's suggestions, with the sides named as the table names them."""
    return [
        {place.at_table(side): _in_table_words(figures) for side, figures in entry.items()}
        for entry in nearest
    ]


def _side(place: DealPlace, figures: Mapping[str, int], *, takes_last: bool) -> SideFigures:
    """All figures of a side; None for those that totals do not give."""
    game = place.game
    made = {name: figures.get(name) for name in parts_of(game)}
    apart = {}
    if has_last_trick(game):
        apart["last_trick"] = scoring.LAST_TRICK_POINTS if takes_last else 0
    if has_declarations(game):
        apart["declarations"] = figures[DECLARED]
    written = figures.get("total")
    total = (
        sum(each or 0 for each in made.values()) + apart.get("last_trick", 0) if written is None else written
    )
    return {**made, **_beside(place, figures), **apart, "total": total + apart.get("declarations", 0)}


def _beside(place: DealPlace, figures: Mapping[str, int]) -> dict[str, int | None]:
    """The undeclared part of the declared figure: all of it where only captured buone count, else the part
    that was entered; None if it was not entered."""
    whole = place.game.declared_figure
    if place.rules == Tournament.HouseRule.CAPTURED and place.game.undeclared_part and whole:
        return {place.game.undeclared_part: figures.get(whole)}
    return {name: figures.get(name) for name in parts_beside(place)}


def _in_engine_words(figures: Mapping[str, int]) -> dict[str, int]:
    return {"declarations" if name == DECLARED else name: value for name, value in figures.items()}


def _in_table_words(figures: Mapping[str, int]) -> dict[str, int]:
    return {DECLARED if name == "declarations" else name: value for name, value in figures.items()}


def _in_engine(place: DealPlace, facts: Written) -> Written:
    """The facts with the sides named as the engine names them."""
    return {name: _engine_side(place, value) for name, value in facts.items()}


def _engine_side(place: DealPlace, value: Any) -> Any:
    """A side under its engine name; None for "", any other value unchanged."""
    if value == "":
        return None
    return place.in_engine(value) if isinstance(value, str) else value


def ruled_points(
    match: Match, deal: Deal, place: DealPlace, *, without: Ruling | None = None
) -> dict[str, int]:
    """Each side's points of the deal with the rulings in force, except `without`; one query.

    Raises ScoringError when a ruling needs figures that were not entered.
    """
    return points_of(place, deal.entered, ruled_figures(match, deal, place, without=without))


def ruled_figures(match: Match, deal: Deal, place: DealPlace, *, without: Ruling | None = None) -> Counted:
    """Each side's figures with the rulings in force; one query. Raises ScoringError like
    `ruled_points`."""
    in_force = rulings_in_force(match, deal.number)
    return figures_under(deal, place, (ruling for ruling in in_force if ruling != without))


def figures_under(deal: Deal, place: DealPlace, rulings: Iterable[Ruling]) -> Counted:
    """Each side's figures with these rulings on the deal; no query. Raises ScoringError like
    `ruled_points`."""
    figures: Counted = {side: dict(deal.counted[side]) for side in place.sides}
    for ruling in rulings:
        apply_ruling(figures, place, deal.entered, ruling.side, ruling.effect)
    return figures


def apply_ruling(
    figures: Counted, place: DealPlace, entered: Mapping[str, Any], side: str, effect: str
) -> scoring.Ruling:
    """Applies the effect to the figures of the side and of the sides that share its pile; changes
    `figures`."""
    ruled = scoring.rule(place.game.key, figures, side, effect)
    camps = owners(place, facts_in(place, entered))
    for each in place.sides:
        if camps[each] == camps[side]:
            figures[each] = dict(ruled.after)
    return ruled


def rulings_in_force(match: Match, number: int) -> list[Ruling]:
    """The rulings in force on that deal, oldest first."""
    return list(
        match.rulings.filter(deal_number=number, effect__in=OF_DEALS, revoked_at__isnull=True).order_by("id")
    )
