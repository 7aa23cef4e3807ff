"""A smazzata written by thumb on a phone: the three ways, a correction, two phones, a network that goes."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from tests.browser import PATIENCE, hears_of_a_change
from tests.evening import JURY, a_round, fill, settle, signed_in
from tests.tournaments.web.tables.table import MISSING, PILE, Table, cards, totals
from tournaments.actors import Actor
from tournaments.entries import entries
from tournaments.models import Tournament
from tournaments.results import calls, codes, scores
from tournaments.web.forms.deal.cards import RUN

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    # The live server starts before anything was collected: Django finds the files where they lie.
    pytest.mark.filterwarnings("ignore:No directory at"),
]

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "it-IT",
    # The device's copies have tests of their own, against a server that answers several requests at once.
    "service_workers": "block",
}

PILE_WITHOUT_MOORS = [code for code in PILE if not code.startswith("Mo") or code == "Mon"]
#: What is chosen in the deck of that pile: its cards, and one number of Moors.
LIT = len(PILE_WITHOUT_MOORS) + len(RUN) - len(MISSING) + 1

#: Pixels between the field that has the focus and the bar below it.
ROOM_ABOVE_THE_BAR = """() => document.querySelector(".deal-tally").getBoundingClientRect().top
    - document.activeElement.getBoundingClientRect().bottom"""


@pytest.fixture
def new_phone(browser: Browser, live_server: Any, table: Table) -> Iterator[Callable[..., Page]]:
    """Another phone at the table, its browser open at the sheet's address or at that path."""
    contexts: list[BrowserContext] = []

    def opened(path: str = "") -> Page:
        context = browser.new_context(**PHONE, base_url=live_server.url)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.goto(path or table.by_code())
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    return new_phone()


@pytest.fixture
def by_cards(new_phone: Callable[..., Page], table: Table) -> Page:
    """A phone at the first deal, to be written by cards."""
    return at_the_deal(new_phone(table.by_code("table_deal", 1)))


@pytest.fixture
def by_totals(new_phone: Callable[..., Page], table: Table) -> Page:
    """A phone at the first deal, to be written by its totals."""
    return at_the_deal(new_phone(first_deal(table, "totali")))


@pytest.fixture
def by_parts(new_phone: Callable[..., Page], table: Table) -> Page:
    """A phone at the first deal, to be written by its parts."""
    return at_the_deal(new_phone(first_deal(table, "parti")))


def first_deal(table: Table, way: str) -> str:
    return f"{table.by_code('table_deal', 1)}?modo={way}"


def at_the_deal(page: Page) -> Page:
    page.wait_for_selector("[data-deal][data-ready]")
    return page


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"label:has(input[name='{name}'][value='{value}'])").tap()


def tap_cards(page: Page, codes: list[str], within: str = ".deck") -> None:
    for code in codes:
        page.locator(f"{within} label.card:has(input[value='{code}'])").tap()


def light_cards(page: Page, codes: list[str]) -> None:
    """As taps on these cards one after the other do, but by a script: a tap is slow to make."""
    page.evaluate(
        "codes => codes.forEach(code => document.querySelector(`.deck input[value='${code}']`).click())",
        codes,
    )


def tap_accuso(page: Page, player: str, family: str) -> None:
    page.locator(f"button[data-player='{player}'][data-family='{family}']").tap()


def tap_moors(page: Page, number: int) -> None:
    choose(page, "moors", str(number))


def write_cards(page: Page, take: Callable[[Page, list[str]], None] = light_cards) -> None:
    choose(page, "heap", "A7")
    take(page, PILE_WITHOUT_MOORS)
    tap_moors(page, 2)
    page.locator("[data-run] .card-all").tap()
    take(page, MISSING)


def save_cards(page: Page, last_trick: str = "A") -> None:
    page.locator(f"button.save[value='{last_trick}']").tap()


def write_totals(page: Page, a: int = 194, b: int = 106) -> None:
    page.fill("[name=A-total]", str(a))
    page.fill("[name=B-total]", str(b))
    choose(page, "last_trick", "A")


def save(page: Page) -> None:
    page.locator("button.save").tap()


def start(page: Page) -> None:
    page.locator("a.button-large").tap()
    at_the_deal(page)


