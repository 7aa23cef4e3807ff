"""How the places of an evening changed from turn to turn: a plot of the first ones, a table of all."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.telling_races import race_of
from tournaments.views.public.live_parts import PUBLIC, Page, answer
from tournaments.views.public.plotted import places_race


@require_safe
def race(request: HttpRequest, code: str) -> HttpResponseBase:
    """The page of the race, or its live part for `?fragment`."""
    return answer(request, code, RACE)


def _read(tournament: Tournament, _version: str) -> dict[str, Any]:
    told = race_of(tournament, PUBLIC)
    leading = [runner.number for runner in told.runners]
    places = {runner.number: runner.places for runner in told.runners}
    rows = [
        {"number": runner.number, "name": runner.name, "places": runner.places, "order": order}
        for order, runner in enumerate(told.runners)
    ]
    return {"turns": told.turns, "plot": places_race(places, leading, told.turns), "rows": rows}


RACE = Page("race", "public/race_part.html", "public/race.html", _read)
