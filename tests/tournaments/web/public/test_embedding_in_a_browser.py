"""A frame on the club's own site shows the evening and follows it; on any other site it stays empty."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from club.models import RoleKind
from club.privacy import framing
from tests.browser import script_errors
from tests.evening import a_club, a_round, a_tournament, an_officer, settle
from tournaments.models import Tournament
from tournaments.standings import builds

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament(live_server: Any) -> Tournament:
    return a_tournament(a_club(), pairs=4)


@pytest.fixture
def port(live_server: Any, tournament: Tournament) -> Iterator[int]:
    """The port of a site whose page has the evening in a frame, as the lines to copy do."""
    frame = f"{live_server.url}/incorpora/t/{tournament.code}/?lingua=en"
    page = f'<!doctype html><title>Site</title><iframe src="{frame}" width="600" height="500"></iframe>'

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_said: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(service_workers="block")
    yield context.new_page()
    context.close()


def test_the_frame_shows_the_evening_and_follows_it_on_that_site_alone(
    page: Page, tournament: Tournament, port: int
) -> None:
    owner = an_officer(tournament.club, RoleKind.OWNER)
    framing.set_origins(tournament.club, f"http://127.0.0.1:{port}", by=owner)
    page.goto(f"http://127.0.0.1:{port}/")
    frame = page.frame_locator("iframe")
    expect(frame.locator("h1")).to_have_text(tournament.name)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    expect(frame.get_by_role("caption").get_by_text("Standings after round 1")).to_be_visible()
    assert page.context.cookies() == []

    page.goto(f"http://localhost:{port}/")
    page.wait_for_timeout(1000)
    expect(frame.locator("h1")).to_have_count(0)
    script_errors.clear()