def totals_shown(page: Page) -> list[int]:
    """The totals of all that was tapped: until the last count arrives the page shows the one before."""
    page.wait_for_selector("#tally[data-counted]")
    return [int(each) for each in page.locator("[data-total]").all_inner_texts()]


def test_a_deal_by_cards_is_counted_while_it_is_tapped_and_saved(phone: Page, table: Table) -> None:
    start(phone)
    tap_accuso(phone, "A1", "cricca:re")
    write_cards(phone, tap_cards)
    expect(phone.locator("#tally")).to_contain_text("+ 6 per l'ultima presa")
    north = table.match.seats.get(position="N").person.full_name
    phone.locator("#tally summary").tap()
    expect(phone.locator("#tally")).to_contain_text(f"Accusi di {north} (Nord): 17 punti.")
    counted = totals_shown(phone)
    save_cards(phone, "B")
    phone.wait_for_url("**/smazzate/2/")
    expect(phone.locator("#messages")).to_contain_text("Smazzata 1 salvata")
    assert table.stored() == {1: (counted[0], counted[1] + 6)}


def test_a_screen_reader_hears_whose_cards_and_whose_accuso_they_are(by_cards: Page) -> None:
    choose(by_cards, "heap", "B3")
    expect(by_cards.get_by_role("group", name="Tocca le carte del mazzo E-O, prese: 3")).to_be_visible()
    choose(by_cards, "heap", "A2")
    expect(by_cards.get_by_role("group", name="Tocca le carte del mazzo N-S, prese: 2")).to_be_visible()
    tap_accuso(by_cards, "A1", "cricca:re")
    tap_accuso(by_cards, "B1", "cricca:regine")
    by_cards.get_by_role("button", name="Togli: Nord, Re").tap()
    expect(by_cards.get_by_role("list", name="Accusi").get_by_role("listitem")).to_have_count(1)


def test_a_tap_more_is_a_card_more_in_an_accuso_and_it_can_be_taken_off(by_cards: Page) -> None:
    box = by_cards.locator("button[data-player='B1'][data-family='cricca:re']")
    for shown in ("3", "4", ""):
        box.tap()
        expect(box).to_have_text(shown)
    box.tap()
    expect(by_cards.locator("[data-accusi-told]")).to_contain_text("3 carte")
    by_cards.locator("[data-accusi-told] button").tap()
    expect(box).to_have_text("")
    expect(by_cards.locator("[name=declarations]")).to_have_value("")


def test_a_row_and_a_column_fill_at_one_tap_and_empty_at_another(by_cards: Page) -> None:
    held = by_cards.locator(".cards-matrix input:checked")
    by_cards.locator("[data-ends=d]").tap()
    expect(held).to_have_count(5)
    tap_cards(by_cards, ["Fd"])
    expect(held).to_have_count(4)
    by_cards.locator("[data-starts=R]").tap()
    expect(held).to_have_count(7)
    by_cards.locator("[data-starts=R]").tap()
    expect(held).to_have_count(3)


#: What the focus is on: the value of a card, the name that a screen reader says, whether it is chosen.
FOCUSED = """() => {
  const { value, ariaLabel, checked, ariaPressed } = document.activeElement;
  return [value, ariaLabel, checked ?? ariaPressed];
}"""


def test_cards_are_a_few_tab_stops_away_and_the_arrows_move_among_them(by_cards: Page) -> None:

    def pressed(*keys: str) -> list[Any]:
        for key in keys:
            by_cards.keyboard.press(key)
        return by_cards.evaluate(FOCUSED)  # type: ignore[no-any-return]

    reached = [pressed("Tab") for _stop in range(12)]
    assert ["Ang", "Angelo", False] in reached
    by_cards.focus("[value=Ang]")
    assert pressed("ArrowRight", "Space") == ["Mon", "Mondo", True]
    assert pressed("Home") == ["", "Tutti i tarocchi", "false"]
    assert pressed("Space") == ["", "Tutti i tarocchi", "true"]
    assert pressed("Tab") == ["Sol", "Sole", False]
    assert pressed("ArrowDown") == ["11", "Tarocco 11", False]
    assert pressed("ArrowUp") == ["Sol", "Sole", False]
    assert pressed("Tab") == ["0", "0 mori", True]
    assert pressed("ArrowRight", "ArrowRight") == ["2", "2 mori", True]
    assert pressed("Tab") == ["Rd", "Re di danari", False]
    assert pressed("ArrowDown", "ArrowRight") == ["Qc", "Regina di coppe", False]
    assert pressed("Shift+Tab", "Shift+Tab", "Shift+Tab") == ["", "Tutti i tarocchi", "true"]
    by_cards.focus("[data-accusi] button")
    assert pressed("ArrowRight", "ArrowDown", "Enter")[1:] == ["Ovest, Cavalli: 3 carte", None]


