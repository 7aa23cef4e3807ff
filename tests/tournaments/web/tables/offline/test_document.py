"""The document of an evening over plain http: no service worker, only the browser's cache and its storage."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.service.installation import until
from tests.tournaments.web.tables.offline.conftest import HAND
from tests.tournaments.web.tables.offline.hand import (
    PATIENCE_MS,
    all_sent,
    fill_totals,
    open_kept,
    quietly,
    waits,
)
from tests.tournaments.web.tables.offline.network import PoorNetwork
from tests.tournaments.web.tables.offline.room import OTHERS_WRITE, Evening, Sheet
from tests.tournaments.web.tables.offline.test_evening import PLAIN_HTTP
from tests.tournaments.web.tables.test_in_a_browser import save, save_cards, write_cards

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("poor network")]

RENEW_EVENING = """
from django.db import transaction
from tournaments.actors import Actor
from tournaments.models import Match
from tournaments.results import evening_codes
match = Match.objects.get(pk=%d)
entry = match.seats.filter(side="A")[0].entry
with transaction.atomic():
    evening_codes.renew(entry.tournament_id, entry.number, by=Actor("Giuria"))
"""
CLOSE = """
from django.utils import timezone
from tournaments.models import Match
tournament = Match.objects.get(pk=%d).round.tournament
tournament.closed_at = timezone.now()
tournament.save()
"""
REOPEN = CLOSE.replace("timezone.now()", "None")
#: One table of an evening of its own, with so many deals on its sheet.
ONE_TABLE = """
import json
from tests.evening import JURY, a_club, a_round, a_tournament, some_cards
from tournaments.results import codes, evening_codes, scores
match = a_round(a_tournament(a_club(), pairs=2)).matches.select_related("round__tournament").get()
for number in range(1, %d):
    dealer = scores.place_of(match, number).dealer
    scores.enter(match, number, "cards", some_cards(number, dealer=dealer), by=JURY, based_on=0)
print(json.dumps({"match": match.pk, "A": "", "B": "",
    "evening": evening_codes.code_of(match.seats.filter(side="A")[0].entry)}))
