"""Boards composed with the phone, without a network: the last cards, the check of the heaps, and the time."""

import json
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from club.models import RoleKind
from tests.evening import a_club, a_tournament, an_officer, signed_in

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:No directory at"),
]

PHONE = {"width": 390, "height": 780}
CARDS = 62
#: Where the page keeps how far each board is, in its language.
PLACES = "`composing:${location.pathname}:Mazzetto 1`"
#: The phone takes a second tap within so many milliseconds for the first one's.
TREMBLE = 160


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """The helper for the first set of boards, at the first card."""
    club = a_club()
    tournament = a_tournament(club, is_duplicated=True, turns=3)
    session = signed_in(an_officer(club, RoleKind.ORGANISER)).cookies["sessionid"].value
    context = browser.new_context(service_workers="block", viewport=PHONE, locale="it-IT")
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    phone = context.new_page()
    phone.goto(f"{live_server.url}/t/{tournament.code}/banco/smazzate/")
    phone.locator("input[name=how][value=phone]").check()
    phone.locator("input[name=reason]").fill("Composizione")
    phone.locator("form:has(input[name=how]) button").last.click()
    yield phone
    context.close()


def go_on(phone: Page, cards: dict[int, int]) -> None:
    """Loads the page again with so many cards laid of each of these boards, begun four minutes ago."""
    begun = int((time.time() - 240) * 1000)
    places = json.dumps({board: {"at": at, "begun": begun} for board, at in cards.items()})
    phone.evaluate(f"places => sessionStorage.setItem({PLACES}, places)", places)
    phone.reload()


def test_a_phone_calls_the_cards_checks_the_heaps_and_tells_how_long_it_took(phone: Page) -> None:
    card = phone.locator(".composing-card")
    expect(card.locator("[data-count]")).to_have_text(f"1 / {CARDS}")
    # Two cards are left of each board.
    go_on(phone, dict.fromkeys(range(1, 5), CARDS - 2))
    phone.context.set_offline(True)
    for board in range(1, 5):
        for number in (CARDS - 1, CARDS):
            expect(card.locator("[data-count]")).to_have_text(f"{number} / {CARDS}")
            phone.wait_for_timeout(TREMBLE)
            card.dblclick()
        expect(phone.locator("[data-heaps] summary")).to_have_count(5)
        phone.get_by_role("button", name="I mucchi tornano").click()
        said = phone.locator("[data-session]")
        expect(said).to_contain_text(f"Smazzate composte: {board} in ")
    assert re.search(r"4 in 1[67][,\d]* minuti, 2[45]\d secondi ognuna", said.inner_text())
    expect(phone.get_by_role("button", name="I mucchi tornano")).to_be_hidden()


def test_the_last_board_begun_again_is_timed_from_its_first_card_and_checked_again(phone: Page) -> None:
    """Each table has its own copy: the last board of a set is composed again like the others."""
    go_on(phone, {4: CARDS})
    phone.locator("[data-board]").select_option(index=3)
    phone.get_by_role("button", name="I mucchi tornano").click()
    expect(phone.get_by_role("button", name="I mucchi tornano")).to_be_hidden()
    phone.get_by_role("button", name="Da capo").click()
    card = phone.locator(".composing-card")
    expect(card.locator("[data-count]")).to_have_text(f"1 / {CARDS}")
    kept = f"() => JSON.parse(sessionStorage.getItem({PLACES}))[4].begun"
    assert phone.evaluate(kept) == 0
    for number in range(2, CARDS + 1):
        phone.wait_for_timeout(TREMBLE)
        card.click()
        expect(card.locator("[data-count]")).to_have_text(f"{number} / {CARDS}")
    phone.wait_for_timeout(TREMBLE)
    card.click()
    phone.get_by_role("button", name="I mucchi tornano").click()
    expect(phone.locator("[data-session]")).to_contain_text("Smazzate composte: 2 in ")


def test_a_page_loaded_again_shows_the_board_that_was_being_composed(phone: Page) -> None:
    phone.locator("[data-board]").select_option(index=2)
    phone.locator(".composing-card").click()
    phone.reload()
    expect(phone.locator("[data-board]")).to_have_value("2")
    expect(phone.locator("[data-count]")).to_have_text(f"2 / {CARDS}")
