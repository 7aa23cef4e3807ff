"""The ordered list of criteria in Chromium: moved with buttons, and as good without any script."""

import os

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.tournaments.live.server import Server
from tests.tournaments.web.desk.test_in_a_browser import PHONE, _signed_in, a_tournament_on, fill_on

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def order(page: Page) -> list[str]:
    """The criteria that the list says, in order."""
    chosen: list[str] = page.eval_on_selector_all(
        "[data-criteria] select", "all => all.map((each) => each.value).filter(Boolean)"
    )
    return chosen


def test_criteria_are_moved_chosen_and_saved_with_a_thumb(chromium: Browser, server: Server) -> None:
    page = _signed_in(chromium, server, viewport=PHONE, has_touch=True, is_mobile=True)
    code = a_tournament_on(server)
    page.goto(f"/t/{code}/impostazioni/classifica/")
    before = order(page)
    rows = page.locator("[data-criteria] li:visible")
    expect(rows).to_have_count(len(before) + 1)
    page.locator("[data-criteria] li").nth(1).get_by_role("button", name="Prima").tap()
    moved = [before[1], before[0], *before[2:]]
    assert order(page) == moved
    rows.last.locator("select").select_option("opponents_strength")
    page.locator("[data-criteria] li").nth(len(before)).get_by_role("button", name="Prima").tap()
    wanted = [*moved[:-1], "opponents_strength", "lots"]
    assert order(page) == wanted
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/ranking-390.png", full_page=True)
    page.locator(".actions").get_by_role("button", name="Salva").tap()
    expect(page.get_by_text("La classifica si fa così da adesso.")).to_be_visible()
    assert order(page) == wanted
    page.context.close()


def test_without_a_script_the_selects_are_enough_and_enter_saves_the_list(
    chromium: Browser, server: Server
) -> None:
    page = _signed_in(chromium, server, viewport=PHONE, java_script_enabled=False)
    code = a_tournament_on(server)
    page.goto(f"/t/{code}/impostazioni/classifica/")
    page.locator("#id_criterion_1").select_option("total_points")
    page.locator("#id_criterion_3").select_option("")
    page.locator(".actions").get_by_role("button", name="Salva").click()
    page.wait_for_load_state()
    expect(page.locator("#id_criterion_1")).to_have_value("total_points")
    page.get_by_role("button", name="A punti vittoria").click()
    expect(page.locator("#id_criterion_1")).to_have_value("victory_points")
    page.context.close()


def test_a_row_opens_with_a_tap_and_its_link_still_leads_to_the_pair(
    chromium: Browser, server: Server
) -> None:
    page = _signed_in(chromium, server, viewport=PHONE, has_touch=True, is_mobile=True)
    code = a_tournament_on(server, pairs=4)
    server.do(f"a_round(Tournament.objects.get(code='{code}'))")
    fill_on(server, code)
    page.goto(f"/t/{code}/provvisoria/")
    row = page.locator("tr[data-pair]").last
    number = row.get_attribute("data-pair")
    row.locator("summary").tap()
    expect(row.get_by_text("Punti partita 0 · Differenza")).to_be_visible()
    assert "/provvisoria/" in page.url
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/why-390.png", full_page=True)
    row.locator(".row-link").tap()
    page.wait_for_url(f"**/coppie/{number}/")
    page.context.close()
