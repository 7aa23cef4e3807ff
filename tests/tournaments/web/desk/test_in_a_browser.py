"""The organiser's evening in Chromium, on a real server: by keyboard, by thumb, in two browsers at once."""

import base64
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import PATIENCE
from tests.evening import PASSWORD
from tests.tournaments.live.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


def _signed_in(chromium: Browser, server: Server, **options: object) -> Page:
    """A page of the organiser's, who signs in on each server once: every device has that session."""
    context: BrowserContext = chromium.new_context(base_url=server.address, locale="it-IT", **options)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    if server.session:
        context.add_cookies(server.session)
    else:
        _sign_in(page)
        server.session = [each for each in context.cookies() if each["name"] == settings.SESSION_COOKIE_NAME]  # type: ignore[misc]
    return page


def _sign_in(page: Page) -> None:
    page.goto("/accesso/login/")
    page.fill("[name=login]", "organiser@circolo-mazzini.example")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/circoli/circolo-mazzini/banco/")


@pytest.fixture
def desk(chromium: Browser, server: Server) -> Iterator[Page]:
    page = _signed_in(chromium, server, viewport=DESKTOP)
    yield page
    page.context.close()


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Page]:
    page = _signed_in(chromium, server, viewport=PHONE, has_touch=True, is_mobile=True)
    yield page
    page.context.close()


@pytest.fixture
def plain(chromium: Browser, server: Server) -> Iterator[Page]:
    """A browser without JavaScript."""
    page = _signed_in(chromium, server, viewport=DESKTOP, java_script_enabled=False)
    yield page
    page.context.close()


def a_tournament_on(server: Server, pairs: int = 0, *, then: str = "") -> str:
    """The code of a new tournament of the club; its pairs are present, their players new.

    `then` is what is done with it, under the name of `t`.
    """
    club = "Club.objects.get(slug='circolo-mazzini')"
    return server.do(f"t = a_tournament({club}, pairs={pairs})\n{then}\nprint(t.code)")


A_DRAFT = "a_round(t, until='draft')"


def fill_on(server: Server, code: str, turn: int = 1) -> None:
    matches = f"Match.objects.filter(round__tournament__code='{code}', round__number={turn})"
    server.do(f"for match in {matches}.select_related('round__tournament'): fill(match)")


def tab_to(page: Page, words: str) -> None:
    """Presses Tab until what has the focus says `words`, as somebody without a mouse does."""
    for _press in range(80):
        page.keyboard.press("Tab")
        if re.search(words, page.evaluate("document.activeElement.innerText || ''")):
            return
    raise AssertionError(f"no Tab leads to {words!r}")


def test_the_whole_evening_goes_by_keyboard_alone(desk: Page, server: Server) -> None:
    keyboard = desk.keyboard
    desk.goto("/circoli/circolo-mazzini/tornei/nuovo/")
    desk.focus("[name=name]")
    keyboard.press("Enter")
    desk.wait_for_url("**/iscrizioni/")
    code = desk.url.split("/")[-3]

    # Letters, Enter picks; letters, Enter picks and enters; the line is ready for the next pair.
    keyboard.type("ros mario")
    expect(desk.locator("#line-list [aria-selected=true]")).to_have_text("Rossi Mario")
    keyboard.press("Enter")
    expect(desk.locator("#line")).to_have_value("Rossi Mario / ")
    keyboard.type("bia")
    expect(desk.locator("#line-list [aria-selected=true]")).to_have_text("Bianchi Anna")
    keyboard.press("Enter")
    expect(desk.locator("#coppia-1")).to_contain_text("Rossi Mario")
    expect(desk.locator("#line")).to_be_focused()

    # Both names at once, one of them new: the cursor waits on the consent, Space agrees, Enter enters.
    keyboard.type("ner ugo / verdi gina")
    keyboard.press("Escape")
    keyboard.press("Enter")
    expect(desk.get_by_label("Acconsente al nome")).to_be_focused()
    keyboard.press("Space")
    keyboard.press("Enter")
    expect(desk.locator("#coppia-2")).to_contain_text("Verdi Gina")
    expect(desk.locator("#entries-count")).to_contain_text("2 coppie presenti")

    expect(desk.locator("#line")).to_be_focused()

    tab_to(desk, "Vai ai turni")
    keyboard.press("Enter")
    expect(desk.locator(".cockpit-word")).to_have_text("Prima del primo turno")
    for button, then in [
        ("Abbina il turno 1", "La bozza è pronta"),
        ("Pubblica il turno 1", "Tavoli annunciati"),
        ("Si gioca: fai partire", "Si gioca"),
    ]:
        tab_to(desk, button)
        keyboard.press("Enter")
        expect(desk.locator(".cockpit-word")).to_have_text(then)
    expect(desk.locator(".turn-clock")).to_contain_text(re.compile(r"restano \d+:\d\d"))

    # Somebody enters the results elsewhere: the page hears of it by itself.
    fill_on(server, code)
    expect(desk.locator(".cockpit-word")).to_have_text("Tutti i risultati ci sono")
    tab_to(desk, "Concludi il turno 1 e abbina il 2")
    keyboard.press("Enter")
    expect(desk.locator(".cockpit-word")).to_have_text("La bozza è pronta")
    tab_to(desk, "Pubblica il turno 2")
    keyboard.press("Enter")
    expect(desk.locator(".cockpit-word")).to_have_text("Tavoli annunciati")


