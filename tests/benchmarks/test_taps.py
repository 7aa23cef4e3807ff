"""The taps that the benchmark counts are the taps that the page takes, and they save the engine's points."""

from statistics import median, quantiles
from typing import Any

import pytest
from playwright.sync_api import Browser

import scoring
from benchmarks import taps, thumb
from tests.evening import a_club, a_round, a_tournament
from tests.samples import of_today
from tournaments.models import Match
from tournaments.results import codes

SEEDS = of_today(range(10), 5)


def test_the_taps_of_a_hundred_deals_keep_the_promise() -> None:
    counted = taps.taps(range(taps.DEALS))
    assert median(counted) <= taps.MEDIAN_LIMIT
    assert quantiles(counted, n=10)[-1] <= taps.NINETIETH_LIMIT


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:No directory at")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_browser_saves_a_deal_with_the_taps_that_are_counted(
    browser: Browser, live_server: Any, db: None, seed: int
) -> None:
    match = a_round(a_tournament(a_club())).matches.select_related("round__tournament").get(table=1)
    first = scoring.dealer_seat("quattro-scartate", match.first_dealer, 1)
    dealer = dict(zip(scoring.game.SEATS, scoring.GAMES["quattro-scartate"].players, strict=True))[first]
    deal = scoring.generate_deal(seed, dealer=dealer)
    context = browser.new_context(
        **thumb.PHONE, base_url=live_server.url, locale="it-IT", service_workers="block"
    )
    try:
        page = context.new_page()
        page.goto(f"/tavolo/{codes.code_of(match, 'A')}/")
        path = taps.path(deal)
        for tap in path:
            page.locator(thumb.target(tap)).first.tap()
        page.wait_for_url("**/smazzate/2/")
    finally:
        context.close()
    assert points(match) == engine_points(deal)


def points(match: Match) -> tuple[int, int]:
    stored = match.deals.get()
    return stored.points["A"], stored.points["B"]


def engine_points(deal: scoring.PlayedDeal) -> tuple[int, int]:
    counted = scoring.count(
        "quattro-scartate",
        deal.piles,
        deal.last_trick,
        dealer=deal.dealer_side,
        declarations=deal.declarations,
    )
    return counted.points("A"), counted.points("B")
