"""The clock of the turn on a phone: by the server's time whatever the phone believes, and silent."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.browser import PATIENCE, hears_of_a_change
from tests.evening import JURY
from tests.tournaments.web.tables.table import Table
from tournaments.models import Round
from tournaments.rounds import time_outs

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:No directory at"),
]

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "it-IT",
    # The copies of the pages are fetched while the in-memory database of these tests is being emptied.
    "service_workers": "block",
}
A_DAY_OFF = "const now = Date.now; Date.now = () => now() + 24 * 3600 * 1000;"


@pytest.fixture
def phone(browser: Browser, live_server: Any) -> Iterator[Page]:
    context = browser.new_context(**PHONE, base_url=live_server.url)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def started(table: Table, minutes: float) -> None:
    """The turn of 30 minutes, begun that long ago."""
    at = timezone.now() - timedelta(minutes=minutes)
    Round.objects.filter(pk=table.match.round.pk).update(started_at=at)


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        ("", {17.5: "mancano 13 minuti"}),
        (
            A_DAY_OFF,
            {
                17.5: "mancano 13 minuti",
                28.8: "mancano 2 minuti",
                29.5: "manca meno di un minuto",
                30.2: "tempo scaduto",
                31.5: "tempo scaduto da 1 minuto",
                33.5: "tempo scaduto da 3 minuti",
            },
        ),
    ],
    ids=["a clock that is right", "a clock a day ahead"],
)
def test_the_time_left_is_the_server_s_whatever_the_phone_believes(
    phone: Page, table: Table, clock: str, told: dict[float, str]
) -> None:
    phone.add_init_script(clock)
    for minutes, words in told.items():
        started(table, minutes)
        phone.goto(table.by_code())
        expect(phone.locator("[data-clock-left]")).to_have_text(words)
    phone.goto(table.by_code("table_deal", 1))
    expect(phone.locator("[data-clock-left]")).to_have_text(words)


def test_the_clock_goes_on_by_itself_and_says_nothing_aloud(phone: Page, table: Table) -> None:
    started(table, 29 - 2 / 60)
    phone.goto(table.by_code())
    clock = phone.locator("[data-clock]")
    expect(clock).to_have_attribute("role", "timer")
    expect(clock).to_have_attribute("aria-live", "off")
    below = phone.locator(".scorecard").first.bounding_box()
    expect(phone.locator("[data-clock-left]")).to_have_text("manca meno di un minuto")
    assert phone.locator(".scorecard").first.bounding_box() == below, "nothing moves"


def test_the_referee_s_five_minutes_reach_the_open_page(phone: Page, table: Table) -> None:
    started(table, 20.5)
    phone.goto(table.by_code())
    expect(phone.locator("[data-clock-left]")).to_have_text("mancano 10 minuti")
    time_outs.extend(table.match.round.tournament_id, 1, 5, by=JURY, seen=0)
    hears_of_a_change(phone)
    expect(phone.locator("[data-clock-left]")).to_have_text("mancano 15 minuti")