def test_a_question_comes_in_a_dialog_that_escape_leaves(desk: Page, server: Server) -> None:
    code = a_tournament_on(server, pairs=4, then=A_DRAFT)
    desk.goto(f"/t/{code}/turni/")
    seed = desk.get_by_text("Numero del sorteggio").inner_text()
    desk.wait_for_load_state()  # before the script is there the link leads to a page that asks the same
    tab_to(desk, "Rifai l'abbinamento")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("dialog")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("dialog")).to_be_hidden()
    assert desk.get_by_text("Numero del sorteggio").inner_text() == seed
    desk.keyboard.press("Enter")
    desk.get_by_role("dialog").get_by_role("button", name="Rifai l'abbinamento").press("Enter")
    expect(desk.get_by_text("Numero del sorteggio")).not_to_have_text(seed)


def test_the_desk_works_with_a_thumb(phone: Page, server: Server) -> None:
    code = a_tournament_on(server, pairs=3)
    phone.goto(f"/t/{code}/iscrizioni/")
    phone.tap("#line")
    phone.keyboard.type("de lu")
    phone.tap("#line-list [role=option] >> nth=0")
    expect(phone.locator("#line")).to_have_value("De Luca Ivo / ")
    phone.keyboard.type("rossi maria")
    phone.tap("#line-list [role=option] >> nth=0")
    expect(phone.locator("#coppia-4")).to_contain_text("De Luca Ivo")
    phone.tap("#here-2")
    expect(phone.locator("#entries-count")).to_contain_text("3 coppie presenti · 1 da registrare")
    phone.tap("#here-2")
    expect(phone.locator("#entries-count")).to_contain_text("4 coppie presenti")
    phone.goto(f"/t/{code}/turni/")
    phone.get_by_role("button", name="Abbina il turno 1").tap()
    phone.get_by_role("button", name="Pubblica il turno 1").tap()
    expect(phone.locator(".cockpit-word")).to_have_text("Tavoli annunciati")
    for path in ("iscrizioni/", "turni/", "registro/", "impostazioni/"):
        phone.goto(f"/t/{code}/{path}")
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_double_click_is_a_click(desk: Page, server: Server) -> None:
    code = a_tournament_on(server, pairs=4)
    desk.goto(f"/t/{code}/turni/")
    for button, then in [
        ("Abbina il turno 1", "La bozza è pronta"),
        ("Pubblica il turno 1", "Tavoli annunciati"),
        ("Si gioca", "Si gioca"),
        ("Concludi il turno 1", "La bozza è pronta"),
    ]:
        if button.startswith("Concludi"):
            fill_on(server, code)
        desk.get_by_role("button", name=button).first.dblclick()
        expect(desk.locator(".cockpit-word")).to_have_text(then)
        expect(desk.locator(".banner-error")).to_have_count(0)


def test_going_back_shows_the_turn_as_it_is_now(desk: Page, server: Server) -> None:
    code = a_tournament_on(server, pairs=4, then=A_DRAFT)
    desk.goto(f"/t/{code}/turni/")
    desk.get_by_role("button", name="Pubblica il turno 1").click()
    expect(desk.locator(".cockpit-word")).to_have_text("Tavoli annunciati")
    desk.go_back()
    expect(desk.locator(".cockpit-word")).to_have_text("Tavoli annunciati")
    expect(desk.get_by_role("button", name="Pubblica il turno 1")).to_have_count(0)


