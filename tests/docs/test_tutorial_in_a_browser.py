"""The manual's first evening can be followed: each label that it tells to tap is there, and leads on."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from tests.docs.test_manual import LABEL, MANUAL, read
from tests.evening import a_club
from tournaments.actors import Actor
from tournaments.demo import Evening, play
from tournaments.demo.people import Login, logins, organiser
from tournaments.management.commands.demo import SEED

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:No directory at"),
]

NAME = "Torneo di stasera"


class Reader:
    """Follows the page with a browser, and notes which labels were found."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: set[str] = set()

    def sees(self, label: str) -> Locator:
        self.found.add(label)
        seen = self.page.get_by_text(re.compile(rf"^\s*{re.escape(label)}\s*$")).locator("visible=true")
        expect(seen.first).to_be_visible()
        return seen.first

    def taps(self, label: str) -> None:
        self.sees(label).click()
        self.page.wait_for_load_state()

    def enters(self, login: Login) -> None:
        self.taps("Entra")
        self.page.fill("[name=login]", login.email)
        self.page.fill("[name=password]", login.password)
        self.page.press("[name=password]", "Enter")
        expect(self.page.get_by_role("button", name="Esci").first).to_be_visible()
        self.taps("Banco")


def fill_missing_deals(reader: Reader) -> None:
    """As the page says: 194 and 106, and the 6 of the last trick below N-S."""
    page = reader.page
    for number in range(1, 5):
        if page.input_value(f"[name='{number}-A-total']") == "":
            page.fill(f"[name='{number}-A-last_trick']", "6")
            page.fill(f"[name='{number}-A-total']", "194")
            page.fill(f"[name='{number}-B-total']", "106")
    if page.get_by_text("Sì, come sul foglio").is_visible():
        reader.sees("Sì, come sul foglio")
        page.get_by_label("Sì, come sul foglio").check()
    reader.taps("Salva il foglio")


@pytest.fixture
def accounts(tmp_path: Path) -> dict[str, Login]:
    """The evening that the demo leaves open, and its logins by role."""
    club = a_club(name="Circolo della Grande")
    made = logins(club, tmp_path / "logins.json")
    evening = Evening(NAME, timezone.localdate(), 13, 4, SEED + 1, left_open_in=2)
    play(club, evening, by=Actor.officer(organiser(club)), tell=lambda _step: None)
    return {login.email.split("@")[0]: login for login in made}


def test_the_first_evening_is_as_the_manual_tells_it(
    browser: Browser, live_server: Any, accounts: dict[str, Login]
) -> None:
    context = browser.new_context(base_url=live_server.url, locale="it-IT", service_workers="block")
    page = context.new_page()
    reader = Reader(page)
    page.goto("/")
    page.get_by_role("link", name=NAME).first.click()
    reader.sees("Trova la tua coppia")
    expect(page.get_by_text("G. P.").first).to_be_visible()

    reader.enters(accounts["organizzatore"])
    page.get_by_text(NAME).first.click()
    page.wait_for_url("**/turni/")
    for state in ("Bozza", "Pubblicato", "Si gioca", "Concluso"):
        reader.sees(state)
    reader.sees("Mancano ancora 2 tavoli")

    reader.taps("Scrivi i fogli")
    for table in (3, 6):
        expect(page.get_by_role("heading", name=f"Foglio del tavolo {table}")).to_be_visible()
        reader.taps("Totali")
        fill_missing_deals(reader)
    page.wait_for_url("**/turni/")
    reader.taps("Accetto i risultati dei tavoli 1, 5 anche senza la conferma degli avversari")
    reader.taps("Concludi il turno 2 e abbina il 3")
    expect(page.get_by_text("1ª contro 2ª della classifica").first).to_be_visible()
    reader.taps("Pubblica il turno 3")
    reader.taps("Si gioca: fai partire il tempo")
    expect(page.get_by_text("Mancano ancora 6 tavoli").first).to_be_visible()

    reader.sees("Proiettore")
    page.get_by_role("button", name="Esci").first.click()
    page.goto("/")
    reader.enters(accounts["arbitro"])
    page.get_by_text(NAME).first.click()
    reader.taps("Arbitro")
    context.close()
    told = set(LABEL.findall(read(MANUAL / "it" / "prima-serata.md")))
    assert told - reader.found == set()
