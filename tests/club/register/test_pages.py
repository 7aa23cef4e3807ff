"""The libro soci in the hands of who keeps it, and closed to all others."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from club.models import Category, CategorySpell, Club, Look, MemberNumber, Membership, Person, RoleKind, User
from club.register import people as person_records
from club.register.person_data import PersonData, person_data_of
from tests.club.register.book import FEBRUARY, JANUARY, MARIO, a_member, a_person, a_request, named
from tests.evening import an_officer, four_people, signed_in

SECRET = "RSSMRA80A01A944I"


def at(club: Club, rest: str = "") -> str:
    return f"/circoli/{club.slug}/libro/{rest}"


def text(answer: Any) -> str:
    return str(answer.content.decode())


def form_of(person: Person, **said: Any) -> dict[str, Any]:
    """The correction form as the page has it, with what is said changed."""
    known = {name: getattr(person_data_of(person), name) for name in MARIO}
    typed = {**known, "version": 1, **said}
    return {name: value for name, value in typed.items() if value is not None}


@pytest.mark.parametrize(
    ("who", "status"),
    [
        ("secretary", 200),
        ("treasurer", 200),
        ("owner", 200),
        ("organiser", 403),
        ("referee", 403),
        ("player", 403),
        ("stranger", 403),
        ("other_secretary", 403),
        (None, 302),
    ],
)
def test_private_data_is_for_who_keeps_the_register_of_this_club(
    club: Club, secretary: User, who: str | None, status: int
) -> None:
    one, other = a_person(club, secretary), named(club, secretary, "Verdi Vito")
    four = four_people(club)
    users = {
        **vars(four),
        "secretary": secretary,
        "treasurer": an_officer(club, RoleKind.TREASURER),
        "owner": an_officer(club, RoleKind.OWNER),
        "other_secretary": an_officer(four.stranger.roles.all()[0].club, RoleKind.SECRETARY),
    }
    client = signed_in(users[who]) if who else Client()
    for rest in (f"{one.pk}/", f"{one.pk}/correggi/", f"doppioni/{one.pk}/{other.pk}/"):
        answer = client.get(at(club, rest))
        assert answer.status_code == status
        assert (SECRET in text(answer)) == (status == 200)
    looked = {look.officer_name for look in Look.objects.filter(person=one)}
    assert looked == ({str(users[who])} if who and status == 200 else set())


def test_the_organisers_pages_have_no_private_field(club: Club, secretary: User) -> None:
    one = a_person(club, secretary, phone="051 999", street="via Zamboni 1")
    client = signed_in(four_people(club).organiser)
    for address in (f"/circoli/{club.slug}/persone/", f"/circoli/{club.slug}/persone/{one.pk}/"):
        page = client.get(address)
        assert page.status_code == 200
        assert not any(private in text(page) for private in (SECRET, "051 999", "Zamboni", "1980"))


@pytest.mark.parametrize(
    "rest",
    ["{one}/", "{one}/correggi/", "doppioni/{one}/{own}/", "doppioni/{own}/{one}/", "doppioni/{own}/{own}/"],
)
def test_another_clubs_person_is_not_there(club: Club, secretary: User, at_work: Client, rest: str) -> None:
    theirs = a_person(four_people(club).stranger.roles.all()[0].club, secretary)
    own = named(club, secretary, "Verdi Vito")
    assert at_work.get(at(club, rest.format(one=theirs.pk, own=own.pk))).status_code == 404
    assert not Look.objects.exists()


def test_each_look_says_who_and_where_and_the_page_tells(
    club: Club, secretary: User, at_work: Client
) -> None:
    one, other = a_person(club, secretary), named(club, secretary, "Verdi Vito")
    at_work.get(at(club, f"doppioni/{one.pk}/{other.pk}/"))
    page = at_work.get(at(club, f"{one.pk}/"))
    assert [(look.page, look.officer) for look in one.looks.all()] == [
        ("person", secretary),
        ("comparison", secretary),
    ]
    assert other.looks.count() == 1
    assert "confronto fra due persone" in text(page)
    assert page.headers["Cache-Control"] == "private, no-store"


def test_from_nothing_to_a_member_by_the_pages(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    added = at_work.post(at(club, "nuova/"), {**MARIO, "born_on": "1980-01-01"})
    one = Person.objects.get(club=club)
    assert added.headers["Location"] == at(club, f"{one.pk}/")
    at_work.post(at(club, f"{one.pk}/richiesta/"), {"on": "2026-01-10"})
    asked = one.memberships.get()
    said = {
        "requests": asked.pk,
        "on": "2026-02-12",
        "resolution": "n. 4",
        "category": ordinary.pk,
        "answer": "admit",
    }
    assert at_work.post(at(club, "richieste/"), said).status_code == 302
    page = text(at_work.get(at(club, f"{one.pk}/")))
    assert "n. 1 per sempre" in page
    assert "socio dal 12/2/2026" in page
    assert "delibera n. 4" in page
    assert "Rossi Mario" in text(at_work.get(at(club)))
    assert "Rossi Mario" not in text(at_work.get(at(club, "?giorno=2026-02-11")))
    assert "Rossi Mario" in text(at_work.get(at(club, "?giorno=2026-02-11&mostra=richieste")))


def test_requests_are_answered_together_and_a_wrong_date_keeps_the_ticks(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    asked = [a_request(named(club, secretary, f"Cognome{number} Anna"), secretary) for number in range(3)]
    said = {
        "requests": [one.pk for one in asked[:2]],
        "on": "2026-01-09",
        "resolution": "n. 4",
        "category": ordinary.pk,
        "answer": "admit",
    }
    refused = at_work.post(at(club, "richieste/"), said)
    assert refused.status_code == 422
    assert "prima delle richieste di Cognome0 Anna, Cognome1 Anna" in text(refused)
    assert text(refused).count('name="requests"') == 3
    assert text(refused).count(" checked") == 2
    at_work.post(at(club, "richieste/"), {**said, "on": "2026-01-10"})
    assert sorted(MemberNumber.objects.values_list("number", flat=True)) == [1, 2]
    assert "1 richiesta aspetta" in text(at_work.get(at(club, "richieste/")))


def test_the_board_says_no_with_a_reason(club: Club, secretary: User, at_work: Client) -> None:
    asked = a_request(named(club, secretary, "Rossi Mario"), secretary)
    said = {"requests": asked.pk, "on": "2026-02-12", "answer": "refuse"}
    assert at_work.post(at(club, "richieste/"), said).status_code == 422
    assert at_work.post(at(club, "richieste/"), {**said, "reason": "non presentato"}).status_code == 302
    asked.refresh_from_db()
    assert (asked.ended_on, asked.end_cause) == (FEBRUARY, "")


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"born_on": "2999-01-01"}, 422, "deve ancora venire"),
        ({"born_on": "non è un giorno"}, 422, "data valida"),
        ({"fiscal_code": "RSSMRA80A01A944X"}, 422, "una lettera o una cifra è sbagliata"),
        ({"first_name": "Anna"}, 422, "non corrisponde al nome"),
        ({"email": "anna"}, 422, "email valido"),
        ({"fiscal_code": ""}, 422, "scrivi il motivo"),
    ],
)
def test_what_cannot_be_comes_back_with_all_that_was_typed(
    club: Club, secretary: User, at_work: Client, change: dict[str, str], status: int, words: str
) -> None:
    one = a_person(club, secretary)
    form = form_of(one, born_on="1980-01-01", phone="051 777")
    answer = at_work.post(at(club, f"{one.pk}/correggi/"), {**form, **change})
    assert answer.status_code == status
    assert words in text(answer)
    assert 'value="051 777"' in text(answer)
    assert person_data_of(person_records.person_of(club, one.pk)) == person_data_of(one)


def test_two_secretaries_do_not_write_over_each_other_unseen(
    club: Club, secretary: User, at_work: Client
) -> None:
    one = a_person(club, secretary)
    where = at(club, f"{one.pk}/correggi/")
    born = {"born_on": "1980-01-01"}
    at_work.post(where, form_of(one, phone="051 111", **born))
    clash = at_work.post(where, form_of(one, phone="051 222", **born))
    assert clash.status_code == 409
    assert "Ora nel libro è scritto" in text(clash)
    assert "051 111" in text(clash)
    assert 'value="051 222"' in text(clash)
    assert 'name="version" value="2"' in text(clash), "a second press replaces what was just shown"
    assert person_data_of(person_records.person_of(club, one.pk)).phone == "051 111"


def test_a_homonym_is_confirmed_and_then_added(club: Club, secretary: User, at_work: Client) -> None:
    first = a_person(club, secretary)
    said = {"last_name": "Rossi", "first_name": "Mario", "born_on": "1980-01-01"}
    assert "is_confirmed_another" not in text(at_work.get(at(club, "nuova/")))
    asked = at_work.post(at(club, "nuova/"), said)
    assert asked.status_code == 409
    assert at(club, f"{first.pk}/") in text(asked)
    assert 'name="is_confirmed_another"' in text(asked)
    assert at_work.post(at(club, "nuova/"), {**said, "is_confirmed_another": "on"}).status_code == 302
    assert club.people.count() == 2


def test_two_cards_of_one_person_become_one(club: Club, secretary: User, at_work: Client) -> None:
    one, other = (
        a_person(club, secretary),
        Person.objects.create(club=club, last_name="Rossi", first_name="Mario"),
    )
    assert at(club, f"doppioni/{one.pk}/{other.pk}/") in text(at_work.get(at(club, "doppioni/")))
    where = at(club, f"doppioni/{one.pk}/{other.pk}/")
    assert at_work.post(where, {"kept": one.pk}).status_code == 422
    assert at_work.post(where, {"kept": 0, "reason": "la stessa"}).status_code == 422
    merged = at_work.post(where, {"kept": one.pk, "reason": "la stessa"})
    assert merged.headers["Location"] == at(club, f"{one.pk}/")
    assert [*club.people.all()] == [one]
    assert "Nessun doppione" in text(at_work.get(at(club, "doppioni/")))


def test_two_records_of_one_member_are_made_one(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    one, other = named(club, secretary, "Rossi Mario"), named(club, secretary, "Rossi Maria")
    for person in (one, other):
        a_member(person, secretary, ordinary)
    compared = text(at_work.get(at(club, f"doppioni/{one.pk}/{other.pk}/")))
    assert compared.count("12/2/2026–") == 2
    answer = at_work.post(at(club, f"doppioni/{one.pk}/{other.pk}/"), {"kept": one.pk, "reason": "x"})
    assert answer.headers["Location"] == at(club, f"{one.pk}/")
    page = text(at_work.get(answer.headers["Location"]))
    assert "n. 1 per sempre" in page
    assert "già n. 2" in page
    assert club.people.get() == one


def test_homonyms_told_apart_are_not_proposed_again(club: Club, secretary: User, at_work: Client) -> None:
    one, other = (Person.objects.create(club=club, last_name="Rossi", first_name="Mario") for _time in "ab")
    for _time in range(2):
        at_work.post(at(club, f"doppioni/{other.pk}/{one.pk}/due/"))
    assert "Nessun doppione" in text(at_work.get(at(club, "doppioni/")))
    assert club.log.filter(act="person.told-apart").count() == 1


@pytest.mark.parametrize(
    ("act", "said", "status"),
    [
        ("fine", {"on": "2026-03-01", "cause": "resignation"}, 302),
        ("fine", {"on": "2026-02-11", "cause": "resignation"}, 422),
        ("fine", {"on": "2026-03-01", "cause": ""}, 422),
        ("fine", {"on": "", "cause": "death"}, 422),
        ("fine", {"on": "2026-03-01", "cause": "death", "version": 1}, 409),
        ("riapri", {"reason": "sbagliata"}, 409),
        ("categoria", {"category": "onorario", "since": "2026-03-01"}, 302),
        ("categoria", {"category": "onorario", "since": "2026-01-01"}, 422),
        ("categoria", {"category": "altrove", "since": "2026-03-01"}, 422),
        ("correggi", {"requested_on": "2026-01-09", "admitted_on": "2026-02-12", "reason": "x"}, 422),
    ],
)
def test_acts_on_a_membership_answer_as_the_verbs_do(
    club: Club,
    secretary: User,
    at_work: Client,
    ordinary: Category,
    act: str,
    said: dict[str, Any],
    status: int,
) -> None:
    one = a_member(named(club, secretary, "Rossi Mario"), secretary, ordinary)
    if "category" in said:
        whose = club if said["category"] == "onorario" else four_people(club).stranger.roles.all()[0].club
        said = {**said, "category": Category.objects.create(club=whose, name=said["category"]).pk}
    answer = at_work.post(at(club, f"iscrizioni/{one.pk}/{act}/"), {"version": one.version, **said})
    assert answer.status_code == status
    one.refresh_from_db()
    assert (one.version > 2) == (status == 302)


def test_dates_are_corrected_by_their_page(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    one = a_member(named(club, secretary, "Rossi Mario"), secretary, ordinary)
    where = at(club, f"iscrizioni/{one.pk}/correggi/")
    page = text(at_work.get(where))
    assert 'value="2026-02-12"' in page
    assert 'name="ended_on"' not in page
    said = {"version": one.version, "requested_on": "2026-01-09", "admitted_on": "2026-02-13"}
    at_work.post(where, {**said, "resolution": "n. 9", "reason": "letta male"})
    one.refresh_from_db()
    assert (one.requested_on, one.admitted_on, one.resolution) == (
        date(2026, 1, 9),
        date(2026, 2, 13),
        "n. 9",
    )


def test_the_history_tells_what_was_done_in_words(
    club: Club, secretary: User, at_work: Client, ordinary: Category
) -> None:
    one = a_member(a_person(club, secretary), secretary, ordinary)
    page = text(at_work.get(at(club, f"{one.person_id}/")))
    for words in (
        "ha aggiunto la persona al libro",
        "ha scritto la richiesta",
        "l&#x27;ammissione",
        "12/2/2026",
    ):
        assert words in page


def test_a_name_with_a_script_does_nothing(club: Club, secretary: User, at_work: Client) -> None:
    one = person_records.register_person(
        club,
        PersonData(last_name="<script>alert(1)</script>", first_name="D'Íñigo 🎴", notes="<b>no</b>"),
        today=timezone.localdate(),
        by=secretary,
    )
    for rest in ("?mostra=tutti", f"{one.pk}/", f"{one.pk}/correggi/"):
        page = text(at_work.get(at(club, rest)))
        assert "&lt;script&gt;" in page
        assert "<script>alert" not in page
        assert "<b>no" not in page


@pytest.mark.parametrize(
    "query", ["?giorno=ieri", "?giorno=2026-02-31", "?pagina=zero", "?mostra=nessuno", "?q=%25"]
)
def test_an_odd_address_opens_even_so(club: Club, at_work: Client, query: str) -> None:
    assert at_work.get(at(club, query)).status_code == 200


def test_a_category_is_written_by_its_page(club: Club, at_work: Client) -> None:
    where = at(club, "categorie/")
    assert at_work.post(where, {"name": "ordinario", "votes": "on"}).status_code == 302
    assert at_work.post(where, {"name": "Ordinario"}).status_code == 409
    assert at_work.post(where, {"name": ""}).status_code == 422
    one = club.categories.get()
    at_work.post(where, {"name": "sostenitore", "category_id": one.pk})
    one.refresh_from_db()
    assert (one.name, one.votes) == ("sostenitore", False)


def many_members(club: Club, category: Category, people: int) -> None:
    """A register of that many, written straight into its tables."""
    first = club.people.count()
    made = Person.objects.bulk_create(
        Person(club=club, last_name=f"C{number:05}", first_name="Anna", search_key=f"c{number:05} anna")
        for number in range(first, first + people)
    )
    times = Membership.objects.bulk_create(
        Membership(club=club, person=one, requested_on=JANUARY, admitted_on=FEBRUARY, resolution="n. 1")
        for one in made
    )
    CategorySpell.objects.bulk_create(
        CategorySpell(membership=time, category=category, since=FEBRUARY) for time in times
    )
    MemberNumber.objects.bulk_create(
        MemberNumber(club=club, person=one, number=first + place) for place, one in enumerate(made, start=1)
    )


def test_five_thousand_members_cost_the_queries_of_one_page(
    club: Club, at_work: Client, ordinary: Category, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    many_members(club, ordinary, 1)
    for extra in (0, 4_999):
        many_members(club, ordinary, extra)
        with django_assert_num_queries(13):
            page = text(at_work.get(at(club, "?pagina=1")))
        assert page.count('class="row-link"') == min(50, 1 + extra)
        with django_assert_num_queries(6):
            assert "Nessun doppione" in text(at_work.get(at(club, "doppioni/")))
    assert "pagina 100 di 100" in text(at_work.get(at(club, "?pagina=999")))
    assert "C04321" in text(at_work.get(at(club, "?q=c04321")))


def test_a_persons_page_costs_the_same_after_many_acts(
    club: Club,
    secretary: User,
    at_work: Client,
    ordinary: Category,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    one = a_member(a_person(club, secretary), secretary, ordinary)
    address = at(club, f"{one.person_id}/")
    with django_assert_num_queries(26):
        at_work.get(address)
    for day in range(1, 6):
        category = Category.objects.create(club=club, name=f"categoria {day}")
        CategorySpell.objects.create(membership=one, category=category, since=FEBRUARY + timedelta(days=day))
        at_work.get(address)
    with django_assert_num_queries(26):
        at_work.get(address)
