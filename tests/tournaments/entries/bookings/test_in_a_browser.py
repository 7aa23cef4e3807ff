"""A pair enters from a phone without any script: calendar, letter, and the desk sees them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import PATIENCE
from tests.evening import PASSWORD
from tests.tournaments.live.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AN_EVENING = """
from tests.tournaments.entries.bookings.scene import an_open_evening
an_open_evening(Club.objects.get(slug='circolo-mazzini'), places=20, fee_cents=1000)
"""
LINK = """
from tournaments.entries.bookings import links
from tournaments.models import Booking
print(links.token(Booking.objects.get()))
"""


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=server.address,
        viewport={"width": 390, "height": 844},
        java_script_enabled=False,
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def test_a_coppia_enters_without_a_script_and_the_desk_takes_it(server: Server, phone: Page) -> None:
    server.do(AN_EVENING)
    phone.goto("/circoli/circolo-mazzini/")
    phone.get_by_role("link", name="Iscriviti").tap()
    phone.fill("[name=last_name]", "Rossi")
    phone.fill("[name=first_name]", "Mario")
    alone = phone.locator("[name=looks_for_partner]")
    alone.check()
    expect(phone.locator("[name=partner_last_name]")).to_be_hidden()
    expect(phone.locator("[name=is_named_to_others]")).to_be_visible()
    alone.uncheck()
    phone.fill("[name=partner_last_name]", "Bianchi")
    phone.fill("[name=partner_first_name]", "Anna")
    phone.fill("[name=email]", "rossi@example.org")
    phone.check("[name=accepts_notice]")
    phone.get_by_role("button", name="Iscriviti").tap()
    expect(phone.get_by_role("heading", name="Richiesta arrivata")).to_be_visible()

    phone.goto(f"/iscrizione/{server.do(LINK).strip()}/")
    phone.get_by_role("button", name="Conferma").tap()
    expect(phone.get_by_role("heading", name="Il posto c'è")).to_be_visible()
    phone.get_by_text("Cambia compagno").tap()
    phone.fill("[name=partner_last_name]", "Neri")
    phone.fill("[name=partner_first_name]", "Ada")
    phone.get_by_role("button", name="Salva").tap()
    expect(phone.locator(".booking-names")).to_have_text("Rossi Mario – Neri Ada")

    phone.goto("/accesso/login/")
    phone.fill("[name=login]", "organiser@circolo-mazzini.example")
    phone.fill("[name=password]", PASSWORD)
    phone.locator("main button[type=submit]").first.tap()
    phone.get_by_role("link", name="Tutti i tornei").tap()
    phone.get_by_role("link", name="Torneo di prova").tap()
    phone.get_by_role("link", name="Iscrizioni").tap()
    phone.get_by_role("button", name=re.compile("Sono qui.*Rossi Mario")).tap()
    row = phone.locator("#coppia-1")
    expect(row).to_contain_text("dal telefono")
    expect(row.get_by_role("button", name="presente")).to_have_attribute("aria-pressed", "true")