"""
SETTLE = """
from tests.evening import JURY
from tournaments.models import Match
from tournaments.rounds import rounds
turn = Match.objects.get(pk=%d).round
rounds.settle(turn.tournament_id, 1, by=JURY, accept_unconfirmed=True)
"""
TIME_OVER = """
from tests.evening import JURY
from tournaments.models import Match
from tournaments.results import scores
scores.end_match(Match.objects.select_related("round__tournament").get(pk=%d), 2, by=JURY, seen=None)
"""
NETWORK_IS_BACK = "dispatchEvent(new Event('online'))"
LOOK_NOW = "document.dispatchEvent(new Event('page:seen'))"
UNHASHED = """performance.getEntriesByType("resource").map(({ name }) => name)
    .filter((name) => name.includes("/static/") && !/\\.[0-9a-f]{12}\\./.test(name))"""
KEPT = "Object.keys(localStorage).filter((name) => name.startsWith('criccone-serata:')).length"


@pytest.fixture
def table(evening: Evening) -> Sheet:
    return replace(evening.table(), by_evening=True)


@pytest.fixture
def phone(chromium: Browser, network: PoorNetwork) -> Iterator[Page]:
    context = chromium.new_context(**HAND, base_url=network.url)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(PLAIN_HTTP)
    yield context.new_page()
    context.close()


def reopen(page: Page, table: Sheet) -> None:
    """Leaves the document and opens its address again, as from the history or by another scan."""
    page.goto("about:blank")
    page.goto(table.url())
    page.locator("[data-waiting][data-ready]").wait_for(state="attached")


def write_next(page: Page, number: int) -> None:
    page.locator("a.button-large", has_text=f"Scrivi la smazzata {number}").tap()
    expect(page.locator("h1")).to_have_text(f"Smazzata {number}")


def test_a_whole_round_is_written_without_network_and_arrives_once(
    phone: Page, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    assert not phone.evaluate(UNHASHED), "such a file is kept for a minute only"
    asked: list[Request] = []
    network.is_down = True
    phone.context.set_offline(True)
    phone.on("request", lambda request: asked.append(request))
    write_next(phone, 1)
    phone.get_by_role("link", name="Totali").tap()
    fill_totals(phone, 194, 106)
    save(phone)
    waits(phone, 1)
    write_next(phone, 2)
    fill_totals(phone, 204, 96)
    save(phone)
    waits(phone, 1, 2)
    write_next(phone, 3)
    phone.get_by_role("link", name="Carte").tap()
    write_cards(phone)
    counted = [int(each) for each in phone.locator("#tally [data-total]").all_inner_texts()]
    expect(phone.locator("[data-unchecked]")).to_contain_text("il controllo arriva quando torna la rete")
    save_cards(phone)
    waits(phone, 1, 2, 3)
    assert not [each for each in asked if each.resource_type == "document"]

    reopen(phone, table)
    expect(phone.locator(".copy-note")).to_contain_text("Senza rete non ricaricarla")
    expect(phone.locator("[data-no-reload]")).to_be_visible()
    waits(phone, 1, 2, 3)
    phone.locator(".waiting-line", has_text="Smazzata 2").get_by_role("link").tap()
    expect(phone.locator("[name=A-total]")).to_have_value("204")
    fill_totals(phone, 214, 86)
    save(phone)
    waits(phone, 1, 2, 3, 2)
    assert table.stored() == {}

    network.is_down = False
    phone.context.set_offline(False)
    until(lambda: len(table.stored()) == 3, "the deals never arrived")
    reopen(phone, table)
    expect(phone.locator(".copy-note")).to_be_hidden()
    expect(phone.locator(".scorecard")).to_contain_text("214")
    assert table.stored() == {1: (194, 106), 2: (214, 86), 3: (counted[0] + 6, counted[1])}
    assert sorted(table.acts()) == [
        ("deal.corrected", 2), ("deal.entered", 1), ("deal.entered", 2), ("deal.entered", 3),
    ]  # fmt: skip


def test_the_document_leads_through_the_deals_and_keeps_what_is_stored(
    phone: Page, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    write_next(phone, 1)
    phone.get_by_role("link", name="Totali").tap()
    fill_totals(phone, 194, 106)
    save(phone)
    expect(phone.locator("h1")).to_have_text("Smazzata 2")
    expect(phone.locator("#messages")).to_contain_text("Smazzata 1 salvata")
    phone.go_back()
    phone.go_back()
    phone.go_back()
    expect(phone.locator(".scorecard")).to_contain_text("194")
    all_sent(phone)
    # The deal that is stored opens with its figures, also without network.
    until(
        lambda: quietly(phone, "Object.keys(localStorage).some((name) => name.endsWith('/smazzate/1/'))"),
        "the phone never kept the deal",
    )
    network.is_down = True
    phone.get_by_role("link", name="Correggi").first.tap()
    expect(phone.locator("[name=A-total]")).to_have_value("194")


def test_a_refusal_that_comes_while_its_form_is_open_shows_both_there(
    phone: Page, evening: Evening, network: PoorNetwork, table: Sheet
) -> None:
    open_kept(phone, table)
    write_next(phone, 1)
    phone.get_by_role("link", name="Totali").tap()
    network.is_down = True
    fill_totals(phone, 204, 96)
    save(phone)
    waits(phone, 1)
    evening.here.run(OTHERS_WRITE % table.match)
    network.is_down = False
    expect(phone.locator(".conflict")).to_contain_text("194 – 106")
    expect(phone.locator("[data-mine]")).to_have_text("204 – 96")
    phone.get_by_role("button", name="Metti la mia").tap()
    until(lambda: table.stored() == {1: (204, 96)}, "the choice was never stored")


def test_a_code_made_void_takes_everything_from_the_device(
    phone: Page, evening: Evening, table: Sheet
) -> None:
    open_kept(phone, table)
    evening.here.run(RENEW_EVENING % table.match)
    reopen_refused(phone, table)
    expect(phone.locator("main")).to_contain_text("è stato sostituito")
    assert phone.evaluate(KEPT) == 0


def reopen_refused(page: Page, table: Sheet) -> None:
    page.goto("about:blank")
    page.goto(table.url())
    expect(page.locator("[data-evening]")).to_have_count(0)


def test_the_language_is_followed_though_the_browser_keeps_the_document(phone: Page, table: Sheet) -> None:
    open_kept(phone, table)
    phone.get_by_role("button", name="English").tap()
    expect(phone.get_by_role("link", name="Write deal 1")).to_be_visible()
    expect(phone.locator("html")).to_have_attribute("lang", "en")


def test_the_end_of_the_evening_takes_everything_from_the_device(
    phone: Page, evening: Evening, table: Sheet
) -> None:
    open_kept(phone, table)
    evening.here.run(CLOSE % table.match)
    try:
        reopen_refused(phone, table)
        expect(phone.locator("main")).to_contain_text("Si è giocato tutto")
        assert phone.evaluate(KEPT) == 0
    finally:
        evening.here.run(REOPEN % table.match)  # the evening is that of the other tests too


def one_table(evening: Evening, next_deal: int) -> Sheet:
    told = json.loads(evening.here.run(ONE_TABLE % next_deal).splitlines()[-1])
    return Sheet(evening.here, told["match"], told, by_evening=True)


def test_who_wrote_the_last_deal_is_led_on_when_the_round_is_settled(phone: Page, evening: Evening) -> None:
    table = one_table(evening, 4)
    open_kept(phone, table)
    write_next(phone, 4)
    phone.get_by_role("link", name="Totali").tap()
    fill_totals(phone, 194, 106)
    save(phone)
    expect(phone.locator("#messages")).to_contain_text("Smazzata 4 salvata")
    evening.here.run(SETTLE % table.match)
    phone.evaluate(LOOK_NOW)
    expect(phone.locator("h2", has_text="Turno 1 concluso")).to_be_visible()
    assert phone.url.endswith(table.url())


def test_a_blank_deal_gives_way_when_the_match_ends_before_it_and_a_refused_one_stays(
    phone: Page, evening: Evening
) -> None:
    table = one_table(evening, 3)
    open_kept(phone, table)
    write_next(phone, 3)
    phone.get_by_role("link", name="Totali").tap()
    fill_totals(phone, 194, 106)
    phone.wait_for_selector(
        "#tally[data-counted]"
    )  # a count that comes later says already that the match is over
    evening.here.run(TIME_OVER % table.match)
    save(phone)
    expect(phone.locator("#answer")).to_contain_text(
        "Tempo scaduto: la partita è finita con la smazzata 2, la 3 non conta."
    )
    with phone.expect_response("**/adesso/"):
        phone.evaluate(NETWORK_IS_BACK)
    expect(phone.locator("#answer")).to_contain_text("Tempo scaduto")
    phone.evaluate("document.querySelectorAll('#answer > *, .waiting-line').forEach((each) => each.remove())")
    phone.evaluate(NETWORK_IS_BACK)
    expect(phone.locator("main")).to_contain_text("tempo scaduto dopo la 2ª")
    assert table.stored().keys() == {1, 2}
