"""The evening's Wi-Fi as it is, before a real server: nothing is lost, nothing arrives twice."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import Error as BrowserError

from tests.browser import CHROMIUM, QUIET
from tests.evening import PASSWORD
from tests.service.installation import Installation, until
from tests.tournaments.tables.poor_network import PoorNetwork, poor_network
from tests.tournaments.tables.test_in_a_browser import PHONE, choose, save, write_cards

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("poor network")]

HAND = {**PHONE, "service_workers": "allow"}
PATIENCE_MS = 20_000
SCRIPT_NAME = "D'Angelo <script>alert(1)</script> 🂡"

REFEREES = ("ada", "bea")

A_TURN = f"""
import json
from tests.evening import a_club, a_round, a_tournament, an_officer
from club.models import Person, RoleKind
from tournaments import codes
club = a_club()
for name in {REFEREES!r}:
    an_officer(club, RoleKind.REFEREE, email=f"{{name}}@example.org")
tournament, other = a_tournament(club, pairs=40), a_tournament(a_club("Altro"))
person = Person.objects.order_by("id").first()
person.last_name = {SCRIPT_NAME!r}
person.save(update_fields=["last_name"])
tables = [
    {{"match": match.pk, "A": codes.code_of(match, "A"), "B": codes.code_of(match, "B"),
      "page": f"/t/{{match.round.tournament.code}}/turni/1/tavoli/{{match.table}}/",
      "kind": kind if match.table == 1 else "odd" if match.seats.filter(person=person).exists() else ""}}
    for kind, turn in (("", a_round(tournament)), ("renewed", a_round(other)))
    for match in turn.matches.select_related("round__tournament")
]
print(json.dumps(tables))
"""
RENEW = """
from tournaments import rounds
from tournaments.actors import Actor
from tournaments.models import Match
turn = Match.objects.get(pk=%d).round
rounds.renew_codes(turn.tournament_id, 1, by=Actor("Giuria"))
"""


class Embedded(Installation):
    """On its own SQLite file, with the static files as they lie in the source."""

    def environment(self, **changed: str) -> dict[str, str]:
        return super().environment(DEBUG="1", **changed)


@dataclass(frozen=True)
class Sheet:
    """A table of the evening, and what the server has of it."""

    here: Installation
    match: int
    codes: dict[str, str]

    def url(self, number: int | None = None, *, side: str = "A", way: str = "totali") -> str:
        deal = f"smazzate/{number}/?modo={way}" if number else ""
        return f"/tavolo/{self.codes[side]}/{deal}"

    def stored(self) -> dict[int, tuple[int, int]]:
        """The points on the sheet, by smazzata."""
        deals = self._rows("SELECT number, points_a, points_b FROM tournaments_deal WHERE match_id = ?")
        return {number: (a, b) for number, a, b in deals}

    def acts(self) -> list[tuple[str, int]]:
        """What the log says of this table, in order: act and smazzata."""
        ((tournament, table),) = self._rows(
            'SELECT tournament_id, "table" FROM tournaments_match JOIN tournaments_round'
            " ON tournaments_round.id = round_id WHERE tournaments_match.id = ?"
        )
        said = self._rows(
            "SELECT act, subject FROM tournaments_logentry WHERE tournament_id = ? ORDER BY number",
            tournament,
        )
        subjects = [(act, json.loads(subject)) for act, subject in said]
        return [(act, about.get("deal", 0)) for act, about in subjects if about.get("table") == table]

    def _rows(self, query: str, about: int | None = None) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.here.data / "criccone.sqlite3", timeout=20)) as connection:
            return connection.execute(query, [about or self.match]).fetchall()


@dataclass
class Evening:
    """A server of its own; each test takes the tables it needs."""

    here: Installation
    port: int
    tables: list[dict[str, Any]]

    def table(self, kind: str = "") -> Sheet:
        taken = next(each for each in self.tables if each["kind"] == kind)
        self.tables.remove(taken)
        return Sheet(self.here, taken["match"], taken)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    data = tmp_path_factory.mktemp("poor-network")
    here = Embedded(data, f"sqlite:///{data}/criccone.sqlite3")
    here.manage("migrate", "-v0")
    tables = json.loads(here.run(A_TURN).splitlines()[-1])
    with here.served(processes=1) as port:
        yield Evening(here, port, tables)


@pytest.fixture
def network(evening: Evening) -> Iterator[PoorNetwork]:
    with poor_network(evening.port) as network:
        yield network


@pytest.fixture
def table(evening: Evening) -> Sheet:
    return evening.table()


NewPhone = Callable[..., Page]


@pytest.fixture
def new_phone(chromium: Browser, network: PoorNetwork) -> Iterator[NewPhone]:
    """A phone in the room; `without` names what its browser does not have."""
    contexts: list[BrowserContext] = []

    def opened(*, without: str = "", via: PoorNetwork = network) -> Page:
        context = chromium.new_context(**HAND, base_url=via.url)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(without)
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def phone(new_phone: NewPhone) -> Page:
    return new_phone()


# --- The hand ---------------------------------------------------------------------------------------------

PLAIN_HTTP = """
delete Navigator.prototype.serviceWorker;
delete Navigator.prototype.locks;
delete Crypto.prototype.randomUUID;
"""


KEPT_PAGES = """async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
    const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return navigator.serviceWorker.controller ? Math.max(0, ...pages.map((each) => each.length)) : 0;
}"""
ALL_PAGES = 1 + 4 * 3


def open_kept(page: Page, table: Sheet, *, side: str = "A") -> None:
    """The table's page, with every page of the table kept on the phone."""
    reach(page, table.url(side=side))
    until(lambda: page.evaluate(KEPT_PAGES) >= ALL_PAGES, "the phone never kept the table's pages")


