"""What messages.js and combobox.js do with the components, in Chromium, without a server."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
BARE = """<!doctype html><html lang="it"><body>
<div id="messages"></div><div id="toasts"></div>
<template id="words" data-signs="/signs.svg" data-dismiss="Chiudi"
  data-offline="Sei senza rete." data-online="Eccola."
  data-forbidden="Non puoi." data-missing="Non c'è più." data-failed="Qualcosa non ha funzionato."></template>
<form><input id="first" role="combobox" aria-expanded="false" aria-controls="found" data-value-into="person">
<input type="hidden" name="person"><ul id="found" role="listbox" class="options"></ul><input id="next"></form>
</body></html>"""
FOUND = """
<li role="option" data-value="114" data-text="Anna Rossi">Anna Rossi <small>tessera 114</small></li>
<li role="option" data-value="7">Marco Rossini</li>"""


@pytest.fixture(scope="module")
def browser_page(chromium: Browser) -> Page:
    return chromium.new_page()


@pytest.fixture
def page(browser_page: Page) -> Page:
    """A bare page with the script running and the cursor in the list's input, two people found."""
    browser_page.goto("about:blank")
    browser_page.set_content(BARE)
    for name in ("messages", "combobox"):
        run_module(browser_page, name)
    browser_page.focus("#first")
    browser_page.keyboard.type("ros")
    arrive(browser_page, FOUND)
    return browser_page


def run_module(page: Page, name: str) -> None:
    """A module in the page runs as soon as it can, not at once: it says when it has."""
    script = (ROOT / f"criccone/static/js/{name}.js").read_text()
    page.add_script_tag(content=f"{script}\ndocument.documentElement.dataset.{name} = 'runs';", type="module")
    page.wait_for_selector(f"html[data-{name}]", state="attached")


def arrive(page: Page, items: str) -> None:
    """Put the items in the list and say so, as htmx does after a swap."""
    page.evaluate(
        """(items) => {
            const list = document.getElementById("found");
            list.innerHTML = items;
            list.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true }));
        }""",
        items,
    )


def chosen(page: Page) -> tuple[str, str]:
    return page.input_value("#first"), page.input_value("[name=person]")


def test_a_person_is_picked_with_the_arrows_and_enter(page: Page) -> None:
    assert page.get_attribute("#first", "aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert chosen(page) == ("Marco Rossini", "7")
    assert page.get_attribute("#first", "aria-expanded") == "false"
    assert page.locator("#found li").count() == 0


def test_the_marked_person_is_told_to_screen_readers(page: Page) -> None:
    page.keyboard.press("ArrowUp")
    marked = page.get_attribute("#first", "aria-activedescendant")
    assert page.inner_text(f"#{marked}") == "Marco Rossini"
    assert page.get_attribute(f"#{marked}", "aria-selected") == "true"


def test_tab_takes_the_marked_person_and_goes_on(page: Page) -> None:
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert chosen(page) == ("Anna Rossi", "114")
    assert page.evaluate("document.activeElement.id") == "next"


def test_a_name_nobody_was_picked_for_stays_a_guest(page: Page) -> None:
    page.keyboard.press("Tab")
    assert chosen(page) == ("ros", "")


def test_writing_on_after_a_choice_forgets_it(page: Page) -> None:
    page.click("#found li >> nth=0")
    assert chosen(page) == ("Anna Rossi", "114")
    page.keyboard.type("i")
    assert chosen(page) == ("Anna Rossii", "")


def test_escape_closes_the_list_and_keeps_what_was_written(page: Page) -> None:
    page.keyboard.press("Escape")
    assert page.locator("#found li").count() == 0
    assert chosen(page) == ("ros", "")


def test_a_late_answer_does_not_open_a_list_that_was_left(page: Page) -> None:
    page.focus("#next")
    arrive(page, FOUND)
    assert page.locator("#found li").count() == 0


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(403, "Non puoi."), (404, "Non c'è più."), (500, "Qualcosa non ha funzionato.")],
)
def test_a_request_that_fails_says_so_once(page: Page, status: int, sentence: str) -> None:
    detail = json.dumps({"xhr": {"status": status}})
    event = f"new CustomEvent('htmx:responseError', {{ bubbles: true, detail: {detail} }})"
    page.evaluate(f"document.body.dispatchEvent({event})")
    page.evaluate(f"document.body.dispatchEvent({event})")
    assert page.locator("#messages [role=alert]").all_inner_texts() == [sentence]
    page.click("[data-dismiss]")
    assert page.locator("#messages .banner").count() == 0


def test_a_toast_asked_by_the_answer_is_shown(page: Page) -> None:
    page.evaluate(
        "document.body.dispatchEvent(new CustomEvent('toast', {bubbles: true, detail: {value: 'Salvato'}}))"
    )
    assert page.inner_text("#toasts") == "Salvato"


def test_losing_the_network_is_said_and_taken_back(page: Page) -> None:
    page.evaluate("dispatchEvent(new Event('offline'))")
    assert page.inner_text("#messages") == "Sei senza rete."
    page.evaluate("dispatchEvent(new Event('online'))")
    assert page.inner_text("#messages") == ""
    assert page.inner_text("#toasts") == "Eccola."
