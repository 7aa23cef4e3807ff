"""A driven browser at a table's page: real taps, and how soon the new count is painted."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.taps import Tap

CHROMIUM: Final = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
QUIET: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
#: From the touch that changes the form to the frame after its count is on the page, whoever counted it: the
#: device, or the server.
WATCH: Final = """
window.waits = [];
let touched = 0;
addEventListener("click", (event) => { touched = event.timeStamp; }, { capture: true });
addEventListener("DOMContentLoaded", () => {
  const tally = document.querySelector("#tally");
  new MutationObserver(() => {
    if (!touched || !tally.dataset.counted) return;
    const from = touched;
    touched = 0;
    requestAnimationFrame(() => setTimeout(() => window.waits.push(performance.now() - from)));
  }).observe(tally, { attributes: true, childList: true, subtree: true });
});
"""


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium without a window, closed at the end."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


def phone(chromium: Browser, url: str) -> Page:
    """A phone's page at this address, watched."""
    context = chromium.new_context(**PHONE, locale="it-IT")
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(url)
    return page


def live_counts(page: Page, targets: Iterable[str], number: int) -> list[float]:
    """The time from each of the first taps until its count was painted, in milliseconds.

    A number that is already chosen is not touched: nothing would change.
    """
    places = (page.locator(target).first for target in targets)
    changing = (place for place in places if not place.locator("input[type=radio]:checked").count())
    for done, place in enumerate(islice(changing, number), start=1):
        place.tap()
        page.wait_for_function("(done) => window.waits.length >= done", arg=done)
    waits: Any = page.evaluate("window.waits")
    return [float(each) for each in waits]


#: The target on the page for each kind of tap of ``benchmarks.taps``.
TARGETS: Final = {
    "open": "a.button-large",
    "heap": "label:has([name=heap][value='{}'])",
    "cards": "label:has([name=cards][value='{}'])",
    "grande": "label:has([name=grande][value='{}'])",
    "whole grande": "[data-run] .card-all",
    "moors": "label:has([name=moors][value='{}'])",
    "suit": "button[data-ends='{}']",
    "rank": "button[data-starts='{}']",
    "tarocchi": ".deck > :first-of-type .card-all",
    "save": "button.save[value='{}']",
}


def target(tap: Tap) -> str:
    """The place on the page that this tap touches."""
    if tap.on == "accuso":
        player, family = tap.value.split()
        return f"button[data-player='{player}'][data-family='{family}']"
    return TARGETS[tap.on].format(tap.value)