def test_of_a_deal_with_any_two_moors_two_are_chosen(phone: Page, table: Table) -> None:
    moors = ["Mo2", "Mo4"]
    Client().post(table.by_code("table_deal", 1), cards(cards=[*PILE_WITHOUT_MOORS, *moors]))
    assert set(moors) <= set(table.match.deals.get().entered["cards"]["A"])
    phone.goto(table.by_code("table_deal", 1))
    phone.wait_for_selector("[data-deal][data-ready]")
    assert phone.locator("[name=moors]:checked").input_value() == "2"


def test_the_numbers_below_the_break_say_that_they_no_longer_count(by_cards: Page) -> None:
    idle = by_cards.locator("label.is-idle")
    # Who has the Angelo has both contatori too, and they never stand side by side.
    tap_cards(by_cards, ["14", "13"])
    expect(idle).to_have_count(8)
    expect(by_cards.locator("[data-run-over]")).to_be_visible()
    # Without any contatore on that side the 14 alone breaks it.
    tap_cards(by_cards, ["Beg", "Mat"])
    expect(idle).to_have_count(9)


def test_a_heap_is_counted_and_explained_by_the_device_without_a_request(
    by_cards: Page, table: Table
) -> None:
    requests: list[str] = []
    by_cards.on("request", lambda request: requests.append(request.url))
    by_cards.context.set_offline(True)
    tap_accuso(by_cards, "A1", "cricca:re")
    write_cards(by_cards)
    tally = by_cards.locator("#tally")
    discard = 2 if table.dealer() == "A" else 0
    expect(tally).to_contain_text(f"N-S · {28 + discard} carte")
    expect(tally).to_contain_text("il controllo arriva quando torna la rete")
    by_cards.locator("#tally summary").tap()
    expect(tally).to_contain_text("Scavezzo al 12: il 12 manca")
    counted = totals_shown(by_cards)
    assert requests == []
    by_cards.context.set_offline(False)
    expect(by_cards.locator("[data-unchecked]")).to_be_hidden()
    save_cards(by_cards, "B")
    by_cards.wait_for_url("**/smazzate/2/")
    assert table.stored() == {1: (counted[0], counted[1] + 6)}


def test_what_could_not_have_happened_is_the_server_s_word_on_saving(by_cards: Page, table: Table) -> None:
    # The Angelo stays with the side that showed it, and it is in the other side's heap.
    tap_accuso(by_cards, "B1", "sequence:grande")
    write_cards(by_cards)
    assert len(totals_shown(by_cards)) == 2
    save_cards(by_cards, "B")
    expect(by_cards.locator("#answer")).to_contain_text("restano a chi li ha avuti in mano")
    assert table.stored() == {}


def test_no_card_moves_under_a_finger_when_the_count_comes(by_cards: Page) -> None:
    lowest = by_cards.locator(".save-two")
    top = "it => it.getBoundingClientRect().top + scrollY"
    before = lowest.evaluate(top)
    tap_cards(by_cards, ["14", "13"])
    expect(by_cards.locator("[data-run-over]")).to_be_visible()
    assert lowest.evaluate(top) == before
    tap_accuso(by_cards, "A1", "cricca:re")
    expect(by_cards.locator("[data-accusi-told]")).to_contain_text("3 carte")
    assert lowest.evaluate(top) == before


def test_all_cards_of_a_heap_and_the_count_are_on_one_screen(by_cards: Page) -> None:
    by_cards.wait_for_selector("#tally[data-counted]")
    deck, save, count = (
        by_cards.locator(part).evaluate("it => it.getBoundingClientRect().height")
        for part in (".deck", ".save-two", ".deal-tally")
    )
    assert deck + save + count < 844


