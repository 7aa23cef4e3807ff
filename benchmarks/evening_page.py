"""The evening's page on a slow network: a phone's browser, a served club."""

from collections.abc import Iterator
from statistics import median
from typing import Final

from django.urls import reverse
from playwright.sync_api import Browser

from benchmarks import thumb
from benchmarks.figures import Figure
from benchmarks.process import served
from tournaments.models import Seat, Tournament
from tournaments.results import evening_codes

LIMIT_MS: Final = 2000
MOST_KILOBYTES, MOST_REQUESTS = 150, 15
VISITS: Final = 5
#: 400 kbit/s, and 400 ms from a request to its answer.
SLOW: Final = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
WATCH: Final = 'document.addEventListener("page:shown", () => { window.shownAt ??= performance.now(); });'


def figure(tournament: Tournament) -> Figure:
    """The median time of first visits until the page of the entry's table is there and answers taps."""
    seat = Seat.objects.filter(round__tournament=tournament, round__state="playing").select_related("entry")[
        0
    ]
    path = reverse("evening", args=[evening_codes.code_of(seat.entry)])
    with served() as (_pid, port), thumb.browser() as chromium:
        visits = [_visit(chromium, f"http://localhost:{port}{path}") for _ in range(VISITS)]
    return Figure(
        "evening's page at 400 kbit/s, shown", median(visits), "ms", LIMIT_MS, f"of {VISITS} visits"
    )


def first_visit(tournament: Tournament) -> Iterator[Figure]:
    """What a phone that was never here loads for the results page."""
    with served() as (_pid, port), thumb.browser() as chromium:
        page = chromium.new_context(**thumb.PHONE, locale="it-IT").new_page()
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        sizes: list[float] = []
        network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        page.goto(f"http://localhost:{port}{tournament.get_absolute_url()}")
        page.wait_for_timeout(3000)  # scripts ask for more
    # Drawings within the styles load nothing.
    loaded = [size for size in sizes if size]
    yield Figure("results page, first visit", sum(loaded) / 1000, "kB", MOST_KILOBYTES)
    yield Figure("requests of that visit", len(loaded), "", MOST_REQUESTS)


def _visit(chromium: Browser, url: str) -> float:
    context = chromium.new_context(**thumb.PHONE, locale="it-IT")
    context.add_init_script(WATCH)
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    page.goto(url, wait_until="commit")
    page.locator("[data-moment]").first.wait_for(state="attached")
    at = page.evaluate("window.shownAt")
    context.close()
    return float(at)
