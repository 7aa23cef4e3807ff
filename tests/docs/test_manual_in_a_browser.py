"""The manual in a browser, served by the program under its Content-Security-Policy, and opened as files."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django import Settings

from tests.criccone.test_accessible_in_a_browser import faults_of
from tests.docs import built as manual
from tests.samples import of_today

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:No directory at"),
]
#: A word of the page on backups, in an inflected form: the search stems.
SOUGHT = {"it": ("cifrate", "Copie di sicurezza"), "en": ("encrypting", "Backups")}
#: What people search for, in words that the pages do not use.
UNWRITTEN = {
    "it": {"wifi": "Quando qualcosa non va", "stampante": "Organizzatore", "tesserino": "Segretario"},
    "en": {"wifi": "When something goes wrong", "printer": "Organiser"},
}


@pytest.fixture(scope="module")
def built() -> Path:
    return manual.built()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Pages in a browser without a network; at the end, no console has told of an error."""
    told: list[str] = []
    pages: list[Page] = []

    def new_page(**options: Any) -> Page:
        page = browser.new_context(**options).new_page()
        page.on("console", lambda each: told.append(each.text) if each.type == "error" else None)
        # A page that is left while it loads gives up its fonts, which is no failure.
        page.on(
            "requestfailed",
            lambda each: told.append(each.url) if each.failure != "net::ERR_ABORTED" else None,
        )
        pages.append(page)
        return page

    yield new_page
    for page in pages:
        page.context.close()
    assert told == []


def search(page: Page, language: str) -> None:
    word, title = SOUGHT[language]
    page.locator("input[name=q]").first.fill(word)
    page.locator("input[name=q]").first.press("Enter")
    expect(page.locator("#search-results li a", has_text=title).first).to_be_visible()


@pytest.mark.parametrize("language", ["it", "en"])
def test_it_is_served_under_the_policy_and_searched(
    opened: Callable[..., Page], built: Path, live_server: Any, settings: Settings, language: str
) -> None:
    settings.MANUAL_DIR = built
    page = opened(locale={"it": "it-IT", "en": "en-GB"}[language], base_url=live_server.url)
    page.goto("/manuale/")
    expect(page).to_have_url(f"{live_server.url}/manuale/{language}/")
    expect(page.locator(".program").first).to_be_visible()
    search(page, language)
    expect(page.locator("#search-results .context").first).to_be_visible()
    page.locator("#search-results li a").first.click()
    page.locator("a[hreflang]").first.click()
    expect(page.locator("html")).to_have_attribute("lang", {"it": "en", "en": "it"}[language])
    page.wait_for_load_state()


@pytest.mark.parametrize("language", ["it", "en"])
def test_it_opens_and_is_searched_without_a_server(
    opened: Callable[..., Page], built: Path, language: str
) -> None:
    page = opened(offline=True)
    for word, title in UNWRITTEN[language].items():
        page.goto((built / language / "search.html").as_uri() + f"?q={word}")
        expect(page.locator("#search-results li a", has_text=title).first).to_be_visible()
    page.goto((built / language / "index.html").as_uri())
    expect(page.locator(".program").first).to_be_hidden()
    search(page, language)


def test_the_theme_chosen_on_the_pages_is_the_manuals_too(
    opened: Callable[..., Page], built: Path, live_server: Any, settings: Settings
) -> None:
    settings.MANUAL_DIR = built
    page = opened(base_url=live_server.url, color_scheme="light")
    page.goto("/manuale/it/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.evaluate("localStorage.setItem('theme', 'dark')")
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    page.locator(".theme-toggle:visible").first.click()
    expect(page.locator("body")).not_to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


@pytest.mark.parametrize(
    ("page_name", "width"),
    of_today(
        [*product(("index", "organizzatore", "riferimento-impostazioni", "installare"), (320, 390, 1280))], 4
    ),
)
def test_no_page_is_wider_than_the_screen(
    opened: Callable[..., Page], built: Path, width: int, page_name: str
) -> None:
    page = opened(viewport={"width": width, "height": 800})
    page.goto((built / "it" / f"{page_name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("page_name", "width"),
    of_today([*product(("prima-serata", "copie", "riferimento-comandi", "search"), (390, 1280))], 3),
)
def test_axe_finds_no_fault(opened: Callable[..., Page], built: Path, width: int, page_name: str) -> None:
    page = opened(viewport={"width": width, "height": 800})
    page.goto((built / "it" / f"{page_name}.html").as_uri())
    # The theme's two side columns are landmarks without names, around navigations that have them.
    assert [fault for fault in faults_of(page) if "landmark-unique" not in fault] == []
