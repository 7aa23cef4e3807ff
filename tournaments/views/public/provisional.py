"""The classifica with the turn being played: told as provisional, stored nowhere, fed to no draw."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from tournaments.api.serializers import StandingsSerializer
from tournaments.api.serializers.results import provisional as gathered
from tournaments.models import Tournament
from tournaments.views.public.live_parts import PUBLIC, Page, answer


@require_safe
def provisional(request: HttpRequest, code: str) -> HttpResponseBase:
    """The provisional classifica, or its live part for `?fragment`; between turns it says where to look."""
    return answer(request, code, PROVISIONAL)


def _read(tournament: Tournament, _version: str) -> dict[str, Any]:
    given = gathered(tournament, PUBLIC)
    return {"standings": StandingsSerializer(given, context=PUBLIC).data if given else None}


PROVISIONAL = Page("provisional", "public/provisional_part.html", "public/provisional.html", _read)