def test_who_calls_out_sees_and_sends_the_accusi_that_were_tapped(phone: Page) -> None:
    Tournament.objects.update(game="ottocento", target=800)
    start(phone)
    phone.get_by_role("link", name="Fuori").tap()
    phone.wait_for_selector("[data-deal][data-ready]")
    choose(phone, "caller", "A1")
    for _card in range(13):
        tap_accuso(phone, "A1", "sequence:grande")
    expect(phone.locator("[data-accusi-told]")).to_contain_text("15 carte")
    save(phone)
    # The answer counts what was tapped.
    expect(phone.locator("#answer")).to_contain_text("al traguardo")


def test_a_card_of_the_grande_that_is_lit_is_in_the_heap_whoever_has_the_angelo(by_cards: Page) -> None:
    lit = by_cards.locator("[data-run] input:checked")
    tap_cards(by_cards, ["16"])
    tap_cards(by_cards, ["Ang"])
    expect(lit).to_have_count(1)
    by_cards.locator("[data-run] .card-all").tap()
    expect(lit).to_have_count(len(RUN))
    tap_cards(by_cards, ["14", "13"])
    expect(by_cards.locator("[data-run-over]")).to_be_visible()
    expect(by_cards.locator("label.is-idle")).to_have_count(8)


def test_parts_offer_the_nearest_figures_and_are_saved(by_parts: Page, table: Table) -> None:
    for name, value in (("A-sequences", 131), ("A-cricche", 17), ("B-sequences", 20), ("B-cricche", 40)):
        by_parts.fill(f"[name={name}]", str(value))
    by_parts.locator("[name=A-card_points]").press_sequentially("41")
    expect(by_parts.locator("[name=B-card_points]")).to_have_value("46")
    choose(by_parts, "last_trick", "A")
    save(by_parts)
    expect(by_parts.locator("#answer")).to_contain_text("Non salvata")
    by_parts.locator("#answer [data-fill]", has_text="sequenze 130").first.tap()
    expect(by_parts.locator("[name=A-sequences]")).to_have_value("130")
    expect(by_parts.locator("#tally")).to_contain_text("Queste cifre sono possibili")
    save(by_parts)
    by_parts.wait_for_url("**/smazzate/2/")
    assert table.stored() == {1: (194, 106)}


def test_without_network_the_parts_are_added_up_by_the_device(by_parts: Page, table: Table) -> None:
    by_parts.context.set_offline(True)
    for name, value in (("A-sequences", 130), ("A-cricche", 17), ("B-sequences", 20), ("B-cricche", 40)):
        by_parts.fill(f"[name={name}]", str(value))
    by_parts.locator("[name=A-card_points]").press_sequentially("41")
    expect(by_parts.locator("#tally")).to_contain_text("Senza rete il conto si ferma")
    choose(by_parts, "last_trick", "A")
    expect(by_parts.locator("[data-total]")).to_have_text(["194", "106"])
    expect(by_parts.locator("#tally")).to_contain_text("il controllo arriva quando torna la rete")
    by_parts.context.set_offline(False)
    expect(by_parts.locator("#tally")).to_contain_text("Queste cifre sono possibili")
    expect(by_parts.locator("[data-total]")).to_have_text(["194", "106"])
    save(by_parts)
    by_parts.wait_for_url("**/smazzate/2/")
    assert table.stored() == {1: (194, 106)}


def test_what_was_refused_is_neither_sent_nor_left_behind_for_the_next(by_totals: Page, table: Table) -> None:
    write_totals(by_totals)
    for wrong in ("999", "998"):
        by_totals.fill("[name=A-total]", wrong)
        save(by_totals)
        expect(by_totals.locator("#answer")).to_contain_text("Non salvata")
        expect(by_totals.locator("#answer")).to_contain_text(wrong)
        expect(by_totals.locator("[data-waiting] .waiting-line")).to_have_count(1)
        expect(by_totals.locator("[data-waiting] .waiting-line")).to_have_attribute("data-state", "refused")
        expect(by_totals.locator("[data-waiting] [data-next] a")).to_have_count(0)
    by_totals.fill("[name=A-total]", "194")
    save(by_totals)
    by_totals.wait_for_url("**/smazzate/2/")
    assert table.stored() == {1: (194, 106)}


