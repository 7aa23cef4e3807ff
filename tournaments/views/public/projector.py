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
from tournaments.models import RoundState, Tournament
from tournaments.views.public.live_parts import PUBLIC, Page, answer
from tournaments.views.public.results import news

# As many as a back row still reads.
TABLES_A_SLIDE, PLACES_A_SLIDE, PAIRS_A_SLIDE = 8, 10, 20

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
        slides = _slides(data, {entry["number"]: entry for entry in given.entries})
    return {"results": data, "round": given.round, "slides": slides, "news": news(given)}


def _slides(data: dict[str, Any], entries: dict[int, Any]) -> list[Slide]:
    """In the order of what the room wants first: where to sit, then who leads, then the time left, large.

    The time left is small on every slide besides."""
    turn = data["round"]
    if turn is None:
        return _in_slides("pairs", list(entries.values()), PAIRS_A_SLIDE) or [{"kind": "welcome"}]
    tables, standings = _tables(turn), _places(data["standings"], entries)
    if turn["state"] == RoundState.PUBLISHED:
        return tables
    if turn["state"] == RoundState.PLAYING:
        return [*tables, *standings, {"kind": "clock"}]
    return standings or tables


def _tables(turn: dict[str, Any]) -> list[Slide]:
    rows = [{"table": table["table"], "sides": _sides(table)} for table in turn["tables"]]
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


def _places(standings: dict[str, Any] | None, entries: dict[int, Any]) -> list[Slide]:
    if standings is None:
        return []
    rows = [{**row, "players": entries[row["number"]]["players"]} for row in standings["rows"]]
    return _in_slides("standings", rows, PLACES_A_SLIDE)


def _in_slides(kind: str, rows: list[Any], size: int) -> list[Slide]:
    cut = [rows[start : start + size] for start in range(0, len(rows), size)]
    return [{"kind": kind, "rows": some, "page": at, "pages": len(cut)} for at, some in enumerate(cut, 1)]


PROJECTOR = Page("projector", "public/projector_part.html", "public/projector.html", _read, _around)
