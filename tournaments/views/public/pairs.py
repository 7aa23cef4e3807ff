"""A pair's own evening: its place and the sum behind it, its tables, their deals and why they count so."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from tournaments import entries, played, queries, scores
from tournaments.api.serializers import EntrySerializer, MatchSerializer, StandingsSerializer, names
from tournaments.api.serializers.results import Classifica, classifica
from tournaments.careers_shown import games_of
from tournaments.format_wording import group_name
from tournaments.models import OF_MATCHES, Entry, Match, Tournament
from tournaments.reading import as_given
from tournaments.standings import CRITERIA, GROUP, STAGE, decisions
from tournaments.templatetags.why import said_value
from tournaments.views.public.live_parts import PUBLIC, Page, answer
from tournaments.views.public.plotted import deals_race
from tournaments.views.scorecards import deals_of, seating, sides

# How far two came, where the movement says it and no criterion does.
BEYOND_CRITERIA = {STAGE: gettext_lazy("tabellone"), GROUP: gettext_lazy("posto nel girone")}

#: What the sum behind a place adds up.
SUMMED = ("scored", "conceded", "difference", "match_points", "victory_points")

#: By turn, who played beside the player of an individual rotation.
Partners = Mapping[int, list[str]]


@require_safe
def pair(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """The page of the pair with that number, or its live part for `?fragment`."""
    return answer(request, code, PAIR, number)


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = queries.entries(tournament).filter(number=number).first()
    if entry is None:
        raise Http404(entries.unknown(tournament, number))
    return entry


def _around(_request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    return {"entry": EntrySerializer(_entry(tournament, number), context=PUBLIC).data}


def _read(tournament: Tournament, _version: str, number: int) -> dict[str, Any]:
    entry = _entry(tournament, number)
    shown = EntrySerializer(entry, context=PUBLIC).data
    given = classifica(tournament, PUBLIC)
    matches = list(queries.tables_of(entry).prefetch_related(played.RULINGS))
    tables = [_table(tournament, entry, match) for match in matches]
    partners = {table["turn"]: [name for _number, name in table["partners"]] for table in tables}
    rests = [{"turn": turn, "rested": True} for turn in queries.rests_of(entry)]
    passes = [{"turn": turn, "passed": True} for turn in queries.passes_of(tournament, entry)]
    return {
        "entry": shown,
        "players": _players(entry),
        "games": games_of(
            played.seen_by(match, played.seat_of(match, entry))
            for match in matches
            if played.is_settled(match)
        ),
        "turns": sorted(tables + rests + passes, key=lambda turn: -turn["turn"]),
        **(_standing(given, entry.number, partners) if given else {}),
    }


def _players(entry: Entry) -> list[dict[str, Any]]:
    """The players who have a page of their own, with whom they are told by."""
    people = [each.person for each in entry.players.all()]
    return [
        {"key": played.key(each), "name": names.shown(each, PUBLIC)} for each in people if played.key(each)
    ]


def _standing(given: Classifica, number: int, partners: Partners) -> dict[str, Any]:
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
        "girone": group_name(mine["group"]) if mine["group"] else "",
        "sum": _sum(
            mine, standings["group_turns"], [_line(given, line, partners) for line in mine["per_turn"]]
        ),
        "with_victory_points": "victory_points" in criteria,
        "criteria": _criteria(criteria, mine["values"]),
        "behind": above and _apart(criteria, above["decided_by"], mine, above),
        "ahead": below and _apart(criteria, mine["decided_by"], mine, below),
    }


def _apart(
    criteria: list[str], key: str | None, mine: dict[str, Any], other: dict[str, Any]
) -> dict[str, Any]:
    """The other pair, the criterion between the two with both values; no criterion where they are level."""
    said = {"name": other["name"], "place": other["place"], "criterion": None, "figures": None}
    if key in BEYOND_CRITERIA:
        said["criterion"] = str(BEYOND_CRITERIA[key])
    elif key is not None:
        index = criteria.index(key)
        said["criterion"] = gettext(CRITERIA[key].name).lower()
        if CRITERIA[key].has_figures:
            both = (said_value(key, row["values"][index]) for row in (mine, other))
            said["figures"] = [figure.removeprefix("+") for figure in both]
    return said


def _sum(mine: dict[str, Any], group_turns: int | None, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines behind the row; of gironi with a final in two parts, each with what it comes to."""
    of_girone = [line for line in lines if group_turns is None or line["turn"] <= group_turns]
    of_final = lines[len(of_girone) :]
    if not (mine["in_group"] and of_final):
        return [{"lines": lines, "of": ""}]
    before = {name: mine["in_group"][name] for name in SUMMED}
    after = {name: mine[name] - before[name] for name in SUMMED}
    return [
        {"lines": of_girone, "of": group_name(mine["group"]), **before},
        {"lines": of_final, "of": gettext("Fase finale"), **after},
    ]


def _line(given: Classifica, line: dict[str, Any], partners: Partners) -> dict[str, Any]:
    against = [given.entries[number] for number in line["opponents"]]
    beside = partners.get(line["turn"], []) if against else []
    return {
        **line,
        "against": against,
        "beside": beside,
        "difference": line["scored"] - line["conceded"],
    }


def _criteria(keys: list[str], values: list[int]) -> list[dict[str, Any]]:
    return [
        {
            "name": gettext(CRITERIA[key].name),
            "value": said_value(key, value) if CRITERIA[key].has_figures else None,
        }
        for key, value in zip(keys, values, strict=True)
    ]


def _won(data: dict[str, Any], mine: str) -> bool | str | None:
    """Whether that side has won; "tie" when level, None while the match goes on."""
    if data["losers"]:
        return mine not in data["losers"]
    return "tie" if data["winner"] == "tie" else data["winner"] and data["winner"] == mine


def _outcome(entry: Entry, match: Match, data: dict[str, Any], mine: str) -> bool | str | None:
    """As `_won`; "rest" for the partner of one put out, who has lost nothing."""
    if match.round.tournament.is_rotation and mine in match.lost_by:
        given = [each for each in match.rulings.all() if each.effect in OF_MATCHES]
        decided = decisions(as_given(each) for each in given)
        if not decided[match.pk].is_lost(mine, entry.number):
            return "rest"
    return _won(data, mine)


def _table(tournament: Tournament, entry: Entry, match: Match) -> dict[str, Any]:
    match.round.tournament = tournament
    data = MatchSerializer(match, context=PUBLIC).data
    mine = next(side for side, told in data["sides"].items() if entry.number in told["entries"])
    sitting = {seat["position"]: seat["name"] for seat in data["seats"]}
    all_sides = sides(match, data)
    deals = [each for each in deals_of(match, data, scores.players_by_name(match, sitting)) if each.deal]
    return {
        "turn": match.round.number,
        "race": deals_race(all_sides, deals),
        "state": match.round.state,
        "table": data,
        "sides": [{"side": side, "is_mine": side.key == mine} for side in all_sides],
        "of_pairs": match.play.of_pairs,
        "seats": sitting,
        "seating": seating(match, sitting, data["first_dealer"]),
        "partners": [
            member
            for side in all_sides
            for member in side.members
            if side.key == mine and member[0] != entry.number
        ],
        "opponents": [side for side in all_sides if side.key != mine],
        "points": [
            data["points"][mine],
            *(data["points"][each.key] for each in all_sides if each.key != mine),
        ],
        "won": _outcome(entry, match, data, mine),
        "deals": deals,
        "total": list(data["points"].values()),
    }


PAIR = Page("pair", "public/pair_part.html", "public/pair.html", _read, _around)
