"""A passkey made and used in Chromium, with the device that its developers lend for trying."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from playwright.sync_api import Browser, Page, expect

from club.models import RoleKind
from tests.evening import PASSWORD, a_club, an_officer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:No directory at"),
    pytest.mark.django_db(transaction=True),
]

A_PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def page(browser: Browser, live_server: Any) -> Iterator[Page]:
    context = browser.new_context(base_url=live_server.url, locale="it-IT", service_workers="block")
    context.set_default_timeout(10_000)
    page = context.new_page()
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": A_PHONE})
    yield page
    context.close()


def test_a_passkey_is_added_and_then_opens_the_account_alone_or_after_the_password(page: Page) -> None:
    club = a_club()
    user = an_officer(club, RoleKind.ORGANISER)
    refused: list[str] = []
    page.on("console", lambda line: refused.append(line.text) if line.type == "error" else None)
    home = f"**/circoli/{club.slug}/**"

    page.goto("/accesso/login/?next=/accesso/secondo-fattore/webauthn/add/")
    page.get_by_label("Email").fill(user.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Entra", exact=True).click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sono io").click()
    page.get_by_label("Come la chiami").fill("Telefono")
    page.get_by_role("button", name="Aggiungi la passkey").click()
    expect(page.locator(".codes li")).to_have_count(10)
    told = [letter.to for letter in mail.outbox if "è stata aggiunta una passkey" in letter.body]
    assert told == [[user.email]]

    page.get_by_role("button", name="Esci").click()
    page.goto("/accesso/login/")
    page.get_by_role("button", name="Entra con la passkey").click()
    page.wait_for_url(home)

    page.get_by_role("button", name="Esci").click()
    page.goto("/accesso/login/")
    page.get_by_label("Email").fill(user.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Entra", exact=True).click()
    page.get_by_role("button", name="Usa la passkey").click()
    page.wait_for_url(home)
    assert refused == [], "the content security policy stands, and nothing breaks"
