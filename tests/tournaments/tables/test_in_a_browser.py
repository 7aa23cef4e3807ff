"""A smazzata written by thumb on a phone: the three ways, a correction, two phones, a network that goes."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.tournaments.tables.table import PILE, Table

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    # The live server starts before anything was collected: Django finds the files where they lie.
    pytest.mark.filterwarnings("ignore:No directory at"),
]

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "it-IT",
    # The device's copies have tests of their own, against a server that answers several requests at once.
    "service_workers": "block",
}


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    # The driver runs an event loop in this thread, and Django takes that for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    yield chromium
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def new_phone(browser: Browser, live_server: Any, table: Table) -> Iterator[Callable[[], Page]]:
    """Another phone at the table, its browser open at the sheet's address."""
    contexts: list[BrowserContext] = []

    def opened() -> Page:
        context = browser.new_context(**PHONE, base_url=live_server.url)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.goto(table.by_code())
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def phone(new_phone: Callable[[], Page]) -> Page:
    return new_phone()


def choose(page: Page, name: str, value: str) -> None:
    page.locator("label", has=page.locator(f"input[name='{name}'][value='{value}']")).tap()


def tap_cards(page: Page, codes: list[str], within: str = ".deck") -> None:
    for code in codes:
        page.locator(f"{within} label.card", has=page.locator(f"input[value='{code}']")).tap()


def write_cards(page: Page) -> None:
    choose(page, "side", "A")
    choose(page, "tricks", "7")
    tap_cards(page, PILE)
    choose(page, "last_trick", "A")


def write_totals(page: Page, a: int = 194, b: int = 106) -> None:
    page.get_by_role("link", name="Totali").tap()
    page.fill("[name=A-total]", str(a))
    page.fill("[name=B-total]", str(b))
    choose(page, "last_trick", "A")


def save(page: Page) -> None:
    page.locator("button.save").tap()


def start(page: Page) -> None:
    page.locator("a.button-large").tap()


def test_a_deal_by_cards_is_counted_while_it_is_tapped_and_saved(phone: Page, table: Table) -> None:
    start(phone)
    write_cards(phone)
    phone.get_by_role("button", name="Aggiungi un accuso").tap()
    phone.locator(".declaration label.pick").first.tap()
    phone.select_option(".declaration select", "cricca:re")
    tap_cards(phone, ["Rd", "Rc", "Rs"], ".declaration")
    expect(phone.locator("#tally")).to_contain_text(f"{len(PILE)} carte toccate")
    north = table.match.seats.get(position="N").person.full_name
    expect(phone.locator("#tally")).to_contain_text(f"Accusi di {north} (Nord): 17 punti.")
    counted = [int(each) for each in phone.locator("[data-total]").all_inner_texts()]
    save(phone)
    phone.wait_for_url("**/smazzate/2/")
    expect(phone.locator("#messages")).to_contain_text("Smazzata 1 salvata")
    assert table.stored() == {1: tuple(counted)}


def test_parts_offer_the_nearest_figures_and_are_saved(phone: Page, table: Table) -> None:
    start(phone)
    phone.get_by_role("link", name="Parti").tap()
    for name, value in (("A-sequences", 131), ("A-cricche", 17), ("B-sequences", 20), ("B-cricche", 40)):
        phone.fill(f"[name={name}]", str(value))
    phone.locator("[name=A-card_points]").press_sequentially("41")
    expect(phone.locator("[name=B-card_points]")).to_have_value("46")
    choose(phone, "last_trick", "A")
    save(phone)
    expect(phone.locator("#answer")).to_contain_text("Non salvata")
    phone.locator("#answer [data-fill]", has_text="sequenze 130").first.tap()
    expect(phone.locator("[name=A-sequences]")).to_have_value("130")
    expect(phone.locator("#tally")).to_contain_text("Queste cifre sono possibili")
    save(phone)
    phone.wait_for_url("**/smazzate/2/")
    assert table.stored() == {1: (194, 106)}


def test_totals_are_saved_and_corrected(phone: Page, table: Table) -> None:
    start(phone)
    write_totals(phone)
    save(phone)
    phone.wait_for_url("**/smazzate/2/")
    phone.goto(table.by_code())
    phone.get_by_role("link", name="Correggi la smazzata 1").tap()
    expect(phone.locator("[name=A-total]")).to_have_value("194")
    phone.fill("[name=A-declared]", "17")
    save(phone)
    phone.wait_for_url(f"**{table.by_code()}")
    assert table.stored() == {1: (211, 106)}


