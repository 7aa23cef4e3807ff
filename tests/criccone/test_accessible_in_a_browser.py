"""axe finds no fault on any page of the installation, on a phone, light or dark."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.test import Client
from playwright.sync_api import Browser, Page

from club.models import Club, RoleKind
from tests.browser import PATIENCE
from tests.criccone.test_every_address import ALL, GETS, address, scene
from tests.evening import an_officer, signed_in
from tests.samples import of_today

__all__ = ["scene"]  # a fixture

ROOT = Path(__file__).resolve().parents[2]
#: Returns what breaks a rule of WCAG 2.2, or of axe's good practice.
FAULTS = """async (only) => {
  const { violations } = await axe.run({ preload: false, resultTypes: ["violations"], ...only });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => [id, node.html, node.failureSummary]));
}"""
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}


def pages_of(client: Client, names: list[str], words: dict[str, Any]) -> dict[str, bytes]:
    """The pages of these addresses as that client sees them."""
    answers = {where: client.get(where) for where in (address(name, words) for name in names)}
    return {where: answer.content for where, answer in answers.items() if is_page(answer)}


def is_page(answer: Any) -> bool:
    is_html = answer.headers["Content-Type"].startswith("text/html") and b"<html" in answer.content
    return answer.status_code == 200 and is_html


@contextmanager
def served(pages: dict[str, bytes]) -> Iterator[str]:
    """The address of a server with these pages and the static files, which knows no database."""

    class Served(SimpleHTTPRequestHandler):
        def __init__(self, *request: Any) -> None:
            super().__init__(*request, directory=str(ROOT / "criccone"))

        def do_GET(self) -> None:
            if self.path not in pages:
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(pages[self.path])
            return None

        def end_headers(self) -> None:
            self.send_header("Cache-Control", "max-age=600")
            super().end_headers()

        def log_message(self, *_words: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Served)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def faults_of(page: Page) -> Iterator[str]:
    """The faults of the page with all its parts unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    page.evaluate(AXE_SCRIPT)
    for scheme, only in (("light", {}), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        for rule, element, summary in page.evaluate(FAULTS, only):
            yield f"{scheme}, {page.url}: {rule}: {element[:200]}: {summary}"


@pytest.mark.django_db
@pytest.mark.browser
@pytest.mark.slow
def test_axe_finds_no_fault_on_any_page(
    browser: Browser, scene: Callable[[], tuple[dict[str, Client], dict[str, Any]]]
) -> None:
    people, words = scene()
    club = Club.objects.get(slug=words["slug"])
    officer = signed_in(an_officer(club, *RoleKind, email="tutti@example.org"))
    # The manual is tried with its own files, in tests/docs.
    public = [name for name in GETS if GETS[name] == ALL and not name.startswith("manual")]
    pages = {
        **pages_of(officer, [name for name, let_in in GETS.items() if let_in != ALL], words),
        **pages_of(people["nobody"], ["account_login", *public], words),
    }
    assert len(pages) > 80
    faults: list[str] = []
    with served(pages) as url:
        context = browser.new_context(
            base_url=url, locale="it-IT", service_workers="block", viewport={"width": 390, "height": 844}
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        for path in of_today(list(pages), 3):
            page.goto(path)
            faults += faults_of(page)
        context.close()
    assert not faults, "\n".join(faults)
