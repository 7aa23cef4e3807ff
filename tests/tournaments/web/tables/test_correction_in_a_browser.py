"""A correction by thumb: the change is seen, forgotten when a figure is touched, and saved as it was seen."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.browser import PATIENCE
from tests.evening import settle
from tests.tournaments.web.tables.table import Table
from tournaments.standings import builds

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:No directory at"),
]


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def phone(request: Any, browser: Browser, live_server: Any, referee: Client) -> Iterator[Page]:
    """The referee's phone, signed in."""
    context = browser.new_context(
        service_workers="block",
        viewport={"width": 390, "height": 844},
        locale="it-IT",
        base_url=live_server.url,
        java_script_enabled=request.param,
    )
    session = referee.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def test_a_correction_is_seen_then_saved(phone: Page, table: Table, request: Any) -> None:
    settle(table.match.round.tournament, table.match.round)
    builds.build(table.match.round.tournament.pk)
    before = table.stored()[1]
    phone.goto(f"{table.by_officer('table_deal', 1)}?modo=totali")
    for name, value in (("A-total", "194"), ("B-total", "106"), ("A-declared", ""), ("B-declared", "")):
        phone.fill(f'[name="{name}"]', value)
    phone.locator("label", has=phone.locator("[name=last_trick][value=A]")).click()
    phone.get_by_role("button", name="Guarda che cosa cambia").click()
    expect(phone.locator(".foreseen")).to_contain_text(f"N-S {before[0]}")
    assert table.stored()[1] == before
    if "with scripts" in request.node.name and "without" not in request.node.name:
        phone.fill('[name="A-declared"]', "17")
        expect(phone.locator(".foreseen")).to_have_count(0)
        phone.fill('[name="A-declared"]', "")
        phone.get_by_role("button", name="Guarda che cosa cambia").click()
    phone.get_by_role("button", name="Salva la correzione").click()
    phone.wait_for_url(f"**{table.by_officer()}")
    assert table.stored()[1] == (194, 106)
    phone.goto(f"{table.by_officer('table_deal', 1)}?modo=totali")
    expect(phone.locator("[data-draft-found]")).to_be_hidden()
