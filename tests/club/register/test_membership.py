"""From the request through the delibera to the end: numbers for life, dates in order, nothing half done."""

from datetime import date, timedelta
from typing import Any

import pytest

from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history.hash_chain import first_broken
from club.models import Category, Club, MemberNumber, Membership, Particulars, Person, User
from club.privacy import guardians
from club.register import membership, people
from tests.evening import a_club, signed_in

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 1)
JANUARY, FEBRUARY, MARCH, MAY = date(2026, 1, 10), date(2026, 2, 12), date(2026, 3, 1), date(2026, 5, 1)


def a_person(club: Club, name: str = "Rossi Mario") -> Person:
    last, first = name.split()
    return people.add(club, last_name=last, first_name=first)


def asked(person: Person, by: User, on: date = JANUARY) -> Membership:
    return membership.request(person, on=on, today=TODAY, by=by)


def admitted(
    person: Person, by: User, category: Category, on: date = FEBRUARY, resolution: str = "n. 1"
) -> Membership:
    one = asked(person, by, on=min(JANUARY, on))
    return membership.admit(
        person.club, [one.pk], on=on, resolution=resolution, category=category, today=TODAY, by=by
    )[0]


def ended(one: Membership, by: User, on: date = MARCH, cause: str = "resignation") -> Membership:
    return membership.end(one.pk, one.club, version=one.version, on=on, cause=cause, today=TODAY, by=by)


def test_admission_gives_numbers_in_the_order_of_the_requests(
    club: Club, secretary: User, ordinary: Category
) -> None:
    late, early = a_person(club, "Abati Anna"), a_person(club, "Zani Zeno")
    requests = [asked(late, secretary, FEBRUARY), asked(early, secretary, JANUARY)]
    membership.admit(
        club,
        [one.pk for one in requests],
        on=MARCH,
        resolution="n. 2 del 1/3/2026",
        category=ordinary,
        today=TODAY,
        by=secretary,
    )
    assert [(row.number, row.person) for row in MemberNumber.objects.all()] == [(1, early), (2, late)]
    assert {one.resolution for one in Membership.objects.all()} == {"n. 2 del 1/3/2026"}
    assert [entry.act for entry in club.log.all()] == ["membership.requested"] * 2 + [
        "membership.admitted"
    ] * 2
    assert first_broken(club.log.all()) is None


def test_who_comes_back_keeps_the_number_and_nobody_else_ever_gets_it(
    club: Club, secretary: User, ordinary: Category
) -> None:
    first, second = a_person(club, "Abati Anna"), a_person(club, "Zani Zeno")
    ended(admitted(first, secretary, ordinary), secretary)
    admitted(second, secretary, ordinary)
    again = asked(first, secretary, on=MAY)
    membership.admit(
        club, [again.pk], on=MAY, resolution="n. 9", category=ordinary, today=TODAY, by=secretary
    )
    assert [(row.number, row.person) for row in MemberNumber.objects.all()] == [(1, first), (2, second)]
    assert first.memberships.count() == 2


def test_a_request_or_an_admission_sent_twice_is_one(club: Club, secretary: User, ordinary: Category) -> None:
    person = a_person(club)
    assert asked(person, secretary) == asked(person, secretary)
    requests = [asked(person, secretary).pk]
    for _time in range(2):
        done = membership.admit(
            club, requests, on=MARCH, resolution="n. 2", category=ordinary, today=TODAY, by=secretary
        )
    assert [row.version for row in done] == [2]
    assert club.log.filter(act="membership.admitted").count() == 1


def test_one_that_cannot_be_admitted_keeps_all_out(club: Club, secretary: User, ordinary: Category) -> None:
    good, bad = a_person(club, "Abati Anna"), a_person(club, "Zani Zeno")
    requests = [asked(good, secretary, JANUARY).pk, asked(bad, secretary, MAY).pk]
    with pytest.raises(ClubInputRefused, match="prima della richiesta di Zani Zeno") as refusal:
        membership.admit(
            club, requests, on=MARCH, resolution="n. 2", category=ordinary, today=TODAY, by=secretary
        )
    assert refusal.value.code == "answer-before-request"
    assert not Membership.objects.filter(admitted_on__isnull=False).exists()
    assert not MemberNumber.objects.exists()


def test_admission_wants_a_delibera_a_category_of_the_club_and_a_day_that_has_come(
    club: Club, secretary: User, ordinary: Category
) -> None:
    requests = [asked(a_person(club), secretary).pk]
    foreign = Category.objects.create(club=a_club("Un altro circolo"), name="ordinario")
    good = {"on": MARCH, "resolution": "n. 2", "category": ordinary}
    for wrong, code in (
        ({"resolution": "  "}, "resolution-missing"),
        ({"category": foreign}, "unknown-category"),
        ({"on": TODAY + timedelta(days=1)}, "in-the-future"),
    ):
        with pytest.raises(ClubInputRefused) as refusal:
            membership.admit(club, requests, **{**good, **wrong}, today=TODAY, by=secretary)  # type: ignore[arg-type]
        assert refusal.value.code == code
    with pytest.raises(ClubInputRefused, match="almeno una"):
        membership.admit(club, [], **good, today=TODAY, by=secretary)  # type: ignore[arg-type]