def test_a_refusal_goes_as_soon_as_its_figures_are_others(by_totals: Page) -> None:
    write_totals(by_totals, 999)
    save(by_totals)
    expect(by_totals.locator("#answer")).to_contain_text("Non salvata")
    by_totals.fill("[name=A-total]", "194")
    expect(by_totals.locator("#tally")).to_contain_text("Queste cifre sono possibili")
    expect(by_totals.get_by_text("Non salvata")).to_have_count(0)
    expect(by_totals.locator(".waiting-line")).to_be_hidden()
    by_totals.reload()
    expect(by_totals.locator("[name=A-total]")).to_have_value("194")
    expect(by_totals.locator(".waiting-line")).to_be_hidden()


def test_a_refused_deal_of_an_earlier_evening_leaves_the_phone(phone: Page, table: Table) -> None:
    kept = """([hours, table]) => {
        const key = `criccone:outbox:000000001:${table}`;
        const refusedAt = Date.now() - hours * 3600_000;
        const state = { state: "refused", html: "", refusedAt };
        const place = { table, place: "tavolo 9", url: table, page: table };
        const entry = { key: table, order: 1, number: 1, fields: [], ...state, ...place };
        localStorage.setItem(key, JSON.stringify(entry));
    }"""
    phone.evaluate(kept, [1, "/tavolo/this-evening/"])
    phone.evaluate(kept, [150, "/tavolo/last-week/"])
    phone.evaluate(kept, [150, table.by_code()])
    phone.reload()
    expect(phone.locator(".waiting-line")).to_have_count(2)
    assert phone.evaluate("Object.keys(localStorage).some((name) => name.includes('last-week'))") is False


@pytest.mark.parametrize("waits_for_the_network", [False, True])
def test_after_a_wrong_short_code_the_right_one_can_be_sent_without_a_reload(
    phone: Page, table: Table, waits_for_the_network: bool
) -> None:
    Client().post(table.by_code("table_deal", 1), totals())
    phone.reload()
    phone.get_by_text("Confermano qui, su questo telefono").tap()
    confirm = phone.get_by_role("button", name="Confermo")
    phone.fill("[name=short_code]", codes.short_code(table.match, "A"))
    phone.context.set_offline(waits_for_the_network)
    confirm.tap()
    line = phone.locator("[data-waiting] .waiting-line")
    if waits_for_the_network:
        expect(line).to_have_attribute("data-state", "waiting")
        phone.context.set_offline(False)
    expect(line).to_have_attribute("data-state", "refused")
    expect(confirm).to_be_enabled()
    phone.fill("[name=short_code]", codes.short_code(table.match, "B"))
    confirm.tap()
    expect(phone.locator("body")).not_to_contain_text("Manca il sì degli avversari")
    assert table.match.deals.get(number=1).agreement == "confirmed"


def test_totals_are_saved_and_corrected(phone: Page, table: Table) -> None:
    start(phone)
    phone.get_by_role("link", name="Totali").tap()
    write_totals(phone)
    save(phone)
    phone.wait_for_url("**/smazzate/2/")
    phone.goto(table.by_code())
    phone.get_by_role("link", name="Correggi la smazzata 1").tap()
    expect(phone.locator("[name=A-total]")).to_have_value("194")
    question = phone.get_by_role("group", name="I totali comprendono gli accusi?")
    expect(question).to_be_hidden()
    phone.fill("[name=A-declared]", "17")
    expect(phone.locator("#tally")).to_contain_text("I totali comprendono gli accusi?")
    choose(phone, "with_declared", "no")
    expect(phone.locator("#tally")).to_contain_text("211")
    save(phone)
    phone.wait_for_url(f"**{table.by_code()}")
    assert table.stored() == {1: (211, 106)}


