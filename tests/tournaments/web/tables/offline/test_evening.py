"""An evening over the Wi-Fi as it is, before a real server: nothing is lost, nothing arrives twice."""

from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import CHROMIUM, QUIET
from tests.tournaments.web.tables.offline.conftest import HAND, NO_WORKER, NewPhone
from tests.tournaments.web.tables.offline.hand import (
    PATIENCE_MS,
    all_sent,
    fill_totals,
    open_kept,
    reach,
    reach_any,
    told,
    waits,
    write_totals,
    write_without_network,
)
from tests.tournaments.web.tables.offline.network import PoorNetwork, poor_network
from tests.tournaments.web.tables.offline.room import Evening, Sheet
from tests.tournaments.web.tables.test_in_a_browser import save, save_cards, write_cards

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("poor network")]

FIGURES = {1: (194, 106), 2: (204, 96), 3: (97, 153), 4: (190, 110)}
PLAIN_HTTP = """
delete Navigator.prototype.serviceWorker;
delete Navigator.prototype.locks;
delete Crypto.prototype.randomUUID;
"""


def test_an_evening_over_a_network_that_loses_a_third(evening: Evening, new_phone: NewPhone) -> None:
    table = evening.table()
    with poor_network(evening.port, seed=7) as network:
        page = new_phone(via=network)
        open_kept(page, table)
        network.loses = 1 / 3
        for number, (a, b) in FIGURES.items():
            write_totals(page, table, number, a, b)
        reach(page, table.url())
        all_sent(page)
    assert min(network.lost.values()) > 1
    assert table.stored() == FIGURES
    assert table.acts() == [("deal.entered", number) for number in FIGURES]


def test_cards_tapped_over_a_network_that_loses_a_third(evening: Evening, new_phone: NewPhone) -> None:
    table = evening.table()
    with poor_network(evening.port, seed=3) as network:
        page = new_phone(via=network)
        open_kept(page, table)
        network.loses = 1 / 3
        for number in (1, 2):
            reach(page, table.url(number, way="carte"))
            write_cards(page)
            save_cards(page)
            told(page, number)
        reach(page, table.url())
        all_sent(page)
    assert set(table.stored()) == {1, 2}
    assert table.acts() == [("deal.entered", 1), ("deal.entered", 2)]


def test_two_deals_written_without_network_go_in_order_after_the_browser_was_closed(
    chromium: Browser, network: PoorNetwork, table: Sheet, tmp_path: Path
) -> None:
    table = replace(table, by_evening=True)

    def switched_on() -> BrowserContext:
        context = chromium.browser_type.launch_persistent_context(
            tmp_path, executable_path=CHROMIUM, args=QUIET, base_url=network.url, **HAND
        )
        context.set_default_timeout(PATIENCE_MS)
        return context

    with closing(switched_on()) as first:
        page = first.new_page()
        open_kept(page, table)
        network.is_down = True
        page.reload()
        expect(page.locator(".copy-note")).to_be_visible()
        expect(page.locator("[data-no-reload]")).to_be_hidden()
        page.locator("a.button-large", has_text="Scrivi la smazzata 1").tap()
        page.get_by_role("link", name="Totali").tap()
        fill_totals(page, 194, 106)
        save(page)
        waits(page, 1)
        expect(page.locator(".waiting-line")).to_contain_text("Totale 194 – 106")
        page.locator("a.button-large", has_text="Scrivi la smazzata 2").tap()
        page.wait_for_url("**/smazzate/2/?modo=totali")
        fill_totals(page, 204, 96)
        save(page)
        waits(page, 1, 2)
    network.is_down = False
    assert table.stored() == {}
    with closing(switched_on()) as again:
        page = again.new_page()
        page.goto(table.url())
        all_sent(page)
        expect(page.locator(".scorecard")).to_contain_text("204")
    assert table.acts() == [("deal.entered", 1), ("deal.entered", 2)]
    assert table.stored() == {1: (194, 106), 2: (204, 96)}


