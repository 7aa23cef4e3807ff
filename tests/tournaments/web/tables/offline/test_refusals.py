"""What waited and was refused, or met another writing: nobody is overwritten unseen, nothing unsaid."""

import pytest
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, expect

from tests.tournaments.web.tables.offline.conftest import NO_WORKER, NewPhone
from tests.tournaments.web.tables.offline.hand import (
    all_sent,
    fill_totals,
    log_in,
    open_kept,
    reach,
    told,
    waits,
    write_totals,
    write_without_network,
)
from tests.tournaments.web.tables.offline.network import PoorNetwork
from tests.tournaments.web.tables.offline.room import REFEREE_WRITES, RENEW, Evening, Sheet
from tests.tournaments.web.tables.test_in_a_browser import save

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("poor network")]


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


def test_the_same_entry_twenty_times_is_one(plain_phone: Page, network: PoorNetwork, table: Sheet) -> None:
    write_without_network(plain_phone, network, table, 194, 106)
    network.is_down = False
    statuses = plain_phone.evaluate(
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
    all_sent(plain_phone)
    assert table.acts() == [("deal.entered", 1)]


def test_of_two_phones_at_once_one_writes_and_the_other_is_shown_both(
    new_phone: NewPhone, table: Sheet
) -> None:
    pages = [new_phone(without=NO_WORKER) for _phone in range(2)]
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
    plain_phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    write_without_network(plain_phone, network, table, 204, 96)
    plain_phone.goto("about:blank")
    network.is_down = False
    write_totals(new_phone(without=NO_WORKER), table, 1, 194, 106)

    plain_phone.goto(table.url())
    line = plain_phone.locator(".waiting-line[data-state=refused]")
    expect(line).to_contain_text("è stata cambiata da un altro dispositivo: confronta e scegli.")
    plain_phone.reload()
    line.get_by_role("link", name="Apri e correggi").tap()
    expect(plain_phone.locator(".conflict")).to_contain_text("194 – 106")
    expect(plain_phone.locator("[data-mine]")).to_have_text("204 – 96")
    assert table.stored() == {1: (194, 106)}

    plain_phone.get_by_role("button", name="Metti la mia").tap()
    plain_phone.wait_for_url(f"**{table.url()}")
    all_sent(plain_phone)
    assert table.stored() == {1: (204, 96)}


def test_a_deal_of_the_referee_stays_and_the_phone_shows_both_and_the_way_to_the_referee(
    plain_phone: Page, network: PoorNetwork, evening: Evening
) -> None:
    table = evening.table()
    write_without_network(plain_phone, network, table, 204, 96)
    plain_phone.goto("about:blank")
    evening.here.run(REFEREE_WRITES % table.match)
    network.is_down = False

    plain_phone.goto(table.url())
    line = plain_phone.locator(".waiting-line[data-state=refused]")
    expect(line).to_contain_text("l'ha scritta l'arbitro: se non torna, chiamatelo al tavolo.")
    expect(line).to_contain_text("204 – 96")
    line.get_by_role("link", name="Chiama l'arbitro").tap()
    plain_phone.get_by_role("button", name="Chiama adesso").tap()
    expect(plain_phone.locator("#table")).to_contain_text("Arbitro chiamato alle")
    expect(line).to_contain_text("204 – 96")
    assert table.stored() == {1: (194, 106)}
    assert table.acts() == [("deal.entered", 1), ("referee.called", 0)]


def test_a_correction_of_what_the_referee_s_deal_refused_is_refused_too_and_not_kept_waiting(
    phone: Page, network: PoorNetwork, evening: Evening
) -> None:
    table = evening.table()
    open_kept(phone, table)
    network.is_down = True
    write_totals(phone, table, 1, 204, 96)
    reach(phone, table.url(1))
    fill_totals(phone, 206, 94)
    save(phone)
    waits(phone, 1, 1)
    phone.goto("about:blank")
    evening.here.run(REFEREE_WRITES % table.match)
    network.is_down = False

    phone.goto(table.url())
    lines = phone.locator(".waiting-line[data-state=refused]")
    expect(lines).to_have_count(2)
    for line, written in zip(lines.all(), ("204 – 96", "206 – 94"), strict=True):
        expect(line).to_contain_text(written)
        expect(line).to_contain_text("l'ha scritta l'arbitro: se non torna, chiamatelo al tavolo.")
    expect(phone.locator(".waiting-line[data-state=waiting]")).to_have_count(0)
    assert table.stored() == {1: (194, 106)}
    assert table.acts() == [("deal.entered", 1)]


def test_a_writing_that_is_given_up_leaves_the_other(
    plain_phone: Page, new_phone: NewPhone, network: PoorNetwork, table: Sheet
) -> None:
    write_without_network(plain_phone, network, table, 204, 96)
    plain_phone.goto("about:blank")
    network.is_down = False
    write_totals(new_phone(without=NO_WORKER), table, 1, 194, 106)
    plain_phone.goto(table.url())
    plain_phone.get_by_role("button", name="Butta via", exact=True).tap()
    plain_phone.get_by_role("button", name="Sì, buttala via").tap()
    all_sent(plain_phone)
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


def test_what_a_referee_wrote_goes_under_that_name_or_waits(
    plain_phone: Page, network: PoorNetwork, evening: Evening
) -> None:
    table = evening.table()
    deal = f"{table.codes['page']}smazzate/1/?modo=totali"
    log_in(plain_phone, "ada")
    reach(plain_phone, deal)
    network.is_down = True
    fill_totals(plain_phone, 194, 106)
    save(plain_phone)
    waits(plain_phone, 1)
    plain_phone.context.clear_cookies()
    network.is_down = False
    expect(plain_phone.locator(".waiting-line")).to_contain_text("entra di nuovo con il tuo nome")
    log_in(plain_phone, "bea")
    reach(plain_phone, table.codes["page"])
    expect(plain_phone.locator(".waiting-line")).to_contain_text("entra di nuovo con il tuo nome")
    assert table.stored() == {}
    plain_phone.context.clear_cookies()
    log_in(plain_phone, "ada")
    reach(plain_phone, table.codes["page"])
    all_sent(plain_phone)
    assert table.acts() == [("deal.entered", 1)]
