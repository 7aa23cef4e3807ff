"""Deals of any game as its table writes them: played out by the engine, then in figures or cards."""

from typing import Any

import scoring
from tournaments.models import Match
from tournaments.results.scores import place_of
from tournaments.results.scores.deal_schema import (
    DealPlace,
    card_facts,
    has_declarations,
    has_last_trick,
    parts_of,
)
from tournaments.web.forms.deal.base import column_of


def dealt(place: DealPlace, seed: int) -> scoring.PlayedDeal:
    """A deal played by as many as sit there, dealt by whose turn it is."""
    for number in range(seed, seed + 400):
        deal = scoring.generate_deal(number, place.game.key, f"{place.in_engine(place.dealer)}1")
        if _sits(deal, place):
            return deal
    raise LookupError("no deal of that size")


def _sits(deal: scoring.PlayedDeal, place: DealPlace) -> bool:
    return place.game.key != "mattazza" or len(deal.piles) == len(place.sides)


def counted(place: DealPlace, deal: scoring.PlayedDeal) -> scoring.DealCount[Any]:
    return scoring.count(
        place.game.key,
        deal.piles,
        deal.last_trick,
        dealer=deal.dealer_side,
        declarations=deal.declarations,
        rules=place.rules,
        **_facts(place, deal),
    )


def _facts(place: DealPlace, deal: scoring.PlayedDeal) -> dict[str, Any]:
    names = (*place.game.facts, *card_facts(place.game))
    return {name: value for name, value in deal.facts.items() if name in names and value is not None}


def points(place: DealPlace, deal: scoring.PlayedDeal) -> dict[str, int]:
    """What the engine, from the cards, adds to the match of each side of the table."""
    made = counted(place, deal)
    added = {place.at_table(side): made.points(side) for side in made.sides}
    return {side: added.get(side, 0) for side in place.play.sides}


def by_cards(place: DealPlace, deal: scoring.PlayedDeal) -> dict[str, Any]:
    return {
        "cards": {place.at_table(side): list(pile) for side, pile in deal.piles.items()},
        **({"last_trick": place.at_table(deal.last_trick)} if deal.last_trick else {}),
        "declarations": [each.as_json() for each in deal.declarations],
        **{name: _at_table(place, value) for name, value in _facts(place, deal).items()},
    }


def by_parts(place: DealPlace, deal: scoring.PlayedDeal) -> dict[str, Any]:
    return _figures(place, deal, parts_of(place.game))


def by_totals(place: DealPlace, deal: scoring.PlayedDeal) -> dict[str, Any]:
    return _figures(place, deal, ("total",))


def _figures(place: DealPlace, deal: scoring.PlayedDeal, names: tuple[str, ...]) -> dict[str, Any]:
    made = counted(place, deal)
    facts = {name: value for name, value in _facts(place, deal).items() if name in place.game.facts}
    camps = scoring.camps(place.game.key, dealer=deal.dealer_side, **facts)
    written: dict[str, Any] = {name: _at_table(place, value) for name, value in facts.items() if value}
    if has_last_trick(place.game):
        written["last_trick"] = place.at_table(str(deal.last_trick))
    for side in dict.fromkeys(camps[side] for side in made.sides):
        written[place.at_table(side)] = _side(place, made.sides[side], names)
    return written


def _side(place: DealPlace, side: Any, names: tuple[str, ...]) -> dict[str, int]:
    shown = side.figures.get("declarations", 0)
    told = {name: side.total - shown if name == "total" else side.figures[name] for name in names}
    return {**told, **({"declared": shown} if has_declarations(place.game) else {})}


def _at_table(place: DealPlace, value: Any) -> Any:
    return place.at_table(value) if isinstance(value, str) else value


def fields(place: DealPlace, written: dict[str, Any]) -> dict[str, Any]:
    """The same deal as the page's form sends it, by parts or totals."""
    sent: dict[str, Any] = {name: written[name] for name in place.game.facts if name in written}
    if "last_trick" in written:
        sent["last_trick"] = column_of(place, written["last_trick"], written)
    points = dict.fromkeys(place.game.one_point, "-")
    for side in place.sides:
        figures = written.get(side, {})
        shown = figures.get("declared", 0)
        if shown and "total" in figures:
            sent["with_declared"] = "yes"
        for name, value in figures.items():
            if name not in place.game.one_point:
                typed = value + shown if name == "total" else value  # as on the sheet, with the declarations
                sent[f"{column_of(place, side, written)}-{name}"] = typed
            elif value:
                points[name] = side
    one_points = {f"whose-{name}": whose for name, whose in points.items()}
    return {**sent, **(one_points if any(name in written["A"] for name in points) else {})}


def next_place(match: Match) -> tuple[int, DealPlace]:
    """The number and the place of the next deal of a match that goes on."""
    fresh = Match.objects.select_related("round__tournament").get(pk=match.pk)
    number = fresh.play.missing(fresh.points)[0]
    return number, place_of(fresh, number)
