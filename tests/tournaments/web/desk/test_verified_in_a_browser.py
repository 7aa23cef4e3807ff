"""A turn moved by hand and published; its file checked by the command and on the page, then tampered with."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from playwright.sync_api import Browser, Page, expect

from tests.tournaments.live.server import Server
from tests.tournaments.web.desk.test_in_a_browser import DESKTOP, _signed_in
from tests.tournaments.web.desk.test_moving_in_a_browser import SECOND_TURN, drag, keep, pair

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def moved(chromium: Browser, server: Server) -> Iterator[tuple[Page, str]]:
    """Turn 2 with a change by hand, published with the button."""
    code = server.do(SECOND_TURN)
    page = _signed_in(chromium, server, viewport=DESKTOP)
    page.goto(f"/t/{code}/turni/")
    drag(page, pair(page, 1, 0), pair(page, 4, 1))
    keep(page)
    page.get_by_role("button", name="Pubblica il turno 2").click()
    expect(page.get_by_role("button", name="Si gioca")).to_be_visible()
    yield page, code
    page.context.close()


def verify(file: Path) -> str:
    said = io.StringIO()
    call_command("verify_draw", str(file), stdout=said)
    return said.getvalue()


def upload(page: Page, file: Path) -> None:
    page.goto("/sorteggio/")
    page.get_by_label("File del sorteggio").set_input_files(file)
    page.get_by_role("button", name="Verifica").click()


def test_its_file_is_true_and_says_what_was_moved_and_a_changed_one_is_found_out(
    moved: tuple[Page, str], tmp_path: Path
) -> None:
    page, code = moved
    page.goto(f"/t/{code}/turni/2/sorteggio/")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Scarica il file").click()
    file = tmp_path / "turno-2.json"
    taken.value.save_as(file)
    data = json.loads(file.read_text())
    assert [move["swap"][0] for move in data["moves"]] == ["entries"]
    assert "reason" not in data["moves"][0], "reasons may name people"
    assert "Cognome" not in file.read_text()
    assert "(tavoli: 2, cambiamenti: 1)" in verify(file)

    upload(page, file)
    expect(page.locator(".checks-summary")).to_contain_text("Tutto torna")
    expect(page.locator("main")).to_contain_text("i tavoli sono stati cambiati (tavoli: 2, cambiamenti: 1)")

    one, other = data["played"]["tables"][1], data["played"]["tables"][2]
    one["sides"][0], other["sides"][0] = other["sides"][0], one["sides"][0]
    file.write_text(json.dumps(data))
    with pytest.raises(CommandError) as ended:
        verify(file)
    assert ended.value.returncode == 1
    upload(page, file)
    expect(page.locator(".checks-summary")).to_contain_text("Qualcosa non torna")
    expect(page.locator(".check-broken")).to_contain_text("non vengono da quelli sorteggiati")
