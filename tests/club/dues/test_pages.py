"""The treasurer's pages: they work, refuse in words, and open for nobody else."""

import re
from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from club.dues import members, years
from club.models import Club, Due, MembershipYear, Receipt, RoleKind, User
from tests.club.dues.members import a_category, a_member, a_year, paid
from tests.evening import a_club, an_officer, signed_in
from tests.pages import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def year(club: Club, treasurer: User) -> MembershipYear:
    return a_year(club, by=treasurer)


@pytest.fixture
def desk(treasurer: User) -> Client:
    return signed_in(treasurer)


def at(club: Club, rest: str) -> str:
    return f"/circoli/{club.slug}/{rest}"


def test_a_year_is_opened_its_amounts_written_its_members_renewed_and_one_pays(
    club: Club, treasurer: User, desk: Client
) -> None:
    person = a_member(club, "Rossi", by=treasurer)
    first = timezone.localdate().year
    opened = desk.post(at(club, "quote/"), {"first": first, "due_on": f"{first}-02-28"}, follow=True)
    assert f"L&#x27;anno {first} è aperto" in opened.content.decode()
    where = at(club, f"quote/{club.years.get().pk}/")
    desk.post(where, {f"category-{a_category(club).pk}": "25,50"})
    shown = desk.get(f"{where}rinnovi/")
    assert "1 socio da rinnovare, in tutto 25,50\xa0€" in shown.content.decode()
    desk.post(f"{where}rinnovi/", {"shown": shown.context["plan"].fingerprint})
    assert "Incassa" in desk.get(where).content.decode()
    form = {"means": "transfer", "paid_on": timezone.localdate().isoformat(), "key": str(uuid4())}
    for _click in range(2):
        got = desk.post(f"{where}incassa/{person.pk}/", form)
        assert (got.status_code, got["Location"]) == (302, at(club, f"ricevute/{first}/1/"))
    assert Receipt.objects.get().cents == 2550
    assert "ricevuta 1/" in desk.get(where).content.decode()
    assert desk.get(at(club, f"ricevute/{first}/1.pdf")).content.startswith(b"%PDF")