def test_a_second_browser_with_an_old_page_is_told_and_shown(desk: Page, plain: Page, server: Server) -> None:
    code = a_tournament_on(server, pairs=4, then=A_DRAFT)
    desk.goto(f"/t/{code}/turni/")
    plain.goto(f"/t/{code}/turni/")
    expect(desk.get_by_role("link", name="Rifai l'abbinamento")).to_be_visible()
    desk.wait_for_load_state()
    desk.get_by_role("link", name="Rifai l'abbinamento").click()
    desk.get_by_role("dialog").get_by_role("button", name="Rifai l'abbinamento").click()
    expect(desk.get_by_role("dialog")).to_be_hidden()
    expect(desk.get_by_role("button", name="Pubblica il turno 1")).to_be_visible()
    seed = desk.get_by_text("Numero del sorteggio").inner_text()

    plain.get_by_role("button", name="Pubblica il turno 1").click()
    expect(plain.locator(".banner-error")).to_contain_text("che è cambiato")
    expect(plain.get_by_text("Numero del sorteggio")).to_have_text(seed)
    plain.get_by_role("button", name="Pubblica il turno 1").click()
    expect(plain.locator(".cockpit-word")).to_have_text("Tavoli annunciati")


def test_without_javascript_pairs_enter_and_questions_are_pages(plain: Page, server: Server) -> None:
    code = a_tournament_on(server)
    plain.goto(f"/t/{code}/iscrizioni/")
    plain.fill("#line", "zanetti ugo / rossi mario")
    plain.press("#line", "Enter")
    plain.get_by_label("Acconsente al nome").check()
    plain.get_by_role("button", name="Conferma").click()
    expect(plain.locator("#coppia-1")).to_contain_text("Zanetti Ugo")
    plain.locator("#coppia-1 summary").click()
    plain.get_by_role("link", name="Togli").click()
    plain.get_by_role("button", name="Togli la coppia").click()
    expect(plain.get_by_text("Ancora nessun iscritto")).to_be_visible()


# The sheet of cards as it is printed, but as a picture: what somebody photographs.
A_CARD = """
import base64, json, typst
from club import membership_cards
from club.typesetting import PAGES
from tests.club.dues.members import TODAY, a_member, a_year
from tournaments.models import Tournament

def as_picture(page, data):
    said = json.dumps({{"language": "it", **data}})
    return typst.compile(str(PAGES / f"{{page}}.typ"), root=str(PAGES), font_paths=[str(PAGES / "fonts")],
                         format="png", ppi=110, sys_inputs={{"data": said}})

tournament = Tournament.objects.get(code="{code}")
by = an_officer(tournament.club, RoleKind.SECRETARY)
couple = [a_member(tournament.club, name, by=by) for name in ("Zaniboni", "Zucchini")]
entries.enter(tournament.pk, couple, by=JURY)
year = a_year(tournament.club, by=by)
membership_cards.pdf = as_picture
cards = membership_cards.prepare_for_print(year, [couple[0].pk], today=TODAY, by=by)
print(cards[0].token, base64.b64encode(membership_cards.cards_pdf(year, cards, today=TODAY)).decode())
"""


def test_a_card_is_read_from_a_photograph_and_by_a_scanner_that_types_though_the_network_goes(
    desk: Page, server: Server
) -> None:
    code = a_tournament_on(server, pairs=1)
    token, picture = server.do(A_CARD.format(code=code)).split()
    desk.goto(f"/t/{code}/scansiona/")
    photograph = {"name": "tessera.png", "mimeType": "image/png", "buffer": base64.b64decode(picture)}
    desk.set_input_files("#scan-photo input", photograph)  # type: ignore[arg-type]
    answers = desk.locator(".scan-answer")
    expect(answers).to_have_count(1)
    expect(answers.first).to_have_attribute("data-outcome", "present")
    expect(answers.first).to_contain_text("Zaniboni Anna")
    named = answers.first.get_by_label("Nome intero nei risultati: Zaniboni Anna")
    agreed = str(named.get_attribute("aria-pressed"))
    named.click()
    expect(named).not_to_have_attribute("aria-pressed", agreed)

    # The field has the focus: a scanner types and presses Enter.
    desk.context.set_offline(True)
    desk.keyboard.type(token.lower())
    desk.keyboard.press("Enter")
    expect(desk.locator("#scan-waiting")).to_contain_text("letture che aspettano: 1")
    expect(desk.locator("#code")).to_have_value("")
    desk.context.set_offline(False)
    expect(answers).to_have_count(2)
    expect(answers.first).to_have_attribute("data-outcome", "already")
    expect(desk.locator("#scan-waiting")).to_be_hidden()


