"""A pair's own evening: its place and the sum behind it, its tables, their deals and why they count so."""

from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import queries, scores
from tournaments.api.serializers import EntrySerializer, MatchSerializer, StandingsSerializer
from tournaments.api.serializers.results import Classifica, classifica
from tournaments.models import Entry, Match, Tournament
from tournaments.standings import CRITERIA
from tournaments.views.access import everybody
from tournaments.views.public.live_parts import PUBLIC, page, part
from tournaments.views.scorecards import deals_of, seating, sides

# Their values only say who comes first, not by how much.
WITHOUT_FIGURES = {"head_to_head", "lots"}


@require_safe
@everybody
def pair(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """The page of the pair with that number, or its live part for `?fragment`."""
    entry = queries.entries(tournament).filter(number=number).first()
    if entry is None:
        raise Http404(_("In questo torneo non c'è una coppia con questo numero."))
    shown = EntrySerializer(entry, context=PUBLIC).data
    made = part(tournament, "public/pair_part.html", lambda: _read(tournament, entry, shown), number)
    return page(request, tournament, made, "public/pair.html", entry=shown)


def _read(tournament: Tournament, entry: Entry, shown: dict[str, Any]) -> dict[str, Any]:
    given = classifica(tournament, PUBLIC)
    tables = [_table(entry, match) for match in queries.tables_of(entry)]
    rests = [{"turn": turn, "rested": True} for turn in queries.rests_of(entry)]
    return {
        "entry": shown,
        "turns": sorted(tables + rests, key=lambda turn: -turn["turn"]),
        **(_standing(given, entry.number) if given else {}),
    }


def _standing(given: Classifica, number: int) -> dict[str, Any]:
    """The pair's row of the classifica, and what put it before the next and behind the one above."""
    standings = StandingsSerializer(given, context=PUBLIC).data
    rows = standings["rows"]
    at = next((at for at, row in enumerate(rows) if row["number"] == number), None)
    if at is None:
        return {"standings": standings}
    criteria, mine = given.snapshot.criteria, rows[at]
    above = rows[at - 1] if at else None
    below = rows[at + 1] if at + 1 < len(rows) else None
    return {
        "standings": standings,
        "row": mine,
        "sum": [_line(given, line) for line in mine["per_turn"]],
        "criteria": _criteria(criteria, mine["values"]),
        "behind": above and _apart(criteria, above["decided_by"], mine, above),
        "ahead": below and _apart(criteria, mine["decided_by"], mine, below),
    }


def _apart(
    criteria: list[str], key: str | None, mine: dict[str, Any], other: dict[str, Any]
) -> dict[str, Any]:
    """The other pair, the criterion between the two with both values; no criterion where they are level."""
    said = {"name": other["name"], "place": other["place"], "criterion": None, "figures": None}
    if key is not None:
        index = criteria.index(key)
        said["criterion"] = gettext(CRITERIA[key].name).lower()
        said["figures"] = None if key in WITHOUT_FIGURES else (mine["values"][index], other["values"][index])
    return said


def _line(given: Classifica, line: dict[str, Any]) -> dict[str, Any]:
    against = [given.entries[number] for number in line["opponents"]]
    return {**line, "against": against, "difference": line["scored"] - line["conceded"]}


def _criteria(keys: list[str], values: list[int]) -> list[dict[str, Any]]:
    return [
        {"name": gettext(CRITERIA[key].name), "value": None if key in WITHOUT_FIGURES else value}
        for key, value in zip(keys, values, strict=True)
    ]


def _won(data: dict[str, Any], mine: str) -> bool | str | None:
    """Whether that side has won; "tie" when level, None while the match goes on."""
    if data["losers"]:
        return mine not in data["losers"]
    return "tie" if data["winner"] == "tie" else data["winner"] and data["winner"] == mine


def _table(entry: Entry, match: Match) -> dict[str, Any]:
    data = MatchSerializer(match, context=PUBLIC).data
    mine = next(side for side, told in data["sides"].items() if entry.number in told["entries"])
    sitting = {seat["position"]: seat["name"] for seat in data["seats"]}
    all_sides = sides(match, data)
    return {
        "turn": match.round.number,
        "state": match.round.state,
        "table": data,
        "sides": [{"side": side, "is_mine": side.key == mine} for side in all_sides],
        "of_pairs": match.play.of_pairs,
        "seats": sitting,
        "seating": seating(match, sitting, data["first_dealer"]),
        "opponents": [side for side in all_sides if side.key != mine],
        "points": [
            data["points"][mine],
            *(data["points"][each.key] for each in all_sides if each.key != mine),
        ],
        "won": _won(data, mine),
        "deals": [
            each for each in deals_of(match, data, scores.players_by_name(match, sitting)) if each.deal
        ],
        "total": list(data["points"].values()),
    }
