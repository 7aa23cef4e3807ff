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
GIRONI = """
t = a_tournament(a_club("Muro"), pairs=%d, turns=3, format="girone", groups=2)
%s
print(t.code)
"""
WALL = {"width": 1920, "height": 1080}
#: The size of the names, and how much of the window's height is below the last row.
ON_THE_WALL = """() => {
    const slide = document.querySelector(".slide:not([hidden])");
    const sizeOf = (each) => parseFloat(getComputedStyle(each).fontSize);
    const names = [...slide.querySelectorAll(".names")].map(sizeOf);
    const below = [...slide.querySelectorAll("li")].map((each) => each.getBoundingClientRect().bottom);
    return [Math.min(...names), 1 - Math.max(...below) / innerHeight];
}"""
OPEN_ALL = "document.querySelectorAll('details').forEach(each => { each.open = true; })"


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Page:
    return chromium.new_context(base_url=server.address, viewport=PHONE).new_page()  # type: ignore[arg-type]


def open_whole(page: Page, path: str) -> None:
    """Opens everything of the page that can be opened."""
    page.goto(path)
    page.evaluate(OPEN_ALL)


def width_of(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def test_why_a_table_of_the_final_is_played_fits_the_phone(phone: Page, server: Server) -> None:
    open_whole(phone, f"/t/{server.do(SEMI_FINALS)}/")
    assert phone.locator(".table-card .chip", has_text="posto del Girone").count() == 2
    assert width_of(phone) <= PHONE["width"]


def test_long_names_fit_the_phone(phone: Page, server: Server) -> None:
    code, slug = server.do(LONG_NAMES).split()
    for path in (
        f"/t/{code}/",
        f"/t/{code}/coppie/1/",
        f"/t/{code}/andamento/",
        f"/circoli/{slug}/giocatori/",
    ):
        open_whole(phone, path)
        assert phone.get_by_text("Konstantinopolitanopoulos").count(), path
        assert width_of(phone) <= PHONE["width"], path


@pytest.mark.parametrize(
    ("pairs", "stage", "size", "below"),
    [
        (6, "a_round(t)", 90, 0.1),
        (6, "settle(t, a_round(t))", 48, 0.1),
        (14, "settle(t, a_round(t))", 60, 0.1),
    ],
    ids=["drawn", "small", "large"],
)
def test_a_girone_fills_the_wall_however_few_its_pairs(
    chromium: Browser, server: Server, pairs: int, stage: str, size: float, below: float
) -> None:
    code = server.do(GIRONI % (pairs, stage))
    page = chromium.new_context(base_url=server.address, viewport=WALL).new_page()  # type: ignore[arg-type]
    page.goto(f"/t/{code}/proiettore/")
    page.keyboard.press(" ")
    while not page.locator(".slide:visible", has_text="Girone A").count():
        page.keyboard.press("ArrowRight")
    letters, blank = page.evaluate(ON_THE_WALL)
    assert letters >= size
    assert blank <= below