def test_a_request_of_another_club_is_not_there(club: Club, secretary: User, ordinary: Category) -> None:
    other = a_club("Un altro circolo")
    theirs = asked(a_person(other), secretary)
    with pytest.raises(ClubError) as refusal:
        membership.admit(
            club, [theirs.pk], on=MARCH, resolution="n. 2", category=ordinary, today=TODAY, by=secretary
        )
    assert refusal.value.code == "unknown-request"


def test_the_board_says_no_with_a_reason_and_the_person_may_ask_again(club: Club, secretary: User) -> None:
    person = a_person(club)
    one = asked(person, secretary)
    with pytest.raises(ClubInputRefused, match="motivo"):
        membership.refuse(club, [one.pk], on=MARCH, reason="", today=TODAY, by=secretary)
    for _time in range(2):
        membership.refuse(club, [one.pk], on=MARCH, reason="quota non versata", today=TODAY, by=secretary)
    assert club.log.filter(act="membership.refused").count() == 1
    assert not MemberNumber.objects.exists()
    assert asked(person, secretary, on=MAY).is_request


@pytest.mark.parametrize(
    ("on", "cause", "code"),
    [
        (JANUARY, "lapse", "end-before-admission"),
        (TODAY + timedelta(days=1), "lapse", "in-the-future"),
        (MARCH, "", "unknown-cause"),
        (MARCH, "holiday", "unknown-cause"),
    ],
)
def test_an_end_that_cannot_be_is_refused(
    club: Club, secretary: User, ordinary: Category, on: date, cause: str, code: str
) -> None:
    one = admitted(a_person(club), secretary, ordinary)
    with pytest.raises(ClubInputRefused) as refusal:
        ended(one, secretary, on=on, cause=cause)
    assert refusal.value.code == code
    one.refresh_from_db()
    assert one.ended_on is None


def test_an_old_page_does_not_end_what_was_changed_meanwhile(
    club: Club, secretary: User, ordinary: Category
) -> None:
    one = admitted(a_person(club), secretary, ordinary)
    with pytest.raises(ClubOutdated):
        membership.end(
            one.pk, club, version=one.version - 1, on=MARCH, cause="lapse", today=TODAY, by=secretary
        )


def test_an_end_written_by_mistake_is_undone_with_its_reason(
    club: Club, secretary: User, ordinary: Category
) -> None:
    one = ended(admitted(a_person(club), secretary, ordinary), secretary)
    open_again = membership.undo_end(one.pk, club, version=one.version, reason="era un omonimo", by=secretary)
    assert (open_again.ended_on, open_again.end_cause) == (None, "")
    said = club.log.order_by("-number")[0]
    assert (said.act, said.reason) == ("membership.end-undone", "era un omonimo")
    assert said.before == {"ended_on": "2026-03-01", "end_cause": "resignation"}


def test_a_category_changes_from_a_day_on(club: Club, secretary: User, ordinary: Category) -> None:
    one = admitted(a_person(club), secretary, ordinary)
    honorary = Category.objects.create(club=club, name="onorario")
    changed = membership.change_category(
        one.pk, club, version=one.version, category=honorary, since=MAY, today=TODAY, by=secretary
    )
    assert [(spell.category, spell.since) for spell in changed.spells.all()] == [
        (ordinary, FEBRUARY),
        (honorary, MAY),
    ]
    with pytest.raises(ClubInputRefused) as refusal:
        membership.change_category(
            one.pk, club, version=changed.version, category=ordinary, since=JANUARY, today=TODAY, by=secretary
        )
    assert refusal.value.code == "category-before-admission"


def test_a_guest_who_asks_is_a_guest_no_more(club: Club, secretary: User) -> None:
    guest = people.add(club, last_name="Rossi", first_name="Mario", is_guest=True)
    asked(guest, secretary)
    guest.refresh_from_db()
    assert not guest.is_guest


def test_a_minor_is_admitted_with_a_guardian_who_signs(
    club: Club, secretary: User, ordinary: Category
) -> None:
    young = a_person(club)
    Particulars.objects.create(person=young, born_on=date(2012, 3, 1))
    asked = membership.request(young, on=TODAY, today=TODAY, by=secretary)
    answer: dict[str, Any] = {
        "on": TODAY,
        "resolution": "n. 9",
        "category": ordinary,
        "today": TODAY,
        "by": secretary,
    }
    with pytest.raises(ClubInputRefused, match="è minorenne: nella sua scheda") as refusal:
        membership.admit(club, [asked.pk], **answer)
    assert refusal.value.code == "guardian-missing"
    page = signed_in(secretary).get(f"/circoli/{club.slug}/libro/richieste/").content.decode()
    assert "scrivi chi firma per lui" in page
    guardians.write_guardian(
        young.pk, club, name="Grandi Maria", relation="parent", email="", phone="051 1", by=secretary
    )
    (one,) = membership.admit(club, [asked.pk], **answer)
    assert one.signed_by == "Grandi Maria, genitore"
    page = signed_in(secretary).get(f"/circoli/{club.slug}/libro/{young.pk}/").content.decode()
    assert "firmata da Grandi Maria, genitore" in " ".join(page.split())