def test_a_pasted_list_is_put_right_by_taps(phone: Page, server: Server) -> None:
    code = a_tournament_on(server)
    evening = f"Tournament.objects.filter(code='{code}')"
    server.do(f"from tournaments.models import Tournament\n{evening}.update(fee_cents=1000)")
    phone.goto(f"/t/{code}/iscrizioni/elenco/")
    phone.fill("#text", "1. Xu Wang – Zuppiroli Ada\nUgo Xzolin e Ivo Xzolini")
    phone.click("text=Leggi l'elenco")
    phone.tap("#riga-1 [data-swap] >> nth=0")
    expect(phone.locator("[name=row0-player0-last]")).to_have_value("Xu")
    expect(phone.locator("[name=row1-player0-last]")).to_have_value("Xzolin")
    phone.tap("text=Iscrivi tutte")
    pair = phone.locator("#coppia-1")
    expect(pair).to_contain_text("Xu Wang – Zuppiroli Ada")
    pair.locator("summary").tap()
    pair.locator("[name=swap]").first.tap()
    expect(pair).to_contain_text("Wang Xu – Zuppiroli Ada")
    phone.tap("#quota-1")
    expect(phone.locator("#quota-1")).to_have_count(0)
    expect(phone.locator("#quota-2")).to_be_visible()


def test_the_focus_stays_on_the_control_of_a_row_that_was_used(desk: Page, server: Server) -> None:
    code = a_tournament_on(server)
    evening = f"Tournament.objects.filter(code='{code}')"
    server.do(f"from tournaments.models import Tournament\n{evening}.update(fee_cents=1000)")
    desk.goto(f"/t/{code}/iscrizioni/elenco/")
    desk.fill("#text", "Xante Ugo – Xodo Ada")
    desk.click("text=Leggi l'elenco")
    desk.click("text=Iscrivi tutte")
    here, fee, pair = desk.locator("#here-1"), desk.locator("#quota-1"), desk.locator("#coppia-1")
    for shown in ("true", "false"):
        here.press("Enter")
        expect(here).to_have_attribute("aria-pressed", shown)
        expect(here).to_be_focused()
    named = desk.locator("#named-1-2")
    agreed = named.get_attribute("aria-pressed")
    named.press("Enter")
    expect(named).not_to_have_attribute("aria-pressed", str(agreed))
    expect(named).to_be_focused()
    # Once it is paid there is no button for the fee any more.
    fee.press("Enter")
    expect(fee).to_have_count(0)
    expect(here).to_be_focused()
    pair.locator("summary").press("Enter")
    swap = pair.locator("[name=swap]").nth(1)
    swap.press("Enter")
    expect(pair).to_contain_text("Ada Xodo")
    expect(swap).to_be_focused()
    desk.keyboard.press("Enter")
    expect(pair).to_contain_text("Xodo Ada")
    expect(swap).to_be_focused()
    # What was saved there closes: it would lie over the next row.
    desk.fill("#table-1", "7")
    desk.press("#table-1", "Enter")
    expect(pair).to_contain_text("sempre al tavolo 7")
    expect(pair.locator("summary")).to_be_focused()
    expect(swap).to_be_hidden()


def test_the_settings_follow_the_game_that_is_chosen(desk: Page) -> None:
    desk.goto("/circoli/circolo-mazzini/tornei/nuovo/")
    desk.click(".more-choices summary")
    rule, agreement = desk.locator("[name=house_rule]"), desk.locator("[name=agreement]")
    expect(agreement).to_be_hidden()
    rule.select_option("laghi-luna-16")
    desk.select_option("[name=game]", "mattazza")
    expect(agreement).to_be_visible()
    expect(rule).to_have_value("laghi-luna-16")
    desk.select_option("[name=game]", "genovese-pizzico")
    expect(rule).to_have_value("")
    expect(rule.locator("option:not([disabled])")).to_have_count(3)
    desk.click("text=Crea il torneo")
    expect(desk.locator("h1")).to_contain_text("Torneo del")
