"""The time from a tap on a card to the new count on the page: a phone's browser, a served club."""

from collections.abc import Iterator
from itertools import count
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
#: At the first taps, browser and process have nothing in their caches.
WARM_UP: Final = 10
TAPS: Final = 100
#: A deal that no table in play has written yet.
LAST_DEAL: Final = 4
#: The kinds of taps that leave the page, which are not measured.
LEAVING: Final = ("open", "save")


def figure(tournament: Tournament) -> Figure:
    """The median over `TAPS` taps of played deals, entered one after another in the same form."""
    path = reverse("table_deal_by_code", args=[codes.code_of(_being_played(tournament), "A"), LAST_DEAL])
    with served() as (_pid, port), thumb.browser() as chromium:
        page = thumb.phone(chromium, f"http://localhost:{port}{path}?modo=carte")
        targets = (thumb.target(tap) for tap in _taps())
        waits = thumb.live_counts(page, targets, WARM_UP + TAPS)[WARM_UP:]
    beside = f"{quantiles(waits, n=10)[-1]:.0f} ms at the 90th"
    return Figure(f"live count after a tap, of {TAPS}", median(waits), "ms", LIMIT_MS, beside)


def _being_played(tournament: Tournament) -> Match:
    matches = Match.objects.select_related("round__tournament").exclude(deals__number=LAST_DEAL)
    return matches.filter(round__tournament=tournament, round__state="playing")[0]


def _taps() -> Iterator[taps.Tap]:
    """The taps of one deal after another, as a thumb makes them."""
    for seed in count():
        yield from (tap for tap in taps.path(scoring.generate_deal(seed)) if tap.on not in LEAVING)
