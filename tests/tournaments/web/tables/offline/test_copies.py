"""The pages that a phone keeps for when the network is away."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.service.installation import until
from tests.tournaments.web.tables.offline.conftest import NO_WORKER, NewPhone
from tests.tournaments.web.tables.offline.hand import (
    PATIENCE_MS,
    all_sent,
    log_in,
    open_kept,
    reach_any,
    write_totals,
)
from tests.tournaments.web.tables.offline.network import PoorNetwork
from tests.tournaments.web.tables.offline.room import SCRIPT_NAME, Evening, Sheet

KEPT_PATHS = """async () => {
    const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(caught)).flat().map((request) => new URL(request.url).pathname);
}"""
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("poor network")]


def test_a_copy_says_that_it_is_one_and_gives_way_to_the_true_page(
    phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    expect(phone.locator(".copy-note")).to_be_hidden()
    write_totals(new_phone(without=NO_WORKER), table, 1, 194, 106)
    network.is_down = True
    phone.reload()
    expect(phone.locator(".copy-note")).to_be_visible()
    expect(phone.locator(".scorecard")).not_to_contain_text("194")
    network.is_down = False
    expect(phone.locator(".copy-note")).to_be_hidden(timeout=PATIENCE_MS)
    expect(phone.locator(".scorecard")).to_contain_text("194")


def test_the_phone_keeps_the_players_pages_and_files_alone(phone: Page, table: Sheet) -> None:
    reach_any(phone, "/accesso/login/")
    phone.evaluate(
        "Promise.all(['pages-of-an-older-criccone', 'files-older'].map((name) => caches.open(name)))"
    )
    open_kept(phone, table)
    reach_any(phone, "/")
    reach_any(phone, "/accesso/login/")
    # The worker deletes them while it starts, beside the first pages.
    are_gone = "caches.keys().then((names) => !names.some((name) => name.includes('older')))"
    until(lambda: phone.evaluate(are_gone), "copies of an older version are still there")
    kept = phone.evaluate(KEPT_PATHS)
    assert {path.split("/")[1] for path in kept} == {"static", "tavolo"}
    assert {path.split("/")[2] for path in kept if path.startswith("/tavolo/")} == {table.codes["A"]}


def open_around(phone: Page, table: Sheet) -> str:
    """Opens the table's evening; the address of its standings, once the phone keeps all that it ever will."""
    open_kept(phone, replace(table, by_evening=True))
    standings = phone.locator("[data-results]").get_attribute("href") or ""
    until(lambda: standings in phone.evaluate(KEPT_PATHS), "the phone never kept the standings")
    return standings


def test_the_home_page_and_the_standings_open_without_network_once_the_evening_was_opened(
    phone: Page, network: PoorNetwork, table: Sheet
) -> None:
    standings = open_around(phone, table)
    network.is_down = True
    for page in ("/", standings):
        phone.goto(page)
        expect(phone.locator("h1")).to_be_visible()
        expect(phone.locator("html")).to_have_attribute("data-copy", "")
    network.is_down = False


def test_an_officers_home_page_is_not_kept(phone: Page, table: Sheet) -> None:
    log_in(phone, "ada")
    open_around(phone, table)
    reach_any(phone, "/")
    assert "/" not in phone.evaluate(KEPT_PATHS)


def test_a_name_with_a_script_is_a_name(phone: Page, network: PoorNetwork, evening: Evening) -> None:
    table = evening.table("odd")
    said: list[str] = []
    phone.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    open_kept(phone, table)
    expect(phone.locator("#table")).to_contain_text(SCRIPT_NAME)
    network.is_down = True
    write_totals(phone, table, 1, 194, 106)
    expect(phone.locator("main")).to_contain_text(SCRIPT_NAME)
    network.is_down = False
    phone.goto(table.url())
    all_sent(phone)
    assert said == []


def test_the_points_counter_opens_without_network_once_it_was_read(phone: Page, network: PoorNetwork) -> None:
    reach_any(phone, "/impara/conta/")
    kept = "caches.match('/impara/conta/', { ignoreVary: true }).then((found) => found !== undefined)"
    until(lambda: phone.evaluate(kept), "the phone never kept the points counter")
    network.is_down = True
    phone.reload()
    phone.wait_for_selector("[data-points-counter][data-ready]")
    expect(phone.locator("#tally")).to_contain_text("Tocca quante prese")