# Every script of the page has come and started.
WHOLE = "body:has([data-waiting][data-ready]):not(:has([data-deal]:not([data-ready])))"


def reach(page: Page, url: str) -> None:
    """The page, reloaded as often as a person would."""
    for _try in range(20):
        try:
            page.goto(url)
            page.locator(WHOLE).wait_for(state="attached", timeout=3000)
        except BrowserError:
            continue
        return
    raise AssertionError(f"{url} never came whole")


def reach_any(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("#content")).to_be_visible()


def log_in(page: Page, name: str) -> None:
    page.goto("/accesso/login/")
    page.fill("[name=login]", f"{name}@example.org")
    page.fill("[name=password]", PASSWORD)
    page.locator("main button[type=submit]").tap()
    expect(page.locator("main form [name=password]")).to_have_count(0)


def fill_totals(page: Page, a: int, b: int) -> None:
    page.fill("[name=A-total]", str(a))
    page.fill("[name=B-total]", str(b))
    choose(page, "last_trick", "A")


def write_totals(page: Page, table: Sheet, number: int, a: int, b: int, *, side: str = "A") -> None:
    """Written, saved, and the phone has said what became of it."""
    reach(page, table.url(number, side=side))
    fill_totals(page, a, b)
    save(page)
    told(page, number)


def told(page: Page, number: int) -> None:
    said = page.locator(".waiting-line, #answer .banner")
    until(lambda: f"/smazzate/{number}/" not in page.url or said.count(), "nothing was said of the saving")


def waits(page: Page, *numbers: int) -> None:
    lines = page.locator(".waiting-line[data-state=waiting]")
    expect(lines).to_have_count(len(numbers))
    for line, number in zip(lines.all(), numbers, strict=True):
        expect(line).to_contain_text(f"Smazzata {number}")


def all_sent(page: Page) -> None:
    kept = "Object.keys(localStorage).filter((name) => name.startsWith('criccone:'))"
    until(lambda: quietly(page, kept) == [], "something still waits on the phone")
    expect(page.locator(".waiting-line:not([data-state=sent])")).to_have_count(0)


def quietly(page: Page, script: str) -> object:
    """What the script answers; nothing while one page gives way to another."""
    try:
        return page.evaluate(script)
    except BrowserError:
        return None


# --- The evening -------------------------------------------------------------------------------------------

FIGURES = {1: (194, 106), 2: (204, 96), 3: (97, 153), 4: (190, 110)}


def test_an_evening_over_a_network_that_loses_a_third(evening: Evening, new_phone: NewPhone) -> None:
    tables = [evening.table(), evening.table()]
    with poor_network(evening.port, seed=7) as network:
        for table in tables:
            page = new_phone(via=network)
            network.loses = 0
            open_kept(page, table)
            network.loses = 1 / 3
            for number, (a, b) in FIGURES.items():
                write_totals(page, table, number, a, b)
            reach(page, table.url())
            all_sent(page)
    assert min(network.lost.values()) > 10
    for table in tables:
        assert table.stored() == FIGURES
        assert table.acts() == [("deal.entered", number) for number in FIGURES]


def test_cards_tapped_over_a_network_that_loses_a_third(evening: Evening, new_phone: NewPhone) -> None:
    table = evening.table()
    with poor_network(evening.port, seed=3) as network:
        page = new_phone(via=network)
        open_kept(page, table)
        network.loses = 1 / 3
        for number in (1, 2):
            reach(page, table.url(number, way="carte"))
            write_cards(page)
            save(page)
            told(page, number)
        reach(page, table.url())
        all_sent(page)
    assert set(table.stored()) == {1, 2}
    assert table.acts() == [("deal.entered", 1), ("deal.entered", 2)]