def test_a_double_tap_saves_once(phone: Page, table: Table) -> None:
    start(phone)
    write_totals(phone)
    phone.locator("button.save").dblclick()
    phone.wait_for_url("**/smazzate/2/")
    assert table.match.round.tournament.log.filter(act__startswith="deal").count() == 1


def test_two_phones_are_shown_both_writings_and_one_is_chosen(
    phone: Page, new_phone: Callable[[], Page], table: Table
) -> None:
    other = new_phone()
    start(other)
    write_totals(other, 204, 96)
    start(phone)
    write_totals(phone)
    save(phone)
    phone.wait_for_url("**/smazzate/2/")

    expect(other.locator("#tally")).to_contain_text("204")
    save(other)
    expect(other.locator(".conflict")).to_contain_text("194 – 106")
    expect(other.locator("[data-mine]")).to_have_text("204 – 96")
    assert table.stored() == {1: (194, 106)}

    other.get_by_role("button", name="Metti la mia").tap()
    other.wait_for_url(f"**{table.by_code()}")
    assert table.stored() == {1: (204, 96)}


def test_without_network_a_deal_waits_and_goes_by_itself(phone: Page, table: Table) -> None:
    start(phone)
    write_totals(phone)
    expect(phone.locator("#tally")).to_contain_text("194")
    phone.context.set_offline(True)
    phone.fill("[name=A-declared]", "0")
    expect(phone.locator("#tally")).to_contain_text("Senza rete il conto si ferma")
    save(phone)
    expect(phone.locator(".waiting")).to_contain_text("Non ancora inviata")
    expect(phone.locator("[name=A-total]")).to_have_value("194")
    phone.context.set_offline(False)
    expect(phone.locator(".waiting-line")).to_contain_text("inviata")
    expect(phone.locator(".waiting-line")).to_have_attribute("data-state", "sent")
    phone.get_by_role("link", name="Scrivi la smazzata 2").tap()
    phone.wait_for_url("**/smazzate/2/?modo=totali")
    assert table.stored() == {1: (194, 106)}


def test_an_answer_lost_on_the_way_is_no_second_writing(phone: Page, table: Table) -> None:
    start(phone)
    write_totals(phone)

    def lose_the_answer(route: Route) -> None:
        if route.request.method == "POST" and not route.request.url.endswith("/conto/"):
            route.fetch()
            route.abort()
        else:
            route.continue_()

    phone.route("**/smazzate/1/**", lose_the_answer)
    save(phone)
    expect(phone.locator(".waiting")).to_contain_text("Non ancora inviata")
    phone.unroute("**/smazzate/1/**")
    expect(phone.locator(".waiting-line")).to_have_attribute("data-state", "sent")
    assert table.match.round.tournament.log.filter(act__startswith="deal").count() == 1


def test_a_reload_loses_nothing_and_a_saved_deal_leaves_no_draft(phone: Page, table: Table) -> None:
    start(phone)
    write_cards(phone)
    phone.reload()
    expect(phone.locator("[data-draft-found]")).to_be_visible()
    expect(phone.locator(".deck input:checked")).to_have_count(len(PILE))
    expect(phone.locator("#tally")).to_contain_text("carte toccate")
    save(phone)
    phone.wait_for_url("**/smazzate/2/")
    phone.goto(table.by_code("table_deal", 1))
    expect(phone.locator(".deck input:checked")).to_have_count(len(PILE))
    expect(phone.locator("[data-draft-found]")).to_be_hidden()


def test_a_draft_is_dropped_on_request(phone: Page) -> None:
    start(phone)
    write_cards(phone)
    phone.reload()
    phone.get_by_role("button", name="Ricomincia da capo").tap()
    expect(phone.locator(".deck input:checked")).to_have_count(0)
    phone.reload()
    expect(phone.locator("[data-draft-found]")).to_be_hidden()


def test_everything_to_tap_is_as_large_as_a_thumb(phone: Page) -> None:
    start(phone)
    phone.get_by_role("button", name="Aggiungi un accuso").tap()
    phone.select_option(".declaration select", "sequence:grande")
    small = phone.evaluate(
        """() => [...document.querySelectorAll(".deal-form :is(label, button, select, summary)")]
            .map((each) => [each.innerText, each.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.height < 48 || box.width < 44))
            .filter(([text]) => text !== "Che cosa?")
            .map(([text, box]) => [text, Math.round(box.width), Math.round(box.height)])"""
    )
    assert small == []
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
