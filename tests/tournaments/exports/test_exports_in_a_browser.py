"""An archive opened from a disk in a browser without any network: every page, every link, both themes."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django import DjangoDbBlocker

from tests.browser import launched
from tests.tournaments.exports.conftest import Scene
from tests.tournaments.exports.test_archives import made

pytestmark = [pytest.mark.django_db, pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def unpacked(
    made_scene: Callable[[], Scene],
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The folder as a club has it on its disk."""
    disk = tmp_path_factory.mktemp("disco")
    with django_db_blocker.unblock():
        body = bytes(made(made_scene().finished).files.get(path="").body)
    with zipfile.ZipFile(io.BytesIO(body)) as bundle:
        bundle.extractall(disk)
    (folder,) = disk.iterdir()
    return folder


@pytest.fixture
def browser(unpacked: Path) -> Iterator[Browser]:
    """Started once the archive is made: while Playwright's loop runs, Django leaves the database alone."""
    with launched() as started:
        yield started


def pages_by_following(page: Page, folder: Path) -> dict[str, str]:
    """The title of every page that links lead to, from the index on; a broken link is an error."""
    seen: dict[str, str] = {}
    waiting = [folder / "index.html"]
    while waiting:
        path = waiting.pop()
        here = str(path.relative_to(folder))
        if here in seen:
            continue
        page.goto(path.as_uri())
        seen[here] = page.title()
        links = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        for link in {link.partition("#")[0] for link in links}:
            assert link.startswith(folder.as_uri()), f"{here} leads to {link}"
            target = Path(re.sub("^file://", "", link.replace("%20", " ")))
            assert target.is_file(), f"{here} leads to {link}"
            if target.suffix == ".html":
                waiting.append(target)
    return seen


def test_every_page_opens_from_the_disk_with_the_network_off(unpacked: Path, browser: Browser) -> None:
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    asked: list[str] = []
    troubles: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: troubles.append(said.text))
    page.on("requestfailed", lambda request: troubles.append(request.url))

    seen = pages_by_following(page, unpacked)

    assert set(seen) == {str(path.relative_to(unpacked)) for path in unpacked.rglob("*.html")}, (
        "a page that no link leads to"
    )
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert troubles == []
    context.close()


def test_it_reads_as_the_site_does(unpacked: Path, browser: Browser) -> None:
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto((unpacked / "index.html").as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text("Torneo di novembre")
    assert page.locator(".standings tbody tr").count() == 11
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('1rem Atkinson'))")
    # Signs are drawn from the page itself.
    assert page.locator(".home svg").bounding_box()["width"] > 40  # type: ignore[index]
    page.locator("summary", has_text="Perché").first.click()
    expect(page.locator(".place-why[open]")).to_contain_text("Punti partita")

    page.get_by_role("link", name="Cognome001 Anna").first.click()
    page.locator("details.how summary", has_text="Perché?").first.click()
    expect(page.locator(".told").first).to_be_visible()
    context.close()


def test_it_follows_the_theme_of_the_device_and_prints(unpacked: Path, browser: Browser) -> None:
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((unpacked / "turni" / "1.html").as_uri())
    grounds = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds == ["rgb(246, 236, 217)", "rgb(26, 17, 13)"]
    page.emulate_media(media="print", color_scheme="light")
    assert page.locator(".turns").is_hidden()
    assert page.locator(".standings").is_visible()
    context.close()