def test_two_deals_written_without_network_go_in_order_after_the_browser_was_closed(
    chromium: Browser, network: PoorNetwork, table: Sheet, tmp_path: Path
) -> None:
    def switched_on() -> BrowserContext:
        context = chromium.browser_type.launch_persistent_context(
            tmp_path, executable_path=CHROMIUM, args=QUIET, base_url=network.url, **HAND
        )
        context.set_default_timeout(PATIENCE_MS)
        return context

    with closing(switched_on()) as first:
        page = first.new_page()
        open_kept(page, table)
        network.is_down = True
        page.reload()
        expect(page.locator(".copy-note")).to_be_visible()
        page.locator("a.button-large", has_text="Scrivi la smazzata 1").tap()
        page.get_by_role("link", name="Totali").tap()
        fill_totals(page, 194, 106)
        save(page)
        waits(page, 1)
        expect(page.locator(".waiting-line")).to_contain_text("Totale 194 – 106")
        page.locator("a.button-large", has_text="Scrivi la smazzata 2").tap()
        page.wait_for_url("**/smazzate/2/?modo=totali")
        fill_totals(page, 204, 96)
        save(page)
        waits(page, 1, 2)
    network.is_down = False
    assert table.stored() == {}
    with closing(switched_on()) as again:
        page = again.new_page()
        page.goto(table.url())
        all_sent(page)
        expect(page.locator(".scorecard")).to_contain_text("204")
    assert table.acts() == [("deal.entered", 1), ("deal.entered", 2)]
    assert table.stored() == {1: (194, 106), 2: (204, 96)}