def test_a_year_paid_already_is_refused_in_words_with_409(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    person = a_member(club, "Rossi", by=treasurer)
    paid(year, person, by=treasurer)
    where = at(club, f"quote/{year.pk}/incassa/{person.pk}/")
    assert "ricevuta 1/2026" in desk.get(where).content.decode()
    form = {"means": "cash", "paid_on": "2026-03-10", "key": str(uuid4())}
    got = desk.post(where, form)
    assert got.status_code == 409
    assert "ha già pagato la quota 2026 il 10/3/2026: ricevuta 1/2026" in got.content.decode()


@pytest.mark.parametrize(
    ("rest", "sent", "said"),
    [
        ("quote/", {"first": "venti", "due_on": "2026-02-28"}, "errorlist"),
        ("quote/", {"first": "26", "due_on": "2026-02-28"}, "quattro cifre"),
        ("quote/", {"first": "2027", "due_on": "2029-02-28"}, "scadenza"),
        ("quote/{year}/", {"category-{category}": "tanto"}, "Scrivi un importo in euro"),
        ("quote/{year}/", {"category-{category}": "99999"}, "da 0 a 10.000 euro"),
        ("quote/{year}/incassa/{person}/", {"means": "gold", "paid_on": "ieri"}, "errorlist"),
        ("ricevute/2026/1/", {"reason": "", "key": "x"}, "Scrivi perché annulli"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_sent_back_with_422(
    club: Club,
    treasurer: User,
    year: MembershipYear,
    desk: Client,
    rest: str,
    sent: dict[str, str],
    said: str,
) -> None:
    person = a_member(club, "Rossi", by=treasurer)
    paid(year, a_member(club, "Bianchi", by=treasurer), by=treasurer)
    words = {"year": year.pk, "person": person.pk, "category": a_category(club).pk}
    got = desk.post(
        at(club, rest.format(**words)), {name.format(**words): value for name, value in sent.items()}
    )
    assert got.status_code == 422
    assert said in got.content.decode()
    assert (Receipt.objects.count(), club.years.count()) == (1, 1)


def test_a_receipt_is_cancelled_from_its_page(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    paid(year, a_member(club, "Rossi", by=treasurer), by=treasurer)
    got = desk.post(at(club, "ricevute/2026/1/"), {"reason": "errore", "key": str(uuid4())}, follow=True)
    assert "Annulla la 1/2026: errore" in got.content.decode()
    listed = desk.get(at(club, "ricevute/2026/")).content.decode()
    assert "annullata dalla" in listed
    assert "in tutto 0,00\xa0€" in listed


def test_arrears_are_shown_at_the_day_asked_and_today_for_nonsense(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    person = a_member(club, "Rossi", by=treasurer)
    Due.objects.create(year=year, person=person, category=a_category(club), cents=2500)
    assert "Rossi Anna" in desk.get(at(club, "morosi/?al=2026-03-01")).content.decode()
    assert "Rossi Anna" not in desk.get(at(club, "morosi/?al=2026-02-28")).content.decode()
    for nonsense in ("ieri", "2026-02-31", ""):
        assert desk.get(at(club, f"morosi/?al={nonsense}")).context["day"] == timezone.localdate()


def test_another_clubs_treasurer_finds_nothing_under_his_own_club(
    club: Club, treasurer: User, year: MembershipYear
) -> None:
    person = a_member(club, "Rossi", by=treasurer)
    paid(year, person, by=treasurer)
    theirs = a_club("Un altro circolo")
    client = signed_in(an_officer(theirs, RoleKind.TREASURER))
    for rest in (
        f"quote/{year.pk}/", f"quote/{year.pk}/rinnovi/", f"quote/{year.pk}/incassa/{person.pk}/",
        "ricevute/2026/1/", "ricevute/2026/1.pdf",
    ):  # fmt: skip
        assert client.get(at(theirs, rest)).status_code == 404, rest
    for rest in ("chiudi/", "riapri/"):
        assert client.post(at(theirs, f"quote/{year.pk}/{rest}")).status_code == 404
    year.refresh_from_db()
    assert year.is_open


def test_the_data_of_the_association_are_the_owners(club: Club, desk: Client) -> None:
    said = {
        "address": "via Mazzini 1",
        "city": "Bologna",
        "stamp_duty": "ets",
        "year_start": "9",
        "days_to_pay": "15",
    }
    assert desk.get(at(club, "associazione/")).status_code == 403
    owner = signed_in(an_officer(club, RoleKind.OWNER))
    wrong = owner.post(at(club, "associazione/"), {**said, "fiscal_code": "12345678901"})
    assert (wrong.status_code, "undici cifre" in wrong.content.decode()) == (422, True)
    forged = owner.post(at(club, "associazione/"), {**said, "year_start": "13"})
    assert (forged.status_code, "constraint" in forged.content.decode().lower()) == (422, False)
    assert owner.post(at(club, "associazione/"), {**said, "fiscal_code": "00488410010"}).status_code == 302
    club.refresh_from_db()
    assert (club.fiscal_code, club.stamp_duty, club.year_start) == ("00488410010", "ets", 9)
    assert club.log.get(act="association.changed").after == {
        "fields": ["address", "city", "fiscal_code", "stamp_duty", "year_start", "days_to_pay"]
    }


def test_a_years_page_costs_the_same_for_two_members_and_for_twelve(
    club: Club, treasurer: User, year: MembershipYear, desk: Client, django_assert_num_queries: object
) -> None:
    today = date(2026, 3, 10)
    for wanted in (2, 12):
        for number in range(wanted - Due.objects.count()):
            a_member(club, f"Socio{wanted}{number}", by=treasurer)
        plan = members.plan(year, today=today)
        members.renew(year, shown=plan.fingerprint, today=today, by=treasurer)
        paid(year, year.dues.filter(receipt=None)[0].person, by=treasurer)
        with django_assert_num_queries(18):  # type: ignore[operator]
            assert desk.get(at(club, f"quote/{year.pk}/")).status_code == 200


def test_two_of_the_same_name_are_told_apart_wherever_money_is_taken(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    first, second = (a_member(club, "Rossi", by=treasurer) for _each in range(2))
    where = at(club, f"quote/{year.pk}/")

    def numbers(rest: str) -> list[int]:
        page = desk.get(rest).content.decode()
        return [number for number in (1, 2) if f"n. {number}" in page]

    assert numbers(where) == [1, 2]  # still to be renewed
    plan = members.plan(year, today=date(2026, 3, 10))
    members.renew(year, shown=plan.fingerprint, today=date(2026, 3, 10), by=treasurer)
    assert numbers(where) == [1, 2]
    assert numbers(at(club, "morosi/?al=2026-03-10")) == [1, 2]
    assert [numbers(f"{where}incassa/{each.pk}/") for each in (first, second)] == [[1], [2]]


def test_amounts_that_are_missing_or_wrong_are_asked_above_the_list(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    a_member(club, "Rossi", by=treasurer)
    where = at(club, f"quote/{year.pk}/")
    assert '<details class="more-choices"><summary>' in flat(desk.get(where).content.decode())
    wrong = flat(desk.post(where, {f"category-{a_category(club).pk}": "tanto"}).content.decode())
    assert wrong.index("Scrivi un importo in euro") < wrong.index("Rossi Anna")
    assert '<details class="more-choices" open><summary>' in wrong
    desk.post(where, {f"category-{a_category(club).pk}": ""})
    assert '<details class="more-choices" open><summary>' in flat(desk.get(where).content.decode())


def test_in_a_year_that_is_closed_nobody_is_still_to_be_renewed(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    a_member(club, "Rossi", by=treasurer)
    where = at(club, f"quote/{year.pk}/")
    assert "da rinnovare" in desk.get(where).content.decode()
    desk.post(f"{where}chiudi/")
    closed = desk.get(where).content.decode()
    assert "socio mai rinnovato" in closed
    assert "da rinnovare" not in closed


def test_forms_of_money_go_out_once(club: Club, treasurer: User, year: MembershipYear, desk: Client) -> None:
    person = a_member(club, "Rossi", by=treasurer)
    for rest in (f"quote/{year.pk}/", f"quote/{year.pk}/rinnovi/", f"quote/{year.pk}/incassa/{person.pk}/"):
        page = desk.get(at(club, rest)).content.decode()
        assert "data-once" in page
        assert re.search(r'src="[^"]*js/once[^"]*"', page), "without it data-once does nothing"


def test_the_page_of_a_counter_entry_says_which_receipt_it_cancels(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    paid(year, a_member(club, "Rossi", by=treasurer), by=treasurer)
    got = desk.post(at(club, "ricevute/2026/1/"), {"reason": "errore", "key": str(uuid4())}, follow=True)
    assert "La 1/2026 è annullata." in got.content.decode()


def a_payment(**said: object) -> dict[str, object]:
    return {"means": "cash", "paid_on": timezone.localdate().isoformat(), "key": str(uuid4()), **said}


def test_more_than_the_due_is_asked_before_it_is_taken(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    person = a_member(club, "Rossi", by=treasurer)
    where = at(club, f"quote/{year.pk}/incassa/{person.pk}/")
    assert 'type="checkbox"' not in desk.get(where).content.decode()
    asked = desk.post(where, a_payment(cents="250"))
    assert (asked.status_code, Receipt.objects.count()) == (422, 0)
    page = asked.content.decode()
    assert "Restano da pagare 25,00" in page
    assert 'type="checkbox" name="may_exceed"' in page
    taken = desk.post(where, a_payment(cents="30", may_exceed="on", means="card", reference="POS 4711"))
    assert taken.status_code == 302
    receipt = Receipt.objects.get()
    assert (receipt.cents, receipt.means, receipt.reference) == (3000, "card", "POS 4711")
    assert "5,00 € più della quota" in flat(desk.get(where).content.decode())


def test_a_due_is_written_reduced_exempted_and_restored_on_its_page(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    person = a_member(club, "Rossi", by=treasurer)
    page = at(club, f"quote/{year.pk}/incassa/{person.pk}/")
    change = at(club, f"quote/{year.pk}/cambia/{person.pk}/")
    desk.post(change)
    sent = {"act": "amount", "shown": "2500", "amount-cents": "10", "amount-reason": "studente"}
    assert desk.post(change, sent).status_code == 302
    shown = flat(desk.get(page).content.decode())
    assert "prima era 25,00 €" in shown
    assert "ha cambiato l&#x27;importo di una quota" in shown
    assert "importo: 25,00 € → 10,00 €" in shown
    refused = desk.post(change, {**sent, "amount-cents": "8", "amount-reason": ""})
    assert refused.status_code == 422
    stale = desk.post(change, sent | {"amount-cents": "8"})
    assert (stale.status_code, "è diventata di 10,00" in stale.content.decode()) == (409, True)
    sent = {"act": "exempt", "shown": "1000", "exempt-resolved_on": "2026-01-12", "exempt-reason": "età"}
    assert desk.post(change, sent).status_code == 302
    assert "esente" in desk.get(page).content.decode()
    assert desk.post(change, {"act": "restore"}).status_code == 302
    assert Due.objects.get().cents == 2500


def test_new_amounts_ask_what_becomes_of_unpaid_dues_and_a_renewal_is_undone(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    a_member(club, "Rossi", by=treasurer)
    where = at(club, f"quote/{year.pk}/")
    shown = desk.get(f"{where}rinnovi/")
    desk.post(f"{where}rinnovi/", {"amounts": "1", f"category-{a_category(club).pk}": "30"})
    stale = desk.post(f"{where}rinnovi/", {"shown": shown.context["plan"].fingerprint})
    assert stale.status_code == 409
    desk.post(f"{where}rinnovi/", {"shown": desk.get(f"{where}rinnovi/").context["plan"].fingerprint})
    assert Due.objects.get().cents == 3000

    sent = {f"category-{a_category(club).pk}": "35"}
    asked = desk.post(where, sent)
    assert "E le quote già scritte?" in asked.content.decode()
    assert year.amounts.get(category=a_category(club)).cents == 3000
    desk.post(where, sent | {"dues": "change", "shown": asked.context["shown"]})
    assert Due.objects.get().cents == 3500

    (done,) = members.done_renewals(year)
    assert "Annulla questo rinnovo" in desk.get(where).content.decode()
    assert desk.post(f"{where}rinnovi/annulla/", {"renewal": str(done.key)}).status_code == 302
    assert not Due.objects.exists()
    assert desk.post(f"{where}rinnovi/annulla/", {"renewal": "niente"}).status_code == 404


def test_a_new_category_of_the_member_asks_whether_the_due_follows(
    club: Club, treasurer: User, year: MembershipYear, desk: Client
) -> None:
    person, honorary = a_member(club, "Rossi", by=treasurer), a_category(club, "onorario")
    desk.post(at(club, f"quote/{year.pk}/cambia/{person.pk}/"))
    years.set_amounts(year, {honorary.pk: 0}, by=treasurer)
    one = person.memberships.get()
    sent = {"category": honorary.pk, "since": "2026-03-01", "version": one.version}
    asked = desk.post(at(club, f"libro/iscrizioni/{one.pk}/categoria/"), sent, follow=True)
    page = flat(asked.content.decode())
    assert "deve seguire la categoria?" in page
    assert re.search(rf'value="{honorary.pk}"[^>]* checked', page)
    desk.post(
        at(club, f"quote/{year.pk}/cambia/{person.pk}/"),
        {"act": "category", "shown": "2500", "category-category": honorary.pk},
    )
    assert Due.objects.get().cents == 0


def test_a_year_that_cannot_be_is_refused_at_its_field_and_the_page_names_the_month(
    club: Club, desk: Client
) -> None:
    answer = desk.post(at(club, "quote/"), {"first": 1825, "due_on": "1825-03-28"})
    assert answer.status_code == 422
    shown = flat(answer.content.decode())
    assert "Scrivi l'anno in quattro cifre" in shown.replace("&#x27;", "'")
    assert 'value="1825"' in shown
    assert "L'anno sociale del circolo comincia in gennaio." in shown.replace("&#x27;", "'")


@pytest.mark.parametrize("is_for_dues", [True, False])
def test_another_payment_from_a_page_gone_back_to_is_taken_when_confirmed(
    club: Club, treasurer: User, year: MembershipYear, desk: Client, *, is_for_dues: bool
) -> None:
    person = a_member(club, "Rossi", by=treasurer)
    course = {"kind": "course", "words": "principianti"}
    where = at(club, f"ricevute/nuova/?persona={person.pk}")
    if is_for_dues:
        course, where = {}, at(club, f"quote/{year.pk}/incassa/{person.pk}/")
    first = a_payment(cents="10", **course)
    desk.post(where, first)
    asked = desk.post(where, {**first, "cents": "15"})
    assert (asked.status_code, Receipt.objects.count()) == (422, 1)
    page = asked.content.decode()
    assert "Questa pagina ha già fatto la ricevuta 1/" in page
    found = re.search(r'name="key" value="([^"]+)"', page)
    assert found is not None
    assert desk.post(where, {**first, "cents": "15", "key": found[1]}).status_code == 302
    assert sorted(Receipt.objects.values_list("cents", flat=True)) == [1000, 1500]
