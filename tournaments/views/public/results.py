"""The page that everybody has open during the evening: the classifica and this turn's tables."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from tournaments import queries
from tournaments.api.serializers import EntrySerializer, ResultsSerializer
from tournaments.api.serializers.results import Results
from tournaments.api.serializers.results import results as gathered
from tournaments.models import Tournament
from tournaments.views.access import everybody
from tournaments.views.public.live_parts import PUBLIC, page, part


@require_safe
@everybody
def results(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The results page, or its live part for `?fragment`."""
    made = part(tournament, "public/results_part.html", lambda: _read(tournament))
    return page(request, tournament, made, "public/results.html")


def _read(tournament: Tournament) -> dict[str, Any]:
    given = gathered(tournament, PUBLIC)
    entries = entries_of(given)
    return {
        "results": ResultsSerializer(given, context=PUBLIC).data,
        "built_at": given.classifica and given.classifica.snapshot.built_at,
        "entries": entries,
        "pairs": [{"number": entry["number"], "name": entry["name"]} for entry in entries],
        "news": news(given),
    }


def entries_of(given: Results) -> list[dict[str, Any]]:
    """Every pair, as the classifica has read them already, or read now if there is none yet."""
    if given.classifica:
        return list(given.classifica.entries.values())
    return list(EntrySerializer(queries.entries(given.tournament), many=True, context=PUBLIC).data)


def news(given: Results) -> str:
    """Changes when there is something to tell aloud: a new classifica, or a turn in a new state."""
    snapshot = given.classifica and given.classifica.snapshot
    classifica = f"{snapshot.round_number}.{snapshot.results_version}" if snapshot else ""
    turn = f"{given.round.number}.{given.round.state}" if given.round else ""
    return f"{classifica}/{turn}/{given.tournament.closed_at or ''}"
