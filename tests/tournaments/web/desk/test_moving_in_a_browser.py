"""Tables moved in Chromium: by mouse, by thumb, by keyboard, without JavaScript; then a whole evening."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, Route, expect

from tests.service.installation import until
from tests.tournaments.live.server import Server
from tests.tournaments.web.desk.test_in_a_browser import DESKTOP, PHONE, _signed_in

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SECOND_TURN = """
from tournaments.standings import builds
club = Club.objects.get(slug='circolo-mazzini')
tournament = a_tournament(club, pairs=9)
settle(tournament, a_round(tournament))
builds.build(tournament.pk)
tournament.refresh_from_db()
a_round(tournament, seed=2, until='draft')
print(tournament.code)
"""


SINGLES = """
from datetime import date
from tests import written
from tests.evening import JURY
from tournaments.evenings import lifecycle
from tournaments.rounds import rounds
club = Club.objects.get(slug='circolo-mazzini')
tournament = lifecycle.create(
    club, name="Tutti con tutti", on=date(2026, 11, 21), by=JURY, %s, lots_seed=7
)
named = [("Guglielminetti", "Gianfrancesco", date(2026, 1, 1)), ("Bentivoglio", "Massimiliano", None)] * 4
people = written.people(club, [(f"{last} {at}", *rest) for at, (last, *rest) in enumerate(named)])
written.enter(tournament.pk, [(each,) for each in people], by=JURY, present=True)
tournament.refresh_from_db()
rounds.draw(tournament.pk, by=JURY, seed=1)
print(tournament.code)
"""

BROKEN_WORDS = """() => [...document.querySelectorAll(".versus .movable")].flatMap((each) => {
  const text = each.firstChild, words = [...text.data.matchAll(/\\S+/g)];
  return words.filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length !== 1;
  }).map((word) => word[0]);
})"""


@pytest.fixture
def code(server: Server) -> str:
    return server.do(SECOND_TURN)


@pytest.fixture
def desk(chromium: Browser, server: Server, code: str) -> Iterator[Page]:
    page = _signed_in(chromium, server, viewport=DESKTOP)
    page.goto(f"/t/{code}/turni/")
    yield page
    page.context.close()


def pair(page: Page, table: int, side: int) -> Locator:
    return page.locator(f"#tavolo-{table} .versus .movable").nth(side)


SEATED = """(table) => [...document.querySelectorAll(`#tavolo-${table} .versus .movable`)]
  .map((each) => each.dataset.number)"""


def seated(page: Page, table: int) -> list[str]:
    numbers: list[str] = page.evaluate(SEATED, table)
    return numbers


def sit(page: Page, **tables: list[str]) -> None:
    """The page comes to show these pairs, in this order, at the tables t1, t2 …"""
    until(
        lambda: {name: seated(page, int(name[1:])) for name in tables} == tables,
        f"the page never showed {tables}",
    )


@pytest.mark.parametrize("game", ['format="rotation"', 'game="genovese-chiama-re"'], ids=["two", "alone"])
def test_no_name_of_a_player_alone_or_in_a_rotation_is_broken_inside_a_word(
    chromium: Browser, server: Server, game: str
) -> None:
    page = _signed_in(chromium, server, viewport=PHONE)
    page.goto(f"/t/{server.do(SINGLES % game)}/turni/")
    expect(page.locator(".versus .movable")).to_have_count(8)
    assert page.evaluate(BROKEN_WORDS) == []
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    assert page.evaluate(BROKEN_WORDS) == []
    page.context.close()


BETWEEN = """(one, other) => {
  const middle = (one.getBoundingClientRect().top + other.getBoundingClientRect().bottom) / 2;
  scrollBy({ top: middle - innerHeight / 2, behavior: "instant" });
}"""


def drag(page: Page, source: Locator, target: Locator) -> None:
    """As a hand does it: down, over the target wherever that is by now, up once the page shows it."""
    source.evaluate(BETWEEN, target.element_handle())
    source.hover(position={"x": 20, "y": 12})
    page.mouse.down()
    for _step in range(2):
        there = target.bounding_box()
        assert there
        page.mouse.move(there["x"] + 40, there["y"] + there["height"] / 2, steps=3)
    expect(target).to_have_class(re.compile("is-over"))
    page.mouse.up()


def keep(page: Page, reason: str = "1") -> None:
    """The dialog answered with one of the usual reasons."""
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Fai lo spostamento")).to_be_visible()
    if dialog.locator("summary").count():
        dialog.locator("summary").click()
    dialog.get_by_label("Motivo").select_option(index=int(reason))
    dialog.get_by_role("button", name="Fai lo spostamento").click()
    expect(page.locator("#moving-says")).to_contain_text("Fatto")


def tap_until_taken(one: Locator) -> None:
    """As a thumb does: of some taps right after the page has changed Chromium makes no click at all."""
    for _tap in range(5):
        one.tap()
        try:
            expect(one).to_have_attribute("aria-pressed", "true", timeout=3000)
        except AssertionError:
            continue
        return
    raise AssertionError("five taps took nothing")


def test_a_pair_is_dragged_onto_another_and_what_it_costs_is_asked(desk: Page) -> None:
    first, last = seated(desk, 1), seated(desk, 4)
    drag(desk, pair(desk, 1, 0), pair(desk, 4, 1))
    dialog = desk.get_by_role("dialog")
    expect(dialog).to_contain_text("posti di distanza in più")
    dialog.get_by_role("button", name="Fai lo spostamento").click()
    expect(dialog.locator(".errorlist")).to_have_text("Scrivi il motivo: resta nel registro.")
    keep(desk)
    expect(desk.locator(".by-hand")).to_contain_text("1 spostamento")
    expect(desk.locator(f"#coppia-{first[0]}")).to_be_focused()
    sit(desk, t1=[last[1], first[1]], t4=[last[0], first[0]])
    desk.get_by_role("link", name="Annulla l'ultimo spostamento").click()
    desk.get_by_role("dialog").get_by_role("button", name="Annulla lo spostamento").click()
    expect(desk.locator(".by-hand")).to_have_count(0)
    sit(desk, t1=first, t4=last)


def test_a_drag_that_ends_nowhere_and_escape_change_nothing(desk: Page) -> None:
    before = seated(desk, 1)
    pair(desk, 1, 0).hover(position={"x": 20, "y": 12})
    desk.mouse.down()
    desk.mouse.move(5, 300, steps=5)
    desk.mouse.up()
    expect(desk.locator("#moving-says")).to_contain_text("Lasciato dov'era")
    expect(desk.locator(".shadow")).to_have_count(0)
    expect(desk.get_by_role("dialog")).to_be_hidden()
    pair(desk, 1, 0).press("Space")
    expect(pair(desk, 1, 0)).to_have_attribute("aria-pressed", "true")
    desk.keyboard.press("Escape")
    expect(pair(desk, 1, 0)).to_have_attribute("aria-pressed", "false")
    sit(desk, t1=before)


def test_by_keyboard_alone_with_every_step_said_aloud(desk: Page) -> None:
    first, second = seated(desk, 1), seated(desk, 2)
    says = desk.locator("#moving-says")
    pair(desk, 1, 1).focus()
    desk.keyboard.press("Space")
    expect(says).to_contain_text(f"Preso: n. {first[1]} ")
    desk.keyboard.press("ArrowDown")
    expect(pair(desk, 2, 0)).to_be_focused()
    expect(says).to_contain_text(f"Scambio con n. {second[0]} ")
    desk.keyboard.press("Space")
    dialog = desk.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_be_focused()
    for _press in range(12):
        desk.keyboard.press("Tab")
        if desk.evaluate("document.activeElement.tagName") == "SUMMARY":
            desk.keyboard.press("Enter")
        if desk.evaluate("document.activeElement.name") == "reason":
            break
    desk.keyboard.type("cugini")
    desk.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(says).to_contain_text("Fatto")
    expect(desk.locator(f"#coppia-{first[1]}")).to_be_focused()
    sit(desk, t1=[first[0], second[0]])


def test_tables_change_their_numbers_and_the_riposo_changes_hands(desk: Page) -> None:
    first, third = seated(desk, 1), seated(desk, 3)
    desk.locator("#numero-1").press("Enter")
    desk.locator("#numero-3").press("Enter")
    keep(desk)
    sit(desk, t1=third, t3=first)
    rests = desk.locator(".resting").get_attribute("data-number")
    desk.locator(".resting").click()
    pair(desk, 2, 0).click()
    expect(desk.get_by_role("dialog")).to_contain_text("riposa")
    keep(desk)
    assert seated(desk, 2)[0] == rests


def test_with_a_thumb_by_the_handle_and_with_two_taps(chromium: Browser, server: Server, code: str) -> None:
    phone = _signed_in(chromium, server, viewport=PHONE, has_touch=True, is_mobile=True)
    phone.goto(f"/t/{code}/turni/")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    first, second = seated(phone, 1), seated(phone, 2)
    pair(phone, 1, 0).scroll_into_view_if_needed()
    touch = phone.context.new_cdp_session(phone)
    grip, there = pair(phone, 1, 0).locator(".grip").bounding_box(), pair(phone, 1, 1).bounding_box()
    assert grip
    assert there
    x, y = grip["x"] + 20, grip["y"] + 20
    points = [(x, y), (x - 10, y + 20), (x - 60, there["y"] + 20)]
    for at, (px, py) in enumerate(points):
        kind = "touchMove" if at else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    keep(phone)
    sit(phone, t1=first[::-1])
    tap_until_taken(pair(phone, 1, 0))
    pair(phone, 2, 0).tap()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    keep(phone)
    sit(phone, t1=[second[0], first[0]])
    phone.context.close()


RENEWED = re.compile(r"/turni/\?seen=")
RENEW = """() => {
  const cockpit = document.getElementById("cockpit");
  htmx.ajax("GET", cockpit.getAttribute("hx-get"), { source: cockpit, target: cockpit, swap: "outerHTML" });
}"""


def test_tables_do_not_come_anew_under_a_finger(desk: Page) -> None:
    """Asked for before the touch, answered between the touch and its click."""
    asked: list[Route] = []
    desk.route(RENEWED, lambda route: asked.append(route))
    before = seated(desk, 1)
    touch = {"pointerType": "touch", "isPrimary": True, "button": 0, "bubbles": True}

    def asks_anew() -> None:
        """By our doing or by its own, which it may do at any moment: two at a time it never asks."""
        for _time in range(100):
            if asked:
                return
            desk.evaluate(RENEW)
            desk.wait_for_timeout(100)
        raise AssertionError("the page never asked")

    asks_anew()
    pair(desk, 1, 0).dispatch_event("pointerdown", touch)
    pair(desk, 1, 0).dispatch_event("pointerup", touch)
    with desk.expect_response(RENEWED):
        asked.pop().fulfill(body='<div id="cockpit">anew</div>', content_type="text/html")
    pair(desk, 1, 0).dispatch_event("click")
    expect(pair(desk, 1, 0)).to_have_attribute("aria-pressed", "true")
    sit(desk, t1=before)
    desk.keyboard.press("Escape")
    asks_anew()
    asked.pop().fulfill(body='<div id="cockpit">anew</div>', content_type="text/html")
    expect(desk.locator("#cockpit")).to_have_text("anew")


def test_without_javascript_the_same_is_a_form(chromium: Browser, server: Server, code: str) -> None:
    plain = _signed_in(chromium, server, viewport=DESKTOP, java_script_enabled=False)
    plain.goto(f"/t/{code}/turni/")
    first, second = seated(plain, 1), seated(plain, 2)
    plain.get_by_role("link", name="Sposta scegliendo da un elenco").click()
    plain.locator("#first-entry").select_option(first[0])
    plain.locator("#second-entry").select_option(second[0])
    plain.get_by_role("button", name="Mostra che cosa costa").first.click()
    if plain.locator("summary").count():
        plain.locator("summary").click()
    plain.get_by_label("Altro").fill("cugini")
    plain.get_by_role("button", name="Fai lo spostamento").click()
    expect(plain.locator(".by-hand")).to_contain_text("cugini")
    sit(plain, t1=[second[0], first[1]])
    plain.context.close()


def test_of_two_devices_the_second_sees_what_the_first_has_done(
    chromium: Browser, server: Server, desk: Page, code: str
) -> None:
    other = _signed_in(chromium, server, viewport=DESKTOP, java_script_enabled=False)
    first, second, third = (seated(desk, table) for table in (1, 2, 3))
    other.goto(f"/t/{code}/turni/2/sposta/?kind=entries&first={first[0]}&second={third[0]}")
    pair(desk, 1, 0).click()
    pair(desk, 2, 0).click()
    keep(desk)
    other.locator("summary").click() if other.locator("summary").count() else None
    other.get_by_label("Altro").fill("cugini")
    other.get_by_role("button", name="Fai lo spostamento").click()
    expect(other.locator(".banner-error")).to_contain_text("sono cambiati intanto")
    expect(other.locator(".moving-rows")).to_contain_text(f"{third[0]} ")
    other.context.close()
    desk.reload()
    sit(desk, t1=[second[0], first[1]])


# --- An evening -------------------------------------------------------------------------------------------

RESULTS = """
from tournaments.models import Round
round_ = Round.objects.get(tournament__code='{code}', number={turn})
matches = round_.matches.select_related('round__tournament')
written.write([(match, _four(match, {turn})) for match in matches], by=JURY)
"""
TOLD = """
import json
import re
from tournaments.models import Rest, Tournament
from tournaments.standings import builds
tournament = Tournament.objects.get(code='{code}')
snapshot = builds.latest_snapshot(tournament)
print(json.dumps({{
    "rests": list(Rest.objects.filter(round__tournament=tournament).values_list("entry__number", flat=True)),
    "rows": len(snapshot.rows), "turns": snapshot.round_number,
    "rematches": [round_.rematches for round_ in tournament.rounds.all()],
    "moves": [len(round_.moves) for round_ in tournament.rounds.order_by("number")],
}}))
"""


def test_an_evening_of_twenty_one_pairs(chromium: Browser, server: Server) -> None:
    """Four turns, tables moved once by drag and once by keyboard, a pair gone after turn 2."""
    code = server.do("print(a_tournament(Club.objects.get(slug='circolo-mazzini'), pairs=21).code)")
    page = _signed_in(chromium, server, viewport=DESKTOP)
    bad: list[str] = []

    def look(response: Response) -> None:
        if response.status >= 400:
            bad.append(f"{response.status} {response.url}")

    page.on("response", look)
    page.goto(f"/t/{code}/turni/")
    page.get_by_role("button", name="Abbina il turno 1").click()
    for turn in (1, 2, 3, 4):
        expect(page.locator(".cockpit-word")).to_have_text("La bozza è pronta")
        page.wait_for_load_state()  # the words come before the scripts that hear mouse and keys
        if turn == 2:
            drag(page, pair(page, 1, 0), pair(page, 2, 1))
            keep(page)
            expect(page.locator(".by-hand")).to_contain_text("1 spostamento")
        if turn == 3:
            pair(page, 2, 0).press("Space")
            for _step in range(2):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Space")
            keep(page)
            expect(page.locator(".by-hand")).to_contain_text("1 spostamento")
        page.get_by_role("button", name=f"Pubblica il turno {turn}").click()
        page.get_by_role("button", name="Si gioca").click()
        expect(page.locator(".cockpit-word")).to_have_text("Si gioca")
        server.do(RESULTS.format(code=code, turn=turn))
        page.reload()
        if turn == 4:
            page.get_by_role("button", name="Concludi il turno 4").click()
        elif turn == 2:
            page.get_by_role("button", name="Concludi soltanto").click()
            page.goto(f"/t/{code}/iscrizioni/5/ritira/")
            page.get_by_label("Motivo").fill("stanchi")
            page.locator("main form .button-danger, main form .button-primary").first.click()
            page.goto(f"/t/{code}/turni/")
            page.get_by_role("button", name="Abbina il turno 3").click()
        else:
            page.get_by_role("button", name=f"Concludi il turno {turn} e abbina il {turn + 1}").click()
    expect(page.get_by_role("link", name="Concludi il torneo")).to_be_visible()
    page.wait_for_load_state()  # before the script is there the link leads to a page that asks the same
    page.get_by_role("link", name="Concludi il torneo").click()
    page.get_by_role("dialog").locator("form button").first.click()
    expect(page.locator(".cockpit-word")).to_have_text("Il torneo è concluso")
    page.get_by_role("link", name="La classifica finale").click()
    expect(page.locator(".standings tbody tr:not(.below)")).to_have_count(21)
    told = json.loads(server.do(TOLD.format(code=code)).splitlines()[-1])
    assert bad == []
    assert len(told["rests"]) == len(set(told["rests"])) == 2
    assert (told["rows"], told["turns"], told["moves"]) == (21, 4, [0, 1, 1, 0])
    page.context.close()