def test_what_waits_is_corrected_without_network_and_both_writings_arrive(
    phone: Page, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    network.is_down = True
    write_totals(phone, table, 1, 194, 106)
    reach(phone, table.url(1))
    expect(phone.locator("[name=A-total]")).to_have_value("194")
    fill_totals(phone, 204, 96)
    save(phone)
    waits(phone, 1, 1)
    network.is_down = False
    all_sent(phone)
    assert table.acts() == [("deal.entered", 1), ("deal.corrected", 1)]
    assert table.stored() == {1: (204, 96)}


def test_plain_http_has_no_worker_and_no_locks_and_still_nothing_is_lost(
    new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    page = new_phone(without=PLAIN_HTTP)
    reach(page, table.url(1))
    network.is_down = True
    fill_totals(page, 194, 106)
    save(page)
    waits(page, 1)
    expect(page.locator(".save")).to_be_hidden()  # nothing more to save until something is changed
    expect(page.get_by_text("Lascia aperta questa pagina")).to_be_visible()
    expect(page.get_by_role("link", name="Scrivi la smazzata 2")).to_have_count(0)
    network.is_down = False
    all_sent(page)
    page.get_by_role("link", name="Scrivi la smazzata 2").tap()
    page.wait_for_url("**/smazzate/2/**")
    assert table.acts() == [("deal.entered", 1)]


def test_the_same_entry_twenty_times_is_one(phone: Page, network: PoorNetwork, table: Sheet) -> None:
    reach(phone, table.url(1))
    network.is_down = True
    fill_totals(phone, 194, 106)
    save(phone)
    waits(phone, 1)
    network.is_down = False
    statuses = phone.evaluate(
        """() => {
            const name = Object.keys(localStorage).find((each) => each.startsWith("criccone:outbox:"));
            const entry = JSON.parse(localStorage.getItem(name));
            const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
            return Promise.all(Array.from({ length: 20 }, () => fetch(entry.url, {
                method: "POST", headers: { "X-CSRFToken": token, "HX-Request": "true" },
                body: new URLSearchParams(entry.fields),
            }).then((answer) => answer.status)));
        }"""
    )
    assert statuses == [200] * 20
    all_sent(phone)
    assert table.acts() == [("deal.entered", 1)]


def test_of_two_phones_at_once_one_writes_and_the_other_is_shown_both(
    new_phone: NewPhone, table: Sheet
) -> None:
    pages = [new_phone(), new_phone()]
    for page, (a, b) in zip(pages, ((194, 106), (204, 96)), strict=True):
        reach(page, table.url(1))
        fill_totals(page, a, b)
        expect(page.locator("#tally")).to_contain_text(str(a))
    for page in pages:
        page.evaluate("setTimeout(() => document.querySelector('.save').click())")
    for page in pages:
        told(page, 1)
    (other,) = [page for page in pages if page.locator(".conflict").count()]
    (stored,) = table.stored().values()
    expect(other.locator(".conflict")).to_contain_text(f"{stored[0]} – {stored[1]}")
    assert table.acts() == [("deal.entered", 1)]


def test_what_waited_too_long_is_shown_beside_the_newer_and_stays_until_somebody_chooses(
    phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    network.is_down = True
    write_totals(phone, table, 1, 204, 96)
    phone.goto("about:blank")
    network.is_down = False
    write_totals(new_phone(), table, 1, 194, 106)

    phone.goto(table.url())
    line = phone.locator(".waiting-line[data-state=refused]")
    expect(line).to_contain_text("è stata cambiata da un altro dispositivo: confronta e scegli.")
    phone.reload()
    line.get_by_role("link", name="Apri e correggi").tap()
    expect(phone.locator(".conflict")).to_contain_text("194 – 106")
    expect(phone.locator("[data-mine]")).to_have_text("204 – 96")
    assert table.stored() == {1: (194, 106)}

    phone.get_by_role("button", name="Metti la mia").tap()
    phone.wait_for_url(f"**{table.url()}")
    all_sent(phone)
    assert table.stored() == {1: (204, 96)}


def test_a_writing_that_is_given_up_leaves_the_other(
    phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    network.is_down = True
    write_totals(phone, table, 1, 204, 96)
    phone.goto("about:blank")
    network.is_down = False
    write_totals(new_phone(), table, 1, 194, 106)
    phone.goto(table.url())
    phone.get_by_role("button", name="Butta via la mia").tap()
    phone.get_by_role("button", name="Sì, buttala via").tap()
    all_sent(phone)
    assert table.acts() == [("deal.entered", 1)]


def test_a_refused_deal_stays_in_sight_and_does_not_hold_up_the_next(
    phone: Page, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    network.is_down = True
    write_totals(phone, table, 1, 999, 3)
    write_totals(phone, table, 2, 204, 96)
    network.is_down = False
    phone.goto(table.url())
    expect(phone.locator(".waiting-line[data-state=refused]")).to_contain_text("Smazzata 1")
    expect(phone.locator(".waiting-line:not([data-state=refused])[data-state=waiting]")).to_have_count(0)
    phone.get_by_role("link", name="Apri e correggi").tap()
    expect(phone.locator("[name=A-total]")).to_have_value("999")
    fill_totals(phone, 194, 106)
    save(phone)
    phone.wait_for_url("**/smazzate/3/")
    all_sent(phone)
    assert table.acts() == [("deal.entered", 2), ("deal.entered", 1)]


def test_two_phones_bring_their_deals_out_of_order(
    phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    network.is_down = True
    write_totals(phone, table, 1, 194, 106)
    phone.goto("about:blank")
    network.is_down = False
    write_totals(new_phone(), table, 2, 204, 96)
    phone.goto(table.url())
    all_sent(phone)
    assert table.stored() == {1: (194, 106), 2: (204, 96)}


def test_the_server_starts_again_in_the_middle(evening: Evening, new_phone: NewPhone, table: Sheet) -> None:
    with poor_network(evening.port) as network:
        page = new_phone(via=network)
        with evening.here.served(processes=1) as network.upstream:
            open_kept(page, table)
            write_totals(page, table, 1, 194, 106)
            reach(page, table.url(2))
            fill_totals(page, 204, 96)
        # Its process is killed here, as by a power cut.
        save(page)
        waits(page, 2)
        with evening.here.served(processes=1) as network.upstream:
            all_sent(page)
    assert table.acts() == [("deal.entered", 1), ("deal.entered", 2)]


def test_a_phone_a_day_ahead_writes_and_sends_as_any_other(
    phone: Page, network: PoorNetwork, table: Sheet
) -> None:
    phone.clock.set_system_time(datetime.now().astimezone() + timedelta(days=1))
    open_kept(phone, table)
    ends = phone.locator("[data-ends]").inner_text()
    network.is_down = True
    write_totals(phone, table, 1, 194, 106)
    phone.clock.set_system_time(datetime.now().astimezone() - timedelta(days=1))
    write_totals(phone, table, 2, 204, 96)
    network.is_down = False
    phone.goto(table.url())
    all_sent(phone)
    expect(phone.locator("[data-ends]")).to_have_text(ends)
    assert table.acts() == [("deal.entered", 1), ("deal.entered", 2)]


def test_a_token_that_is_gone_is_fetched_again(phone: Page, network: PoorNetwork, table: Sheet) -> None:
    open_kept(phone, table)
    network.is_down = True
    write_totals(phone, table, 1, 194, 106)
    phone.context.clear_cookies()
    network.is_down = False
    all_sent(phone)
    assert table.acts() == [("deal.entered", 1)]


def test_a_copy_says_that_it_is_one_and_gives_way_to_the_true_page(
    phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    expect(phone.locator(".copy-note")).to_be_hidden()
    write_totals(new_phone(), table, 1, 194, 106)
    network.is_down = True
    phone.reload()
    expect(phone.locator(".copy-note")).to_be_visible()
    expect(phone.locator(".scorecard")).not_to_contain_text("194")
    network.is_down = False
    expect(phone.locator(".copy-note")).to_be_hidden(timeout=PATIENCE_MS)
    expect(phone.locator(".scorecard")).to_contain_text("194")


def test_the_phone_keeps_the_players_pages_and_files_alone(phone: Page, table: Sheet) -> None:
    reach_any(phone, "/accesso/login/")
    phone.evaluate(
        "Promise.all(['pages-of-an-older-criccone', 'files-older'].map((name) => caches.open(name)))"
    )
    open_kept(phone, table)
    reach_any(phone, "/")
    reach_any(phone, "/accesso/login/")
    assert (
        phone.evaluate("caches.keys().then((names) => names.filter((name) => name.includes('older')))") == []
    )
    kept = phone.evaluate(
        """async () => {
            const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
            return (await Promise.all(caught)).flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    assert {path.split("/")[1] for path in kept} == {"static", "tavolo"}
    assert {path.split("/")[2] for path in kept if path.startswith("/tavolo/")} == {table.codes["A"]}


def test_what_a_referee_wrote_goes_under_that_name_or_waits(
    phone: Page, network: PoorNetwork, evening: Evening
) -> None:
    table = evening.table()
    deal = f"{table.codes['page']}smazzate/1/?modo=totali"
    log_in(phone, "ada")
    reach(phone, deal)
    network.is_down = True
    fill_totals(phone, 194, 106)
    save(phone)
    waits(phone, 1)
    phone.context.clear_cookies()
    network.is_down = False
    expect(phone.locator(".waiting-line")).to_contain_text("entra di nuovo con il tuo nome")
    log_in(phone, "bea")
    reach(phone, table.codes["page"])
    expect(phone.locator(".waiting-line")).to_contain_text("entra di nuovo con il tuo nome")
    assert table.stored() == {}
    phone.context.clear_cookies()
    log_in(phone, "ada")
    reach(phone, table.codes["page"])
    all_sent(phone)
    assert table.acts() == [("deal.entered", 1)]


def test_a_confirmation_waits_too_and_counts_once(
    phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    write_totals(phone, table, 1, 194, 106)
    others = new_phone()
    open_kept(others, table, side="B")
    network.is_down = True
    others.get_by_role("button", name="Sì, è giusta").tap()
    expect(others.locator(".waiting-line[data-state=waiting]")).to_contain_text("La tua conferma")
    network.is_down = False
    all_sent(others)
    assert table.acts() == [("deal.entered", 1), ("deal.confirmed", 1)]


def test_a_code_that_is_over_says_so_and_what_was_written_stays_in_sight(
    phone: Page, network: PoorNetwork, evening: Evening
) -> None:
    table = evening.table("renewed")
    open_kept(phone, table)
    network.is_down = True
    write_totals(phone, table, 1, 194, 106)
    evening.here.run(RENEW % table.match)
    network.is_down = False
    phone.goto(table.url())
    expect(phone.locator("h1")).to_have_text("Questo codice non apre")
    line = phone.locator(".waiting-line[data-state=refused]")
    expect(line).to_contain_text("194 – 106")
    expect(line).to_contain_text("chiedi alla Giuria il foglio nuovo")
    assert table.stored() == {}
    # The copies of a code that opens nothing are gone too.
    network.is_down = True
    with pytest.raises(BrowserError):
        phone.goto(table.url())


def test_a_name_with_a_script_is_a_name(phone: Page, network: PoorNetwork, evening: Evening) -> None:
    table = evening.table("odd")
    said: list[str] = []
    phone.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    open_kept(phone, table)
    expect(phone.locator("#table")).to_contain_text(SCRIPT_NAME)
    network.is_down = True
    write_totals(phone, table, 1, 194, 106)
    expect(phone.locator("main")).to_contain_text(SCRIPT_NAME)
    network.is_down = False
    phone.goto(table.url())
    all_sent(phone)
    assert said == []