def test_what_waits_is_counted_on_any_page_and_sent_from_there(
    new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    page = new_phone(without=PLAIN_HTTP)
    reach_any(page, "/")
    expect(page.locator(".pending")).to_have_count(0)
    reach(page, table.url(1))
    network.is_down = True
    fill_totals(page, 194, 106)
    save(page)
    waits(page, 1)
    network.is_down = False
    network.loses_posts = True
    reach_any(page, "/")
    expect(page.locator(".pending")).to_have_text("Da inviare: 1")
    network.loses_posts = False
    expect(page.locator(".pending")).to_be_hidden(timeout=PATIENCE_MS)
    assert table.acts() == [("deal.entered", 1)]


def test_plain_http_has_no_worker_and_no_locks_and_still_nothing_is_lost(
    new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    page = new_phone(without=PLAIN_HTTP)
    reach(page, table.url(1))
    network.is_down = True
    fill_totals(page, 194, 106)
    save(page)
    waits(page, 1)
    expect(page.locator(".save")).to_be_hidden()  # nothing more to save until something is changed
    expect(page.get_by_text("Lascia aperta questa pagina")).to_be_visible()
    expect(page.get_by_role("link", name="Scrivi la smazzata 2")).to_have_count(0)
    network.is_down = False
    all_sent(page)
    page.get_by_role("link", name="Scrivi la smazzata 2").tap()
    page.wait_for_url("**/smazzate/2/**")
    assert table.acts() == [("deal.entered", 1)]


def test_the_server_starts_again_in_the_middle(evening: Evening, new_phone: NewPhone, table: Sheet) -> None:
    with poor_network(evening.port) as network:
        page = new_phone(without=NO_WORKER, via=network)
        with evening.here.served(processes=1) as network.upstream:
            write_totals(page, table, 1, 194, 106)
            reach(page, table.url(2))
            fill_totals(page, 204, 96)
        # Its process is killed here, as by a power cut.
        save(page)
        waits(page, 2)
        network.upstream = evening.port
        all_sent(page)
    assert table.acts() == [("deal.entered", 1), ("deal.entered", 2)]


def test_a_phone_a_day_ahead_writes_and_sends_as_any_other(
    phone: Page, network: PoorNetwork, table: Sheet
) -> None:
    phone.clock.set_system_time(datetime.now().astimezone() + timedelta(days=1))
    open_kept(phone, table)
    ends = phone.locator(".turn-time span").inner_text()
    network.is_down = True
    write_totals(phone, table, 1, 194, 106)
    phone.clock.set_system_time(datetime.now().astimezone() - timedelta(days=1))
    write_totals(phone, table, 2, 204, 96)
    network.is_down = False
    phone.goto(table.url())
    all_sent(phone)
    expect(phone.locator(".turn-time span")).to_have_text(ends)
    assert table.acts() == [("deal.entered", 1), ("deal.entered", 2)]


def test_a_token_that_is_gone_is_fetched_again(plain_phone: Page, network: PoorNetwork, table: Sheet) -> None:
    write_without_network(plain_phone, network, table, 194, 106)
    plain_phone.context.clear_cookies()
    network.is_down = False
    all_sent(plain_phone)
    assert table.acts() == [("deal.entered", 1)]


def test_a_confirmation_waits_too_and_counts_once(
    plain_phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    write_totals(plain_phone, table, 1, 194, 106)
    others = new_phone(without=NO_WORKER)
    reach(others, table.url(side="B"))
    expect(others.get_by_role("button", name="Sì, è giusta")).to_be_visible()
    network.is_down = True
    others.get_by_role("button", name="Sì, è giusta").tap()
    expect(others.locator(".waiting-line[data-state=waiting]")).to_contain_text("La tua conferma")
    network.is_down = False
    all_sent(others)
    assert table.acts() == [("deal.entered", 1), ("deal.confirmed", 1)]


def test_two_phones_bring_their_deals_out_of_order(
    plain_phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    write_without_network(plain_phone, network, table, 194, 106)
    plain_phone.goto("about:blank")
    network.is_down = False
    write_totals(new_phone(without=NO_WORKER), table, 2, 204, 96)
    plain_phone.goto(table.url())
    all_sent(plain_phone)
    assert table.stored() == {1: (194, 106), 2: (204, 96)}
