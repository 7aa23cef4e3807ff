"""The page that everybody has open during the evening: the classifica and this turn's tables."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from tournaments.api.serializers import ResultsSerializer
from tournaments.api.serializers.results import Results
from tournaments.api.serializers.results import results as gathered
from tournaments.models import Tournament
from tournaments.views.public.live_parts import PUBLIC, Page, answer


@require_safe
def results(request: HttpRequest, code: str) -> HttpResponseBase:
    """The results page, or its live part for `?fragment`."""
    return answer(request, code, RESULTS)


def _read(tournament: Tournament, version: str) -> dict[str, Any]:
    given = gathered(tournament, PUBLIC, version)
    return {
        "results": ResultsSerializer(given, context=PUBLIC).data,
        "built_at": given.classifica and given.classifica.snapshot.built_at,
        "entries": given.entries,
        "pairs": [{"number": entry["number"], "name": entry["name"]} for entry in given.entries],
        "news": news(given),
    }


def news(given: Results) -> str:
    """Changes when there is something to tell aloud: a new classifica, or a turn in a new state."""
    snapshot = given.classifica and given.classifica.snapshot
    classifica = f"{snapshot.round_number}.{snapshot.results_version}" if snapshot else ""
    turn = f"{given.round.number}.{given.round.state}" if given.round else ""
    return f"{classifica}/{turn}/{given.tournament.closed_at or ''}"


RESULTS = Page("results", "public/results_part.html", "public/results.html", _read)
