"""What a hand does on a phone in the room, as patient with the network as a person is."""

import time
from http import HTTPStatus

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, expect

from tests.evening import PASSWORD
from tests.service.installation import PATIENCE_SECONDS, until
from tests.tournaments.web.tables.offline.network import PoorNetwork
from tests.tournaments.web.tables.offline.room import Sheet
from tests.tournaments.web.tables.test_in_a_browser import choose, save

PATIENCE_MS = 20_000
KEPT_PAGES = """async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
    const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return navigator.serviceWorker.controller ? Math.max(0, ...pages.map((each) => each.length)) : 0;
}"""
KEPT_BLANKS = "Object.keys(localStorage).filter((name) => name.includes('/smazzate/nuova/')).length"
#: The document and its files.
KEPT_DOCUMENT = """async () => {
    if (!navigator.serviceWorker) return true;
    const files = performance.getEntriesByType("resource").map(({ name }) => name)
        .filter((name) => /\\.(css|js)$/.test(name));
    const kept = [location.pathname, ...files].map((url) => caches.match(url, { ignoreVary: true }));
    return Boolean(navigator.serviceWorker.controller) && (await Promise.all(kept)).every(Boolean);
}"""
ALL_PAGES = 1 + 4 * 3
# Every script of the page has come and started.
WHOLE = "body:has([data-waiting][data-ready]):not(:has([data-deal]:not([data-ready])))"


def open_kept(page: Page, table: Sheet, *, side: str = "A") -> None:
    """The table's page, with every page of the table kept on the phone."""
    reach(page, table.url(side=side))
    if table.by_evening:
        until_the_page(page, f"{KEPT_BLANKS} === 3", "the phone never kept the blank forms")
        until_the_page(page, f"({KEPT_DOCUMENT})()", "the phone never kept the document")
        return
    kept = f"({KEPT_PAGES})().then((pages) => pages >= {ALL_PAGES})"
    until_the_page(page, kept, "the phone never kept the table's pages")


def until_the_page(page: Page, says: str, otherwise: str) -> None:
    """Returns once this script of the page gives true, asked a few times a second: each question is work."""
    patience = time.monotonic() + PATIENCE_SECONDS
    while not page.evaluate(says):
        assert time.monotonic() < patience, otherwise
        page.wait_for_timeout(250)


def reach(page: Page, url: str) -> None:
    """The page, reloaded as often as a person would."""
    for _try in range(20):
        try:
            page.goto(url)
            page.locator(WHOLE).wait_for(state="attached", timeout=3000)
        except BrowserError:
            continue
        return
    raise AssertionError(f"{url} never came whole")


def reach_any(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("#content")).to_be_visible()


def log_in(page: Page, name: str) -> None:
    """Signed in; a try that is answered 403 is made again, twice at most.

    Once the page after it was a stranger's. Not seen, only likely: on a device without any cookie the token
    of the form and that of a page asked for in the background cross.
    """
    said = [_try_to_log_in(page, name)]
    while said[-1] == HTTPStatus.FORBIDDEN and len(said) < 3:
        said.append(_try_to_log_in(page, name))
    assert said[-1] == HTTPStatus.FOUND, said


def _try_to_log_in(page: Page, name: str) -> int:
    page.goto("/accesso/login/")
    page.fill("[name=login]", f"{name}@example.org")
    page.fill("[name=password]", PASSWORD)
    # The answer brings the session: whoever goes on before it is nobody.
    with page.expect_response(
        lambda answer: answer.request.method == "POST" and "login" in answer.url
    ) as said:
        page.get_by_role("button", name="Entra", exact=True).tap()
    page.wait_for_load_state()
    return said.value.status


def fill_totals(page: Page, a: int, b: int) -> None:
    page.fill("[name=A-total]", str(a))
    page.fill("[name=B-total]", str(b))
    choose(page, "last_trick", "A")


def write_totals(page: Page, table: Sheet, number: int, a: int, b: int, *, side: str = "A") -> None:
    """Written, saved, and the phone has said what became of it."""
    reach(page, table.url(number, side=side))
    fill_totals(page, a, b)
    save(page)
    told(page, number)


def write_without_network(page: Page, network: PoorNetwork, table: Sheet, a: int, b: int) -> None:
    """The first deal, on a page that was opened before the network went."""
    reach(page, table.url(1))
    network.is_down = True
    fill_totals(page, a, b)
    save(page)
    waits(page, 1)


def told(page: Page, number: int) -> None:
    said = page.locator(".waiting-line, #answer .banner")
    until(lambda: f"/smazzate/{number}/" not in page.url or said.count(), "nothing was said of the saving")


def waits(page: Page, *numbers: int) -> None:
    lines = page.locator(".waiting-line[data-state=waiting]")
    expect(lines).to_have_count(len(numbers))
    for line, number in zip(lines.all(), numbers, strict=True):
        expect(line).to_contain_text(f"Smazzata {number}")


def all_sent(page: Page) -> None:
    kept = "Object.keys(localStorage).filter((name) => name.startsWith('criccone:'))"
    until(lambda: quietly(page, kept) == [], "something still waits on the phone")
    expect(page.locator(".waiting-line:not([data-state=sent])")).to_have_count(0)


def quietly(page: Page, script: str) -> object:
    """What the script answers; nothing while one page gives way to another."""
    try:
        return page.evaluate(script)
    except BrowserError:
        return None