def test_what_is_typed_stays_while_this_and_other_tables_save(
    new_phone: Callable[..., Page], table: Table
) -> None:
    for number in (1, 2, 3):
        Client().post(table.by_code("table_deal", number), totals())
    other = table.match.round.matches.select_related("round__tournament").get(table=2)
    phone = new_phone()
    phone.goto(table.of("B").by_code())
    phone.get_by_text("No, non torna").tap()
    phone.locator("#contest-reason-details label", has_text="2").tap()
    phone.locator("#contest-reason").press_sequentially("I re erano")
    fill(other)
    assert hears_of_a_change(phone) == 204
    scores.confirm(
        table.match, {1: table.match.deals.get(number=1).version}, by=Actor.at_table(table.match, "B")
    )
    assert hears_of_a_change(phone) == 200
    expect(phone.locator("#contest-reason-details [name=seen]")).to_have_count(2)
    phone.keyboard.type(" quattro")
    expect(phone.locator("#contest-reason")).to_have_value("I re erano quattro")
    expect(phone.locator("#contest-reason-details input:checked + span")).to_have_text("2")


def test_when_the_round_ends_the_open_page_leads_to_the_next_table(phone: Page, table: Table) -> None:
    tournament = table.match.round.tournament
    settle(tournament, table.match.round)
    hears_of_a_change(phone)
    expect(phone.get_by_text("Appena esce il prossimo turno")).to_be_visible()
    following = a_round(tournament, until="published")
    hears_of_a_change(phone)
    entry = table.match.seats.filter(side="A")[0].entry
    own = following.matches.filter(seats__entry=entry).distinct().get()
    expect(phone.get_by_role("heading", name=f"Tavolo {own.table}")).to_be_visible()
    expect(phone.get_by_text("Il turno non è ancora iniziato")).to_be_visible()
    expect(phone.locator("#messages .banner")).to_have_count(0)


def test_a_phone_in_a_pocket_asks_once_a_minute_and_at_once_when_it_is_taken_out(phone: Page) -> None:
    asked: list[Request] = []
    phone.clock.install()
    phone.reload()
    phone.on("request", lambda request: asked.append(request) if "seen=" in request.url else None)

    def in_three_minutes() -> int:
        asked.clear()
        for _ in range(12):
            phone.clock.run_for(15_000)
            expect(phone.locator(".htmx-request")).to_have_count(0)
        return len(asked)

    assert 10 <= in_three_minutes() <= 13
    phone.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.isHidden ?? true })")
    assert 2 <= in_three_minutes() <= 3
    with phone.expect_request(lambda request: "seen=" in request.url):
        phone.evaluate("isHidden = false; document.dispatchEvent(new Event('visibilitychange'))")


def test_a_double_tap_saves_once(by_totals: Page, table: Table) -> None:
    write_totals(by_totals)
    by_totals.locator("button.save").dblclick()
    by_totals.wait_for_url("**/smazzate/2/")
    assert table.match.round.tournament.log.filter(act__startswith="deal").count() == 1


def test_two_phones_are_shown_both_writings_and_one_is_chosen(
    by_totals: Page, new_phone: Callable[..., Page], table: Table
) -> None:
    other = at_the_deal(new_phone(first_deal(table, "totali")))
    write_totals(other, 204, 96)
    write_totals(by_totals)
    save(by_totals)
    by_totals.wait_for_url("**/smazzate/2/")

    expect(other.locator("#tally")).to_contain_text("204")
    save(other)
    expect(other.locator(".conflict")).to_contain_text("194 – 106")
    expect(other.locator("[data-mine]")).to_have_text("204 – 96")
    assert table.stored() == {1: (194, 106)}

    other.get_by_role("button", name="Metti la mia").tap()
    other.wait_for_url(f"**{table.by_code()}")
    assert table.stored() == {1: (204, 96)}


def test_without_network_a_deal_waits_and_goes_by_itself(by_totals: Page, table: Table) -> None:
    write_totals(by_totals)
    expect(by_totals.locator("#tally")).to_contain_text("194")
    by_totals.context.set_offline(True)
    by_totals.fill("[name=A-declared]", "0")
    expect(by_totals.locator("#tally")).to_contain_text("Senza rete il conto si ferma")
    save(by_totals)
    expect(by_totals.locator(".waiting")).to_contain_text("Non ancora inviata")
    expect(by_totals.locator("[name=A-total]")).to_have_value("194")
    by_totals.context.set_offline(False)
    expect(by_totals.locator(".waiting-line")).to_contain_text("inviata")
    expect(by_totals.locator(".waiting-line")).to_have_attribute("data-state", "sent")
    by_totals.get_by_role("link", name="Scrivi la smazzata 2").tap()
    by_totals.wait_for_url("**/smazzate/2/?modo=totali")
    assert table.stored() == {1: (194, 106)}


