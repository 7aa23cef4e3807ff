"""A phone in its evening goes on by itself: after an answer, from a deal's form, however changes are told."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import PATIENCE, hears_of_a_change
from tests.service.installation import until
from tests.tournaments.web.tables.offline.hand import KEPT_BLANKS
from tests.tournaments.web.tables.table import Table
from tests.tournaments.web.tables.test_in_a_browser import PHONE
from tournaments.actors import Actor
from tournaments.models import Round, RoundState
from tournaments.results import evening_codes, scores

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:No directory at"),
]

#: Streams that stay open until they are closed; the server of these tests has none.
COUNTED_STREAMS = """
window.streams = [];
window.EventSource = class extends EventTarget {
    constructor() { super(); this.readyState = 1; streams.push(this); }
    close() { this.readyState = 2; }
};
Object.assign(EventSource, { CONNECTING: 0, OPEN: 1, CLOSED: 2 });
"""

#: The page asks only when it is told: the pause between two of its own questions never ends.
NEVER_ASKS = """
const later = setTimeout;
window.setTimeout = (work, ms, ...words) => ms === 15000 ? 0 : later(work, ms, ...words);
"""


@pytest.fixture
def phone(browser: Browser, live_server: Any) -> Iterator[Page]:
    """A phone whose page may raise no error."""
    context = browser.new_context(**PHONE, base_url=live_server.url)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


def evening(table: Table, side: str = "A") -> str:
    """The address that the entry of that side scans."""
    entry = table.match.seats.filter(side=side).order_by("position")[0].entry
    return reverse("evening", args=[evening_codes.code_of(entry)])


def write(table: Table, side: str, number: int = 1) -> None:
    """That side writes the deal, on another phone."""
    totals = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
    scores.enter(table.match, number, "totals", totals, by=Actor.at_table(table.match, side), based_on=0)


def open_form(phone: Page, table: Table) -> None:
    phone.goto(evening(table))
    phone.locator("a.button-large").tap()
    phone.wait_for_selector("[data-deal][data-ready]")


def is_seen_again(phone: Page) -> None:
    """The phone comes out of the pocket, and the page has asked what the entry does now."""
    with phone.expect_response("**/adesso/"):
        phone.evaluate("document.dispatchEvent(new Event('page:seen'))")


def holding(phone: Page, address: str, act: Callable[[], None]) -> Route:
    """The next request to that address, which `act` makes and nobody answers yet."""
    held: list[Route] = []
    phone.route(address, lambda route: held.append(route), times=1)
    act()
    until(lambda: phone.evaluate("1") and held, f"nothing was sent to {address}")
    return held[0]


def hear_of_a_change(phone: Page) -> None:
    phone.evaluate("htmx.trigger('#table', 'sse:changed')")


def test_after_an_answer_it_goes_on_when_the_round_is_over(phone: Page, table: Table) -> None:
    write(table, "A")
    phone.goto(evening(table, "B"))
    phone.get_by_role("button", name="Sì, è giusta").tap()
    expect(phone.locator("#messages")).to_contain_text("Confermato")
    Round.objects.filter(pk=table.match.round.pk).update(state=RoundState.SETTLED)
    assert hears_of_a_change(phone) == 200
    expect(phone.locator("main")).to_contain_text("Turno 1 concluso")


def test_from_an_untouched_form_it_goes_to_the_question_of_the_opponents_deal(
    phone: Page, table: Table
) -> None:
    open_form(phone, table)
    write(table, "B")
    is_seen_again(phone)
    expect(phone.get_by_role("button", name="Sì, è giusta")).to_be_visible()


def test_a_form_in_which_somebody_writes_stays(phone: Page, table: Table) -> None:
    open_form(phone, table)
    phone.get_by_role("link", name="Totali").tap()
    phone.fill("[name=A-total]", "190")
    write(table, "B")
    is_seen_again(phone)
    phone.get_by_role("link", name="Parti").tap()  # whatever the answer was to do is done
    phone.get_by_role("link", name="Totali").tap()
    expect(phone.locator("[name=A-total]")).to_have_value("190")


def test_who_lost_the_network_before_the_start_may_write_all_the_same(phone: Page, table: Table) -> None:
    Round.objects.filter(pk=table.match.round.pk).update(state=RoundState.PUBLISHED)
    phone.goto(evening(table))
    until(lambda: phone.evaluate(KEPT_BLANKS) == 3, "the phone never kept the blank forms")
    expect(phone.locator("a.button-large")).to_have_count(0)
    phone.context.set_offline(True)
    hear_of_a_change(phone)
    phone.locator("a.button-large", has_text="Scrivi la smazzata 1").tap()
    expect(phone.locator("h1")).to_have_text("Smazzata 1")


def test_a_question_that_grew_is_answered_though_the_answer_before_is_on_its_way(
    phone: Page, table: Table
) -> None:
    write(table, "A")
    phone.goto(evening(table, "B"))
    answer = holding(phone, "**/conferma/", phone.get_by_role("button", name="Sì, è giusta").tap)
    write(table, "A", 2)
    hears_of_a_change(phone)
    expect(phone.get_by_role("button", name="Sì, tutte e 2")).to_be_enabled()
    answer.continue_()
    phone.get_by_role("button", name="Sì, è giusta").tap()
    expect(phone.locator(".is-asking")).to_have_count(0)


def test_a_page_that_is_left_leaves_no_stream_open(phone: Page, table: Table) -> None:
    phone.add_init_script(COUNTED_STREAMS)
    open_form(phone, table)
    for _time in range(3):
        phone.locator(".way-back .crumbs a").tap()
        phone.locator("a.button-large").tap()
        phone.wait_for_selector("[data-deal][data-ready]")
    assert phone.evaluate("streams.filter((each) => each.readyState !== 2).length") == 1


def test_an_answer_that_comes_after_its_page_was_left_reloads_nothing(phone: Page, table: Table) -> None:
    phone.add_init_script(NEVER_ASKS)
    phone.goto(evening(table))
    phone.evaluate("window.neverReloaded = true")
    question = holding(phone, "**/?seen=*", lambda: hear_of_a_change(phone))
    phone.locator("a.button-large").tap()
    phone.wait_for_selector("[data-deal][data-ready]")
    question.fulfill(headers={"HX-Refresh": "true"})
    phone.locator(".way-back .crumbs a").tap()
    expect(phone.locator("h1")).to_have_text("Tavolo 1")
    assert phone.evaluate("window.neverReloaded")


def test_a_change_that_is_told_while_the_page_asks_is_asked_for_too(phone: Page, table: Table) -> None:
    phone.add_init_script(NEVER_ASKS)
    phone.goto(table.by_code())
    question = holding(phone, "**/?seen=*", lambda: hear_of_a_change(phone))
    answer = question.fetch()
    write(table, "B")
    hear_of_a_change(phone)
    question.fulfill(response=answer)
    expect(phone.locator(".scorecard")).to_contain_text("194")
