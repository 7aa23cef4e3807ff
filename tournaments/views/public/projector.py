"""What the room reads from twenty metres away: slides of clock, tables and classifica, in turn."""

from typing import Any

import segno
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from club.reaching import absolute
from tournaments.api.serializers import ResultsSerializer
from tournaments.api.serializers.results import results as gathered
from tournaments.models import Round, RoundState, Tournament
from tournaments.telling_gironi import gironi_of
from tournaments.views.public.live_parts import PUBLIC, Page, answer
from tournaments.views.public.results import news

# As many as a back row still reads.
TABLES_A_SLIDE, PLACES_A_SLIDE, PAIRS_A_SLIDE = 8, 10, 20
# Gironi of so many stand side by side; larger ones have slides of their own.
IN_HALF_A_SLIDE, IN_A_GIRONE = 6, 12
#: The reasons of the tables at which the places are played for.
FINALS = ("final", "third-place")

Slide = dict[str, Any]


@require_safe
def projector(request: HttpRequest, code: str) -> HttpResponseBase:
    """The slides, or their live part for `?fragment`."""
    return answer(request, code, PROJECTOR)


def _around(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """A code on the wall leads phones to the results page."""
    address = absolute(request, tournament.get_absolute_url())
    code = segno.make(address, error="m").svg_inline(border=1, omitsize=True, dark="#000", light="#fff")
    return {"address": address.split("://", 1)[1].rstrip("/"), "qr": mark_safe(code)}  # noqa: S308 - drawn here


def _read(tournament: Tournament, version: str) -> dict[str, Any]:
    given = gathered(tournament, PUBLIC, version)
    data = ResultsSerializer(given, context=PUBLIC).data
    slides: list[Slide] = [{"kind": "called-off"}]
    if tournament.called_off_at is None:
        slides = _slides(data, {entry["number"]: entry for entry in given.entries}, _finals(given.round))
    return {"results": data, "round": given.round, "slides": slides, "news": news(given)}


def _finals(round_: Round | None) -> frozenset[int]:
    """The tables of the turn at which a final is played: of several the room must know which is which."""
    matches = round_.matches.all() if round_ else ()
    return frozenset(match.table for match in matches if match.reason.get("code") in FINALS)


def _slides(data: dict[str, Any], entries: dict[int, Any], finals: frozenset[int]) -> list[Slide]:
    """In the order of what the room wants first: where to sit, then who leads, then the time left, large.

    The time left is small on every slide besides."""
    turn = data["round"]
    if turn is None:
        return _in_slides("pairs", list(entries.values()), PAIRS_A_SLIDE) or [{"kind": "welcome"}]
    tables, standings = _tables(turn, finals), _standings(data["standings"], entries)
    if turn["state"] == RoundState.PUBLISHED:
        return tables
    if turn["state"] == RoundState.PLAYING:
        return [*tables, *standings, {"kind": "clock"}]
    return standings or tables


def _tables(turn: dict[str, Any], finals: frozenset[int]) -> list[Slide]:
    rows = [
        {
            "table": table["table"],
            "sides": _sides(table),
            "final": table["reason"] if table["table"] in finals else "",
        }
        for table in turn["tables"]
    ]
    slides = _in_slides("tables", rows, TABLES_A_SLIDE)
    if slides:
        slides[-1] |= {"rests": turn["rests"], "passing": turn["passing"]}
    return slides


def _sides(table: dict[str, Any]) -> list[dict[str, Any]]:
    """Each side with the people on it, one by one: a line of a projector holds one name."""
    return [
        {**told, "seats": [seat for seat in table["seats"] if seat["side"] == side]}
        for side, told in table["sides"].items()
    ]


def _standings(standings: dict[str, Any] | None, entries: dict[int, Any]) -> list[Slide]:
    """The classifica; while gironi are played that of each of them, which later follows the whole one."""
    if standings is None:
        return []
    gironi = _gironi(standings, entries)
    last = standings["group_turns"]
    if gironi and not standings["is_final"] and (last is None or standings["turn"] <= last):
        return gironi
    return [*_in_slides("standings", _named(standings["rows"], entries), PLACES_A_SLIDE), *gironi]


def _gironi(standings: dict[str, Any], entries: dict[int, Any]) -> list[Slide]:
    """Two gironi to a slide where they are small, else each with as many slides as it needs."""
    told = [{**girone, "rows": _named(girone["rows"], entries)} for girone in gironi_of(standings)]
    if all(len(girone["rows"]) <= IN_HALF_A_SLIDE for girone in told):
        slides = _in_slides("gironi", told, 2)
    else:
        slides = [
            {**slide, "name": girone["name"], "group": f"{girone['group']}-"}
            for girone in told
            for slide in _in_slides("girone", girone["rows"], IN_A_GIRONE)
        ]
    turn = min(standings["turn"], standings["group_turns"] or standings["turn"])
    return [{**slide, "turn": turn} for slide in slides]


def _named(rows: list[dict[str, Any]], entries: dict[int, Any]) -> list[dict[str, Any]]:
    return [{**row, "players": entries[row["number"]]["players"]} for row in rows]


def _in_slides(kind: str, rows: list[Any], size: int) -> list[Slide]:
    cut = [rows[start : start + size] for start in range(0, len(rows), size)]
    return [{"kind": kind, "rows": some, "page": at, "pages": len(cut)} for at, some in enumerate(cut, 1)]


PROJECTOR = Page("projector", "public/projector_part.html", "public/projector.html", _read, _around)
