"""The register's list: searched, filtered and sorted, taken away as it is shown, and acts on those chosen."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from club import membership_cards, selection
from club.dues import members, years
from club.errors import ClubInputRefused
from club.models import Card, Category, Club, Consent, Membership, MembershipYear, Particulars, Person, User
from club.privacy import consents, guardians
from club.register import lists, membership
from club.selection import Filters, Kind, Order
from tests.club.exports.test_lists import of_csv
from tests.club.register.book import FEBRUARY, JANUARY, MARCH, MAY, TODAY, a_member, a_person, named
from tests.pages import flat

About = Consent.About
RECORDS = {"on": MARCH, "how": "paper", "document": "foglio dell'assemblea", "today": TODAY}


@pytest.fixture
def sostenitore(club: Club) -> Category:
    return Category.objects.create(club=club, name="sostenitore", position=2)


@pytest.fixture
def three(club: Club, secretary: User, ordinary: Category, sostenitore: Category) -> Club:
    """Rossi Mario, of whom all is known; Neri Ada, a minor admitted in May; Bruni Zeno, by name alone."""
    mario = a_person(club, secretary, email="Mario@Example.org", phone="+39 051 23-45.67")
    a_member(mario, secretary, ordinary)
    neri = a_person(club, secretary, last_name="Neri", first_name="Ada", born_on=None, fiscal_code="")
    a_member(neri, secretary, sostenitore, on=MAY)
    # Nobody knew at the admission that she was a minor: she has no guardian.
    Particulars.objects.filter(person=neri).update(born_on=date(2012, 1, 1))
    a_member(named(club, secretary, "Bruni Zeno"), secretary, ordinary)
    return club


@pytest.fixture
def year(three: Club, secretary: User) -> MembershipYear:
    """2026: Neri and Rossi owe their dues since March, and Rossi has his card on paper."""
    year = years.open_year(three, 2026, due_on=MARCH, by=secretary)
    amounts = {category.pk: 2500 for category in three.categories.all()}
    years.set_amounts(year, amounts, by=secretary)
    members.renew(year, shown=members.plan(year, today=TODAY).fingerprint, today=TODAY, by=secretary)
    year.dues.filter(person__last_name="Bruni").update(paid_before=True)
    mario = three.people.get(last_name="Rossi")
    membership_cards.prepare_for_print(year, [mario.pk], today=TODAY, by=secretary)
    return year


def found(club: Club, day: date = TODAY, **filters: Any) -> list[str]:
    ids = selection.person_ids(club, Filters(**filters), day, lists.load_book(club))
    names = dict(club.people.values_list("pk", "last_name"))
    return [names[pk] for pk in ids]


@pytest.mark.parametrize(
    ("letters", "names"),
    [
        pytest.param("ros ma", ["Rossi"], id="name"),
        pytest.param("2", ["Neri"], id="number"),
        pytest.param("RSSMRA80", ["Rossi"], id="codice fiscale"),
        pytest.param("rss mra", ["Rossi"], id="codice fiscale with a space"),
        pytest.param("mario@ex", ["Rossi"], id="e-mail"),
        pytest.param("0512345", ["Rossi"], id="telephone, digits only"),
        pytest.param("0039 051/234567", ["Rossi"], id="telephone with another prefix"),
        pytest.param("051", [], id="too few digits"),
        pytest.param("T7/2", ["Bruni"], id="card"),
        pytest.param("99999999999999999999", [], id="no number of anything"),
        pytest.param("zzz", [], id="nobody"),
    ],
)
def test_people_are_found_by_anything_they_show(three: Club, letters: str, names: list[str]) -> None:
    bruni = three.people.get(last_name="Bruni")
    Card.objects.create(club=three, person=bruni, number="T7/2", valid_from=JANUARY, valid_until=MAY)
    assert found(three, letters=letters) == names


def test_the_number_counts_whoever_bears_it(three: Club) -> None:
    assert [found(three, letters=str(number)) for number in (1, 2, 3)] == [["Rossi"], ["Neri"], ["Bruni"]]


def test_each_filter_leaves_out_the_others(three: Club, secretary: User, year: MembershipYear) -> None:
    ordinary = three.categories.get(name="ordinario")
    assert found(three, category=ordinary.pk) == ["Rossi", "Bruni"]
    assert found(three, in_arrears=True) == ["Rossi", "Neri"]
    assert found(three, without_email=True) == ["Neri", "Bruni"]
    assert found(three, card_to_print=True) == ["Neri", "Bruni"]
    assert found(three, minors=True) == ["Neri"]
    assert found(three, admitted_from=MARCH) == ["Neri"]
    assert found(three, admitted_until=MARCH) == ["Rossi", "Bruni"]
    assert found(three, admitted_from=FEBRUARY, admitted_until=FEBRUARY) == ["Rossi", "Bruni"]
    assert found(three, category=ordinary.pk, without_email=True, card_to_print=True) == ["Bruni"]


def test_a_consent_is_missing_until_there_is_an_answer(three: Club, secretary: User) -> None:
    mario = three.people.get(last_name="Rossi")
    assert found(three, consent_missing=About.PHOTOS) == ["Rossi", "Neri", "Bruni"]
    consents.record_for_many(three, [mario.pk], {About.PHOTOS: False}, key=uuid4(), by=secretary, **RECORDS)
    assert found(three, consent_missing=About.PHOTOS) == ["Neri", "Bruni"], "a no is an answer, too"
    assert found(three, consent_missing=About.NAME) == ["Rossi", "Neri", "Bruni"]


@pytest.mark.parametrize(
    ("order", "names"),
    [
        (None, ["Rossi", "Neri", "Bruni"]),
        (Order.NUMBER_DOWN, ["Bruni", "Neri", "Rossi"]),
        (Order.NAME, ["Bruni", "Neri", "Rossi"]),
        (Order.NAME_DOWN, ["Rossi", "Neri", "Bruni"]),
        (Order.CATEGORY, ["Bruni", "Rossi", "Neri"]),
        (Order.CATEGORY_DOWN, ["Neri", "Bruni", "Rossi"]),
        (Order.STATE, ["Bruni", "Rossi", "Neri"]),
        (Order.STATE_DOWN, ["Neri", "Bruni", "Rossi"]),
    ],
)
def test_the_list_is_sorted_and_equals_follow_by_name(
    three: Club, order: Order | None, names: list[str]
) -> None:
    assert found(three, order=order) == names


EVERYTHING = {
    "q": "a", "morosi": "on", "senza_email": "on", "tessera": "on", "minori": "on", "consenso": "notice",
    "dal": "2020-01-01", "al": "2026-12-31", "ordine": "categoria", "mostra": "tutti",
}  # fmt: skip


@pytest.mark.parametrize("rest", ["", "elenco.csv", "scelti/categoria/"])
def test_pages_and_files_cost_the_same_queries_for_eight_and_for_eighty(
    club: Club, secretary: User, ordinary: Category, at_work: Client, rest: str
) -> None:
    costs = []
    for first, last in ((0, 8), (8, 80)):
        for number in range(first, last):
            a_member(named(club, secretary, f"Cognome{number} Anna"), secretary, ordinary)
        for filters in ({}, EVERYTHING):
            where = f"/circoli/{club.slug}/libro/{rest}"
            with CaptureQueriesContext(connection) as asked:
                at_work.get(where, {**filters, "tutti": "on", "giorno": TODAY.isoformat()})
            costs.append(len(asked))
    assert costs[:2] == costs[2:]


def test_the_address_keeps_the_filters_and_the_file_has_the_same_people(
    three: Club, year: MembershipYear, at_work: Client
) -> None:
    where = f"/circoli/{three.slug}/libro/"
    filters = {"morosi": "on", "ordine": "nome", "giorno": TODAY.isoformat()}
    page = at_work.get(where, filters)
    assert page.context["page_obj"].paginator.count == 2
    text = flat(page.content.decode())
    assert "2 persone" in text
    assert f"elenco.csv?giorno={TODAY.isoformat()}&amp;ordine=nome&amp;morosi=on" in text
    rows = of_csv(at_work.get(f"{where}elenco.csv", filters).content)
    assert [row[1] for row in rows] == ["Cognome", "Neri", "Rossi"]
    assert "RSSMRA80A01A944I" in rows[2]
    assert three.log.latest("number").act == "list.taken"
    for ending in ("xlsx", "pdf"):
        assert at_work.get(f"{where}elenco.{ending}", filters).status_code == 200
    assert at_work.get(f"{where}elenco.json", filters).status_code == 404


def test_what_an_address_says_wrongly_does_not_filter(three: Club, at_work: Client) -> None:
    wrong = {"mostra": "x", "giorno": "ieri", "categoria": "x", "dal": "x", "ordine": "x", "consenso": "x"}
    page = at_work.get(f"/circoli/{three.slug}/libro/", wrong)
    assert page.context["page_obj"].paginator.count == 3


def act(client: Client, club: Club, which: str, chosen: dict[str, Any], **said: Any) -> Any:
    """The answer to the act, sent from its page."""
    where = f"/circoli/{club.slug}/libro/scelti/{which}/"
    page = client.get(where, chosen)
    hidden = {
        name: page.context["form"][name].value()
        for name in ("shown", "key")
        if name in page.context["form"].fields
    }
    return client.post(f"{page.request['PATH_INFO']}?{page.request['QUERY_STRING']}", hidden | said)


def test_the_category_of_all_who_match_changes_at_once(three: Club, at_work: Client, secretary: User) -> None:
    ordinary, other = three.categories.order_by("position")
    versions = dict(Membership.objects.values_list("person__last_name", "version"))
    said = {"category": other.pk, "since": "2026-05-20"}
    answer = act(at_work, three, "categoria", {"categoria": ordinary.pk, "tutti": "on"}, **said)
    assert answer.headers["Location"] == f"/circoli/{three.slug}/libro/?categoria={ordinary.pk}"
    book = lists.load_book(three)
    assert {book.standing(one.pk, TODAY).category for one in three.people.all()} == {other.pk}
    before = date(2026, 5, 19)
    assert {book.standing(one.pk, before).category for one in three.people.all()} == {ordinary.pk, other.pk}
    entries = three.log.filter(act="membership.category").order_by("number")
    assert [entry.before["category"] for entry in entries] == ["ordinario", "ordinario"]
    changed = dict(Membership.objects.values_list("person__last_name", "version"))
    assert {name for name in changed if changed[name] != versions[name]} == {"Rossi", "Bruni"}
    again = membership.change_category_of_many(
        three, list(three.people.values_list("pk", flat=True)), category=other, since=date(2026, 5, 20),
        today=TODAY, by=secretary,
    )  # fmt: skip
    assert again == 0
    assert three.log.filter(act="membership.category").count() == 2


@pytest.mark.parametrize(("follows", "cents"), [({}, 2500), ({"dues_follow": "on"}, 4000)])
def test_unpaid_dues_follow_the_new_category_if_so_wished(
    three: Club, year: MembershipYear, at_work: Client, follows: dict[str, str], cents: int
) -> None:
    other = three.categories.get(name="sostenitore")
    year.amounts.filter(category=other).update(cents=4000)
    chosen = {"scelti": list(three.people.exclude(last_name="Neri").values_list("pk", flat=True))}
    act(at_work, three, "categoria", chosen, category=other.pk, since="2026-05-20", **follows)
    dues = dict(year.dues.values_list("person__last_name", "cents"))
    assert dues == {"Rossi": cents, "Bruni": 2500, "Neri": 2500}, "Bruni has paid, and Neri was not chosen"
    assert three.log.filter(act="due.category").count() == len(follows)


def test_one_who_cannot_keeps_all_from_changing(three: Club, at_work: Client, secretary: User) -> None:
    other = three.categories.get(name="sostenitore")
    everybody = {"scelti": list(three.people.values_list("pk", flat=True))}
    early = act(at_work, three, "categoria", everybody, category=other.pk, since="2026-04-01")
    assert early.status_code == 422
    assert "Neri Ada (1/5/2026)" in early.content.decode()
    guest = named(three, secretary, "Ospite Ugo")
    everybody["scelti"].append(guest.pk)
    refused = act(at_work, three, "categoria", everybody, category=other.pk, since="2026-05-20")
    assert refused.status_code == 409
    assert "Non è fra i soci: Ospite Ugo" in flat(refused.content.decode())
    assert not three.log.filter(act="membership.category").exists()


def test_an_act_is_on_those_who_were_shown(three: Club, at_work: Client, secretary: User) -> None:
    where = f"/circoli/{three.slug}/libro/scelti/categoria/?tutti=on"
    shown = at_work.get(where).context["form"]["shown"].value()
    a_member(named(three, secretary, "Nuovi Nino"), secretary, three.categories.all()[0])
    other = three.categories.get(name="sostenitore")
    said = {"shown": shown, "category": other.pk, "since": "2026-05-20"}
    answer = at_work.post(where, said)
    assert answer.status_code == 409
    assert "guarda chi c" in answer.content.decode()
    assert not three.log.filter(act="membership.category").exists()


def test_nobody_chosen_leads_back_to_the_list(three: Club, at_work: Client) -> None:
    answer = at_work.get(f"/circoli/{three.slug}/libro/scelti/categoria/?q=rossi", follow=True)
    assert "Scegli almeno una persona." in answer.content.decode()
    assert answer.context["page_obj"].paginator.count == 1


def test_many_consents_by_one_document(three: Club, at_work: Client, secretary: User) -> None:
    adults = list(three.people.exclude(last_name="Neri").values_list("pk", flat=True))
    key = uuid4()
    said = {
        "on": "2026-03-01",
        "how": "paper",
        "name": "yes",
        "photos": "no",
        "document": "foglio n. 3",
        "key": key,
    }
    for _twice in range(2):
        assert act(at_work, three, "consensi", {"scelti": adults}, **said).status_code == 302
    given = Consent.objects.order_by("person__last_name", "about")
    assert [(one.person.last_name, one.about, one.is_given, one.document) for one in given] == [
        ("Bruni", "name", True, "foglio n. 3"), ("Bruni", "photos", False, "foglio n. 3"),
        ("Rossi", "name", True, "foglio n. 3"), ("Rossi", "photos", False, "foglio n. 3"),
    ]  # fmt: skip
    named_on = dict(three.people.values_list("last_name", "name_consent_on"))
    assert named_on == {"Bruni": MARCH, "Rossi": MARCH, "Neri": None}
    assert three.log.filter(act="consent.recorded").count() == 2
    page = at_work.get(f"/circoli/{three.slug}/libro/{adults[0]}/consensi/")
    assert "foglio n. 3" in page.content.decode()


def test_many_consents_need_a_guardian_of_each_minor_and_a_document(three: Club, secretary: User) -> None:
    everybody = list(three.people.values_list("pk", flat=True))

    def record(answers: dict[Consent.About, bool], **said: Any) -> int:
        return consents.record_for_many(
            three, everybody, answers, key=uuid4(), by=secretary, **{**RECORDS, **said}
        )

    with pytest.raises(ClubInputRefused, match="Neri Ada è minorenne"):
        record({About.NAME: True})
    with pytest.raises(ClubInputRefused, match="quale documento"):
        record({About.NAME: False}, document=" ")
    assert not Consent.objects.exists()
    neri = three.people.get(last_name="Neri")
    guardians.write_guardian(
        neri.pk, three, name="Neri Rita", relation="parent", email="", phone="051 1", by=secretary
    )
    assert record({About.NAME: True}) == 3
    assert Consent.objects.get(person=neri).guardian == "Neri Rita, genitore"


def test_many_consents_cost_the_same_for_two_and_for_twenty(club: Club, secretary: User) -> None:
    costs = []
    for size in (2, 20):
        some = [named(club, secretary, f"Cognome{size}x{number} Anna").pk for number in range(size)]
        with CaptureQueriesContext(connection) as asked:
            consents.record_for_many(club, some, {About.NAME: True}, key=uuid4(), by=secretary, **RECORDS)
        costs.append(len(asked))
    assert costs[0] == costs[1]


def test_the_cards_of_those_chosen_are_printed(three: Club, at_work: Client, secretary: User) -> None:
    today = timezone.localdate()
    assert (
        "Prima apri un anno"
        in at_work.get(f"/circoli/{three.slug}/libro/scelti/tessere/?tutti=on").content.decode()
    )
    years.open_year(three, today.year, due_on=date(today.year, 2, 1), by=secretary)
    answer = act(at_work, three, "tessere", {"q": "rossi", "tutti": "on"})
    assert answer.content.startswith(b"%PDF")
    assert [card.person.last_name for card in Card.objects.all()] == ["Rossi"]
    assert found(three, day=today, card_to_print=True) == ["Neri", "Bruni"]


def test_an_erased_person_and_one_of_another_club_cannot_be_chosen(
    three: Club, at_work: Client, secretary: User
) -> None:
    Person.objects.filter(last_name="Bruni").update(erased_number=1)
    other = Club.objects.create(name="Altro", slug="altro")
    stranger = Person.objects.create(club=other, last_name="Zani", first_name="Zeno", search_key="zani zeno")
    Particulars.objects.create(person=stranger, email="zani@example.org")
    ids = list(Person.objects.values_list("pk", flat=True))
    page = at_work.get(f"/circoli/{three.slug}/libro/scelti/categoria/", {"scelti": ids})
    assert [one.last_name for one in page.context["named"]] == ["Neri", "Rossi"]
    assert found(three, kind=Kind.ALL, letters="zani") == []
