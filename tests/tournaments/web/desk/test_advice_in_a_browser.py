"""Prima della serata in Chromium: the progress is seen, work goes on under it, the formula is chosen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.tournaments.conftest import FEWER
from tests.tournaments.live.server import Server
from tests.tournaments.web.desk.test_in_a_browser import _signed_in

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def code(server: Server) -> str:
    return server.do("print(a_tournament(Club.objects.get(slug='circolo-mazzini'), pairs=22).code)")


@pytest.fixture
def desk(chromium: Browser, server: Server) -> Iterator[Page]:
    page = _signed_in(chromium, server, service_workers="block", viewport={"width": 1280, "height": 900})
    yield page
    page.context.close()


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Page]:
    page = _signed_in(
        chromium,
        server,
        service_workers="block",
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    yield page
    page.context.close()


@pytest.fixture
def plain(chromium: Browser, server: Server) -> Iterator[Page]:
    page = _signed_in(chromium, server, service_workers="block", java_script_enabled=False)
    yield page
    page.context.close()


def progress(page: Page) -> int:
    return int(page.locator("#trial-progress").get_attribute("value") or 0)


def ask(page: Page, code: str, pairs: int, turns: int = 4) -> None:
    """Opens the page, writes how many there are and asks for the evenings to be played out."""
    page.goto(f"/t/{code}/prima/")
    page.get_by_label("Coppie", exact=True).fill(str(pairs))
    page.get_by_label("Turni", exact=True).fill(str(turns))
    page.get_by_role("button", name="Mostra le formule").click()
    page.get_by_role("button", name="serate").click()


def test_two_organisers_play_out_and_the_desk_goes_on_meanwhile(
    desk: Page, phone: Page, code: str, server: Server
) -> None:
    ask(desk, code, 6, turns=2)
    ask(phone, code, 7, turns=2)
    expect(desk.locator("#trial-progress")).to_be_visible()
    before = progress(desk)
    expect(desk.locator("#trial-progress")).not_to_have_attribute("value", str(before))
    other = desk.context.new_page()
    other.goto(f"/t/{code}/iscrizioni/")  # another page answers while evenings are played
    expect(other.locator("#entries-count")).to_be_visible()
    for page in (desk, phone):
        expect(page.get_by_text(f"Provate {FEWER} serate per formula.")).to_be_visible(timeout=180_000)
        expect(page.locator("#formula-danish")).to_contain_text("La coppia più forte vince")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    # The answer is kept.
    desk.goto(f"/t/{code}/prima/?entries=7&turns=2")
    expect(desk.get_by_text(f"Provate {FEWER} serate per formula.")).to_be_visible()


def test_it_is_stopped_and_goes_on_from_there(phone: Page, code: str) -> None:
    ask(phone, code, 20)
    expect(phone.locator("#trial-progress")).not_to_have_attribute("value", "0")
    phone.get_by_role("button", name="Ferma la prova").tap()
    expect(phone.get_by_text("La prova è ferma")).to_be_visible()
    phone.get_by_role("button", name="Riprendi la prova").tap()
    expect(phone.locator("#trial-progress")).to_be_visible()
    assert progress(phone) > 0
    phone.get_by_role("button", name="Ferma la prova").tap()


def test_the_formula_is_chosen_and_the_turns_know_it(desk: Page, code: str) -> None:
    desk.goto(f"/t/{code}/prima/")
    desk.get_by_label("Turni", exact=True).fill("3")
    desk.get_by_label("Tavoli disponibili").fill("11")
    desk.get_by_role("button", name="Mostra le formule").click()
    desk.locator("#formula-danish").get_by_role("button", name="Scegli questa formula").click()
    expect(desk.locator("#formula-danish")).to_contain_text("scelta")
    desk.goto(f"/t/{code}/turni/")
    expect(desk.locator("#cockpit")).to_contain_text("3 turni da 30 minuti")


def test_too_few_tables_are_seen_before_the_draw_and_stop_it(desk: Page, code: str, server: Server) -> None:
    server.do(f"Tournament.objects.filter(code='{code}').update(tables_available=9)")
    desk.goto(f"/t/{code}/turni/")
    expect(desk.locator("#cockpit")).to_contain_text("Servono 11 tavoli; disponibili: 9.")
    desk.get_by_role("button", name="Abbina il turno 1").click()
    expect(desk.get_by_role("alert")).to_contain_text("Trova altri tavoli")


def test_it_works_without_scripts(plain: Page, code: str) -> None:
    ask(plain, code, 6)
    seen = progress(plain)
    plain.get_by_role("link", name="Aggiorna").click()
    assert progress(plain) > seen
    plain.get_by_role("button", name="Ferma la prova").click()
    expect(plain.get_by_text("La prova è ferma")).to_be_visible()
