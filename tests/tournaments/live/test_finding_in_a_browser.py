"""Finding one's own pair on a phone: by number, by the only name like it, and when there is none."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.tournaments.live.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
AN_EVENING = """
t = a_tournament(a_club("Trovarsi"), pairs=12)
settle(t, a_round(t))
print(t.code)
"""


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    return f"{server.address}/t/{server.do(AN_EVENING)}/"


@pytest.fixture(scope="module")
def phone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport=PHONE)  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


@pytest.fixture
def page(phone: Page, address: str) -> Iterator[Page]:
    """The evening's page on a phone that has found no pair yet."""
    phone.goto(address)
    yield phone
    phone.evaluate("localStorage.clear()")


@pytest.mark.parametrize(("typed", "number"), [("1", 1), ("12", 12), ("cognome007", 7), (" 3 ", 3)])
def test_enter_takes_the_pair_of_that_number_or_the_only_one(page: Page, typed: str, number: int) -> None:
    page.locator("#find").fill(typed)
    page.locator("#find").press("Enter")
    expect(page.locator(f"tr[data-pair='{number}']")).to_have_class("is-mine")


def test_enter_chooses_among_several_for_nobody(page: Page) -> None:
    page.locator("#find").fill("anna")
    page.locator("#find").press("Enter")
    expect(page.locator("#find-list [role=option]")).to_have_count(8)
    expect(page.locator("tr.is-mine")).to_have_count(0)


def test_who_finds_nobody_is_told_so(page: Page) -> None:
    told = page.get_by_text("Nessuna così")
    page.locator("#find").fill("zzz")
    expect(told).to_be_visible()
    page.locator("#find").fill("anna")
    expect(told).to_have_count(0)
