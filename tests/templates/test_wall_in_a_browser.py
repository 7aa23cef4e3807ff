"""What fit.js and prizes.js do on the wall, in Chromium, without a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.service.installation import until

pytestmark = pytest.mark.browser

SCRIPTS = Path(__file__).resolve().parents[2] / "criccone/static/js"
WALL = "http://wall.example/"
FIT = """<!doctype html><html lang="it"><style>
body { margin: 0 } .box { width: 600px; height: 300px; font: 10px/1.2 monospace; overflow: hidden }
ol { margin: 0; padding: 0; list-style: none } span { display: block; white-space: nowrap }
</style><body>
<div id="short" class="box names" data-fit="0.5"><span>Anna</span></div>
<div id="long" class="box names" data-fit="0.5"><span>Bartolomeo Zanichelli Buonaparte</span></div>
<ol id="many" class="box" data-fit="0.5">ROWS</ol>
<div id="unseen" class="box" data-fit="0.5" hidden>Anna</div>
<script type="module">import { fitAll } from "./fit.js";
fitAll(); document.body.dataset.ready = "yes";</script>
</body></html>""".replace("ROWS", "<li>Anna Rossi</li>" * 12)
# Two pairs share the third place: nobody has the second, and the list of places has no fifth.
PRIZES = """<!doctype html><html lang="it"><body>
<section id="start" data-prize><a href="#posto-10">Dal decimo</a><a href="#posto-5">Dal quinto</a>
<a href="/turni/">Vai ai turni</a></section>
<section id="posto-6" data-prize="6" hidden>sesta</section>
<section id="posto-3" data-prize="3" hidden>terze</section>
<section id="posto-1" data-prize="1" hidden>prima</section>
<script type="module">import "./prizes.js"; document.body.dataset.ready = "yes";</script>
</body></html>"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    yield context.new_page()
    context.close()


def shown(page: Page, body: str) -> Page:
    """The page with its modules running; every other address of the wall is an empty page."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(WALL)
        if name.endswith(".js"):
            route.fulfill(path=SCRIPTS / name, content_type="text/javascript")
        else:
            route.fulfill(body=body if not name else "", content_type="text/html")

    page.route(f"{WALL}**", answer)
    page.goto(WALL)
    page.wait_for_selector("body[data-ready]")
    return page


def size(page: Page, part: str) -> float:
    found: float = page.locator(part).evaluate("box => parseFloat(getComputedStyle(box).fontSize)")
    return found


def is_cut(page: Page, part: str) -> bool:
    found: bool = page.locator(part).evaluate(
        """box => [box, ...box.querySelectorAll("li, span")].some(
            (each) => each.scrollWidth > each.clientWidth + 1)
            || box.scrollHeight > box.clientHeight + 1"""
    )
    return found


def test_text_is_as_large_as_its_box_allows_and_nothing_is_cut(page: Page) -> None:
    shown(page, FIT)
    assert [part for part in ("#short", "#long", "#many") if is_cut(page, part)] == []
    # A short name is limited by the height of its box, a long one by the width, a list by its rows.
    assert size(page, "#short") > 200
    assert 25 < size(page, "#long") < 40
    assert 15 < size(page, "#many") < 30


def test_a_part_that_is_not_shown_keeps_the_size_of_its_style_sheet(page: Page) -> None:
    shown(page, FIT)
    assert page.locator("#unseen").get_attribute("style") is None


def test_another_size_of_the_window_fits_again(page: Page) -> None:
    shown(page, FIT)
    before = size(page, "#short")
    page.set_viewport_size({"width": 1280, "height": 300})
    until(lambda: size(page, "#short") < before, "the size stayed the same")
    assert size(page, "#short") <= 150, "at most half of the window's height"


def test_keys_and_taps_go_on_and_back_and_stop_at_both_ends(page: Page) -> None:
    shown(page, PRIZES)
    visible = page.locator("section:visible")
    page.keyboard.press("ArrowLeft")
    expect(visible).to_contain_text("Dal decimo")
    for key, then in [
        ("ArrowRight", "sesta"), ("Space", "terze"), ("PageUp", "sesta"), ("PageDown", "terze"),
        ("Enter", "prima"), ("ArrowRight", "prima"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect(visible).to_have_count(1)
        expect(visible).to_have_text(then)
    page.keyboard.press("ArrowUp")
    page.locator("section:visible").click()
    expect(visible).to_have_text("prima")


@pytest.mark.parametrize(
    ("link", "then"), [("Dal decimo", "sesta"), ("Dal quinto", "terze")], ids=["too few places", "a tie"]
)
def test_the_places_begin_where_the_organiser_chooses(page: Page, link: str, then: str) -> None:
    shown(page, PRIZES)
    page.get_by_role("link", name=link).click()
    expect(page.locator("section:visible")).to_have_text(then)
    assert page.url == WALL


def test_a_link_elsewhere_is_followed_by_a_tap_and_by_enter(page: Page) -> None:
    shown(page, PRIZES)
    page.get_by_role("link", name="Vai ai turni").press("Enter")
    page.wait_for_url("**/turni/")
    page.goto(WALL)
    page.wait_for_selector("body[data-ready]")
    page.get_by_role("link", name="Vai ai turni").click()
    page.wait_for_url("**/turni/")
