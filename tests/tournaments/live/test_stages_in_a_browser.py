"""However long a name, or the reason of a table, a page is as wide as the phone."""

import pytest
from playwright.sync_api import Browser, Page

from tests.tournaments.live.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
SEMI_FINALS = """
t = a_tournament(a_club("Gironi"), pairs=8, turns=5, format="groups-final", groups=2, qualifiers=2)
for seed in (1, 2, 3):
    settle(t, a_round(t, seed=seed))
a_round(t, seed=4)
print(t.code)
"""
LONG_NAMES = """
t = a_tournament(a_club("Nomi lunghi"), pairs=8, turns=3, format="girone", groups=2)
t.club.people.update(last_name="Konstantinopolitanopoulos", name_consent_on=date(2026, 1, 1))
for seed in (1, 2, 3):
    settle(t, a_round(t, seed=seed))
lifecycle.close(t.pk, by=JURY)
print(t.code, t.club.slug)
"""
OPEN_ALL = "document.querySelectorAll('details').forEach(each => { each.open = true; })"


def on_a_phone(chromium: Browser, server: Server, path: str) -> Page:
    """The page with everything open that can be."""
    page = chromium.new_context(base_url=server.address, viewport=PHONE).new_page()  # type: ignore[arg-type]
    page.goto(path)
    page.evaluate(OPEN_ALL)
    return page


def width_of(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def test_why_a_table_of_the_final_is_played_fits_the_phone(chromium: Browser, server: Server) -> None:
    page = on_a_phone(chromium, server, f"/t/{server.do(SEMI_FINALS)}/")
    assert page.locator(".table-card .chip", has_text="posto del Girone").count() == 2
    assert width_of(page) <= PHONE["width"]


def test_long_names_fit_the_phone(chromium: Browser, server: Server) -> None:
    code, slug = server.do(LONG_NAMES).split()
    for path in (
        f"/t/{code}/",
        f"/t/{code}/coppie/1/",
        f"/t/{code}/andamento/",
        f"/circoli/{slug}/giocatori/",
    ):
        page = on_a_phone(chromium, server, path)
        assert page.get_by_text("Konstantinopolitanopoulos").count(), path
        assert width_of(page) <= PHONE["width"], path
