"""How soon after a tap on a card the count it changes is on the page: a phone's browser, a served club."""

from statistics import median, quantiles
from typing import Final

from django.urls import reverse

import scoring
from benchmarks import taps, thumb
from benchmarks.figures import Figure
from benchmarks.process import served
from tournaments.models import Match, Tournament
from tournaments.results import codes

LIMIT_MS: Final = 100
#: The first taps find a browser and a process that have read nothing yet.
WARM_UP: Final = 10
TAPS: Final = 100
#: No table that is still being played has written it.
LAST_DEAL: Final = 4
#: Every kind of tap but those that leave the page.
LEAVING: Final = ("open", "save")


def figure(tournament: Tournament) -> Figure:
    """The median over `TAPS` taps of played deals, tapped one on top of the other."""
    path = reverse("table_deal_by_code", args=[codes.code_of(_being_played(tournament), "A"), LAST_DEAL])
    with served() as (_pid, port), thumb.browser() as chromium:
        page = thumb.phone(chromium, f"http://localhost:{port}{path}?modo=carte")
        waits = thumb.live_counts(page, [thumb.target(tap) for tap in _taps(WARM_UP + TAPS)])[WARM_UP:]
    beside = f"{quantiles(waits, n=10)[-1]:.0f} ms at the 90th"
    return Figure(f"live count after a tap, of {TAPS}", median(waits), "ms", LIMIT_MS, beside)


def _being_played(tournament: Tournament) -> Match:
    matches = Match.objects.select_related("round__tournament").exclude(deals__number=LAST_DEAL)
    return matches.filter(round__tournament=tournament, round__state="playing")[0]


def _taps(number: int) -> list[taps.Tap]:
    """The taps of one deal after another, as a thumb makes them."""
    deals = (scoring.generate_deal(seed) for seed in range(number))
    found = [tap for deal in deals for tap in taps.path(deal) if tap.on not in LEAVING]
    return found[:number]