def test_after_a_retry_the_heading_shows_the_figures_that_were_sent(
    new_phone: Callable[..., Page], table: Table
) -> None:
    Client().post(table.by_code("table_deal", 1), totals())
    phone = at_the_deal(new_phone(table.by_code("table_deal", 1)))
    expect(phone.locator("#stored-deal")).to_contain_text("194 – 106")
    phone.context.set_offline(True)
    phone.fill("[name=A-total]", "204")
    phone.fill("[name=B-total]", "96")
    save(phone)
    expect(phone.locator(".waiting")).to_contain_text("Non ancora inviata")
    phone.context.set_offline(False)
    expect(phone.locator("#stored-deal")).to_contain_text("204 – 96")


def test_an_answer_lost_on_the_way_is_no_second_writing(by_totals: Page, table: Table) -> None:
    write_totals(by_totals)

    def lose_the_answer(route: Route) -> None:
        if route.request.method == "POST" and not route.request.url.endswith("/conto/"):
            route.fetch()
            route.abort()
        else:
            route.continue_()

    by_totals.route("**/smazzate/1/**", lose_the_answer)
    save(by_totals)
    expect(by_totals.locator(".waiting")).to_contain_text("Non ancora inviata")
    by_totals.unroute("**/smazzate/1/**")
    expect(by_totals.locator(".waiting-line")).to_have_attribute("data-state", "sent")
    assert table.match.round.tournament.log.filter(act__startswith="deal").count() == 1


def test_a_count_that_has_to_wait_is_asked_for_again_without_a_banner(phone: Page, table: Table) -> None:
    refused: list[Route] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route)
        route.fulfill(status=429, headers={"Retry-After": "1"}, body="{}")

    phone.route("**/conto/", refuse_once)
    phone.goto(first_deal(table, "totali"))
    at_the_deal(phone)
    expect(phone.locator("#tally")).not_to_be_empty()
    assert refused
    expect(phone.locator("#messages .banner")).to_have_count(0)


def test_counts_that_have_to_wait_show_no_old_total_and_are_asked_for_again_once(by_totals: Page) -> None:
    write_totals(by_totals)
    expect(by_totals.locator("#tally[data-counted] [data-total]").first).to_be_visible()
    refused: list[Route] = []

    def refuse(route: Route) -> None:
        refused.append(route)
        route.fulfill(status=429, headers={"Retry-After": "1"}, body="{}")

    by_totals.route("**/conto/", refuse)
    for points in (1, 2, 3):
        with by_totals.expect_response("**/conto/"):
            by_totals.fill("[name=A-total]", str(points))
    expect(by_totals.locator("[data-total]")).to_have_count(0)
    by_totals.wait_for_timeout(1_700)
    assert len(refused) == 4


def test_a_reload_loses_nothing_and_a_saved_deal_leaves_no_draft(by_cards: Page, table: Table) -> None:
    tap_accuso(by_cards, "B2", "sequence:danari")
    write_cards(by_cards)
    by_cards.reload()
    expect(by_cards.locator("[data-draft-found]")).to_be_visible()
    expect(by_cards.locator(".deck input:checked")).to_have_count(LIT)
    expect(by_cards.locator("button.is-told")).to_have_count(1)
    expect(by_cards.locator("[data-total]")).to_have_count(2)
    save_cards(by_cards)
    by_cards.wait_for_url("**/smazzate/2/")
    by_cards.goto(table.by_code("table_deal", 1))
    expect(by_cards.locator(".deck input:checked")).to_have_count(LIT)
    expect(by_cards.locator("button.is-told")).to_have_text("3")
    expect(by_cards.locator("[data-draft-found]")).to_be_hidden()
    expect(by_cards.locator("[data-total]").first).to_have_text(str(table.stored()[1][0]))


def test_a_draft_is_dropped_on_request(by_cards: Page) -> None:
    write_cards(by_cards)
    by_cards.reload()
    by_cards.get_by_role("button", name="Ricomincia da capo").tap()
    expect(by_cards.locator(".deck input:checked")).to_have_count(1)
    expect(by_cards.locator("[name=moors]:checked")).to_have_value("0")
    by_cards.reload()
    expect(by_cards.locator("[data-draft-found]")).to_be_hidden()


def test_the_bar_of_the_button_hides_no_field_that_is_being_written(phone: Page, table: Table) -> None:
    phone.set_viewport_size({"width": 390, "height": 600})
    for way in ("parti", "totali"):
        phone.goto(first_deal(table, way))
        fields = phone.locator(".figures input")
        at_the_deal(phone)
        expect(fields).not_to_have_count(0)
        fields.first.focus()
        for place in range(fields.count()):
            expect(fields.nth(place)).to_be_focused()
            assert phone.evaluate(ROOM_ABOVE_THE_BAR) >= 0
            phone.keyboard.press("Tab")


def test_everything_to_tap_is_as_large_as_a_thumb(by_cards: Page) -> None:
    tap_accuso(by_cards, "A1", "sequence:grande")
    small = by_cards.evaluate(
        """() => [...document.querySelectorAll(".deal-form :is(label, button, select, summary)")]
            .map((each) => [each.innerText, each.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.height < 44 || box.width < 44))
            .map(([text, box]) => [text, Math.round(box.width), Math.round(box.height)])"""
    )
    assert small == []
    assert by_cards.evaluate("document.documentElement.scrollWidth") == 390


def test_a_table_in_play_and_a_deal_by_cards_are_half_as_long_as_in_the_first_evening(
    phone: Page, table: Table
) -> None:
    """They had 1,878 and 3,133 pixels: who sits where is folded once a deal is written, as deals are."""
    for number in (1, 2):
        entered = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
        scores.enter(table.match, number, "totals", entered, by=JURY, based_on=0)
    phone.reload()
    expect(phone.locator(".deal-row")).to_have_count(4)
    assert phone.evaluate("document.documentElement.scrollHeight") <= 940
    expect(phone.locator(".seating")).to_be_hidden()
    phone.locator("#who-sits summary").tap()
    expect(phone.locator(".seating")).to_be_visible()
    start(phone)
    expect(phone.locator("#tally .hint")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollHeight") <= 1566


def test_why_nobody_plays_on_fits_the_phone(phone: Page, table: Table) -> None:
    entry = table.match.seats.filter(side="B")[0].entry
    entries.withdraw(entry.tournament_id, entry.number, withdrawn=True, by=JURY)
    phone.reload()
    expect(phone.locator(".match-over")).to_contain_text("ha lasciato il torneo: all'altra il riposo")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390


def test_the_head_of_the_page_is_one_row_on_a_phone(phone: Page) -> None:
    assert phone.locator(".masthead-row").evaluate("it => it.getBoundingClientRect().height") < 60


#: Counts the rings instead of sounding them.
RINGS = """
window.rings = 0;
window.AudioContext = class {
  currentTime = 0;
  constructor() { window.rings += 1; }
  createGain() { return { gain: {}, connect() {} }; }
  createOscillator() { return { frequency: {}, connect() {}, start() {}, stop() {} }; }
  close() {}
};
"""


def test_a_call_reaches_an_officer_on_another_page_in_the_title_and_rings_once(
    browser: Browser, live_server: Any, table: Table
) -> None:
    context = browser.new_context(base_url=live_server.url, locale="it-IT")
    session = signed_in(table.people.referee).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    context.add_init_script(RINGS)
    page = context.new_page()
    code = table.match.round.tournament.code
    page.goto(reverse("board", args=[code]))
    switch = page.get_by_role("button", name="Suona quando un tavolo chiama")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    calls.call(table.match, by=Actor.at_table(table.match, "A"))
    page.goto(reverse("log", args=[code]))
    expect(page.locator(".call-badge")).to_contain_text("Chiama il tavolo 1")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert page.evaluate("window.rings") == 1
    page.reload()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert page.evaluate("window.rings") == 0
    context.close()
