"""People written twice are found, and made one with all that was theirs."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.test import Client

from club.dues import payments, reminders
from club.dues.members import members_on
from club.errors import ClubError, ClubInputRefused
from club.exports import members as exports
from club.models import (
    Card,
    Club,
    Due,
    Means,
    MemberNumber,
    Membership,
    Particulars,
    Person,
    Receipt,
    User,
)
from club.register import people
from club.register.duplicates import Likeness, likely_pairs, merge
from tests.club.dues import members
from tests.club.dues.members import TODAY
from tests.evening import a_club
from tournaments.models import Entry, EntryPlayer, Tournament

pytestmark = pytest.mark.django_db

MAY = date(1960, 5, 1)
MARCH = date(2026, 3, 1)


def a_person(club: Club, last: str = "Rossi", first: str = "Mario", **known: Any) -> Person:
    person = people.add(club, last_name=last, first_name=first)
    if known:
        Particulars.objects.create(person=person, **known)
    return person


def found(club: Club) -> list[tuple[str, str, Likeness]]:
    return [(pair.first.full_name, pair.second.full_name, pair.likeness) for pair in likely_pairs(club)]


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        pytest.param({}, {}, Likeness.SAME_NAME, id="same name"),
        pytest.param({}, {"last": "MARIO", "first": "ròssi"}, Likeness.SAME_NAME, id="turned round"),
        pytest.param({"born_on": MAY}, {"born_on": MAY}, Likeness.SAME_NAME_AND_BIRTH, id="one birthday"),
        pytest.param({"born_on": MAY}, {}, Likeness.SAME_NAME, id="one birth unknown"),
        pytest.param({"born_on": MAY}, {"born_on": MARCH}, None, id="born on two days"),
        pytest.param(
            {"fiscal_code": "RSSMRA80A01A944I"},
            {"last": "Rosi", "fiscal_code": "RSSMRA80A01A944I"},
            Likeness.SAME_FISCAL_CODE,
            id="one codice fiscale",
        ),
        pytest.param({}, {"first": "Marta"}, None, id="two names"),
    ],
)
def test_two_who_may_be_one_are_found(
    club: Club, one: dict[str, Any], other: dict[str, Any], likeness: Likeness | None
) -> None:
    a_person(club, **one)
    a_person(club, **other)
    a_person(a_club("Un altro circolo"), **one)
    assert [pair[2] for pair in found(club)] == ([likeness] if likeness else [])


def test_all_that_was_the_others_is_the_kept_ones(club: Club, secretary: User) -> None:
    kept = a_person(club, phone="051 1")
    gone = a_person(club, phone="051 2", email="mario@example.org")
    people.change(gone, last_name="Rossi", first_name="Mario", is_guest=False, name_consent_on=MARCH)
    Membership.objects.create(club=club, person=gone, requested_on=MARCH, admitted_on=MARCH)
    MemberNumber.objects.create(club=club, person=kept, number=4)
    MemberNumber.objects.create(club=club, person=gone, number=9)
    Card.objects.create(club=club, person=gone, number="A1", valid_from=MARCH, valid_until=MARCH)
    tournament = Tournament.objects.create(club=club, name="Torneo", date=MARCH)
    entry = Entry.objects.create(tournament=tournament, number=1)
    EntryPlayer.objects.create(entry=entry, tournament=tournament, person=gone, position=0)

    for _time in range(2):
        one = merge(club, kept=kept.pk, gone=gone.pk, reason="scritto due volte", today=MARCH, by=secretary)

    assert [*club.people.all()] == [one]
    assert (one.particulars.phone, one.particulars.email) == ("051 1", "mario@example.org")
    assert one.name_consent_on == MARCH
    assert (one.memberships.count(), one.cards.count(), one.entries.count()) == (1, 1, 1)
    assert [(row.number, row.is_disused) for row in one.numbers.all()] == [(4, False), (9, True)]
    said = club.log.get(act="person.merged")
    assert said.after == {
        "moved": {
            "club.Card": 1,
            "club.Consent": 1,
            "club.MemberNumber": 1,
            "club.Membership": 1,
            "tournaments.EntryPlayer": 1,
        }
    }


def test_both_in_one_tournament_are_two(club: Club, secretary: User) -> None:
    kept, gone = a_person(club), a_person(club)
    tournament = Tournament.objects.create(club=club, name="Torneo", date=MARCH)
    entry = Entry.objects.create(tournament=tournament, number=1)
    for position, person in enumerate((kept, gone)):
        EntryPlayer.objects.create(entry=entry, tournament=tournament, person=person, position=position)
    Card.objects.create(club=club, person=gone, number="A1", valid_from=MARCH, valid_until=MARCH)
    with pytest.raises(ClubError) as refusal:
        merge(club, kept=kept.pk, gone=gone.pk, reason="scritto due volte", today=MARCH, by=secretary)
    assert refusal.value.code == "both-there"
    assert "Sono tutte e due in «Torneo»" in str(refusal.value)
    assert gone.cards.count() == 1
    assert club.people.count() == 2
    assert not club.log.exists()


@pytest.fixture
def twice(club: Club, secretary: User) -> tuple[Person, Person]:
    """Bianchi Anna, written twice as a member since 2025, with one number each."""
    return (
        members.a_member(club, "Bianchi", by=secretary),
        members.a_member(club, "Bianchi", by=secretary),
    )


def merged(twice: tuple[Person, Person], by: User) -> Person:
    kept, gone = (person.pk for person in twice)
    return merge(twice[0].club, kept=kept, gone=gone, reason="scritta due volte", today=TODAY, by=by)


def test_of_two_memberships_of_the_same_time_the_first_stays(
    club: Club, secretary: User, twice: tuple[Person, Person]
) -> None:
    one = merged(twice, secretary)
    first, second = one.memberships.order_by("pk")
    assert (first.ended_on, second.ended_on, second.is_mistake) == (None, TODAY, True)
    assert [(row.number, row.is_disused) for row in one.numbers.all()] == [(1, False), (2, True)]
    assert [member.number for member in members_on(club, TODAY)] == [1]
    assert [member.number for member in members_on(club, date(2025, 6, 1))] == [1]
    assert club.log.get(act="person.merged").after["written_twice"] == 1
    year = members.a_year(club, by=secretary)
    counted = dict(map(tuple, exports.counts(club, year, TODAY).cells()))
    assert (counted["Soci all'inizio del 1/1/2026"], counted["Usciti dal 1/1/2026"]) == (1, 0)


def test_a_request_of_one_who_is_a_member_was_written_twice(
    club: Club, secretary: User, twice: tuple[Person, Person]
) -> None:
    Membership.objects.filter(person=twice[0]).update(admitted_on=None, resolution="")
    one = merged(twice, secretary)
    request, open_now = one.memberships.order_by("pk")
    assert (request.is_mistake, open_now.ended_on) == (True, None)
    assert [member.number for member in members_on(club, TODAY)] == [1], "the kept one's number stays"


def test_memberships_of_two_times_both_stay(
    club: Club, secretary: User, twice: tuple[Person, Person]
) -> None:
    before = Membership.objects.get(person=twice[0])
    before.ended_on, before.end_cause = date(2025, 3, 1), "lapse"
    before.save()
    Membership.objects.filter(person=twice[1]).update(admitted_on=date(2025, 5, 1))
    one = merged(twice, secretary)
    assert not one.memberships.filter(is_mistake=True).exists()
    assert [len(members_on(club, date(2025, month, 15))) for month in (2, 4, 6)] == [1, 0, 1]


@pytest.mark.parametrize("payer", [0, 1], ids=["kept", "gone"])
def test_of_two_dues_of_a_year_the_paid_one_stays(
    club: Club, secretary: User, twice: tuple[Person, Person], payer: int
) -> None:
    year = members.a_year(club, by=secretary)
    receipt = members.paid(year, twice[payer], by=secretary)
    payments.renew_one(year, twice[1 - payer], today=TODAY, by=secretary)
    one = merged(twice, secretary)
    due = year.dues.get()
    assert (due.person, due.receipt, due.state) == (one, receipt, Due.State.PAID)
    assert club.receipts.get().person == one
    assert club.log.get(act="person.merged").after["dues_gone"] == 1


def test_of_two_paid_dues_both_payments_stay_on_one(
    club: Club, secretary: User, twice: tuple[Person, Person]
) -> None:
    year = members.a_year(club, by=secretary)
    receipts = [members.paid(year, person, by=secretary) for person in twice]
    kept, gone = (person.pk for person in twice)
    one = merged(twice, secretary)
    due = year.dues.get()
    assert (due.person, due.paid_cents, due.overpaid_cents) == (one, 5000, 2500)
    assert [(each.number, each.due, each.person) for each in club.receipts.order_by("number")] == [
        (receipt.number, due, one) for receipt in receipts
    ]
    assert club.log.get(act="person.merged").after["dues_joined"] == 1
    again = merge(club, kept=kept, gone=gone, reason="di nuovo", today=TODAY, by=secretary)
    assert again == one, "a second time changes nothing"


def test_instalments_of_both_together_pay_the_due(
    club: Club, secretary: User, twice: tuple[Person, Person]
) -> None:
    year = members.a_year(club, by=secretary)
    for person, cents in zip(twice, (1000, 1500), strict=True):
        payments.pay(
            year, person, means=Means.CASH, paid_on=TODAY, key=uuid4(), today=TODAY, by=secretary, cents=cents
        )
    merged(twice, secretary)
    due = year.dues.get()
    assert (due.state, due.paid_cents) == (Due.State.PAID, 2500)


def test_paid_before_this_register_and_paid_here_are_both_kept(
    club: Club, secretary: User, twice: tuple[Person, Person]
) -> None:
    year = members.a_year(club, by=secretary)
    members.paid(year, twice[0], by=secretary)
    due = payments.renew_one(year, twice[1], today=TODAY, by=secretary)
    Due.objects.filter(pk=due.pk).update(paid_before=True, paid_before_note="n. 7")
    merged(twice, secretary)
    due = year.dues.get()
    assert (due.is_paid, due.paid_before_note, due.paid_cents) == (True, "n. 7", 2500)


def test_the_database_keeps_a_receipt_from_another_years_due(
    club: Club, secretary: User, twice: tuple[Person, Person]
) -> None:
    year, other = (members.a_year(club, by=secretary, first=first) for first in (2026, 2027))
    receipt = members.paid(year, twice[0], by=secretary)
    strange = other.dues.create(person=twice[0], category=club.categories.get(), cents=2500)
    for due in (strange, None):
        with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
            Receipt.objects.filter(pk=receipt.pk).update(due=due)


def test_two_chosen_in_the_list_are_compared(
    club: Club, at_work: Client, twice: tuple[Person, Person]
) -> None:
    where = f"/circoli/{club.slug}/libro/scelti/unisci/"
    ids = [person.pk for person in twice]
    answer = at_work.get(where, {"scelti": ids})
    assert answer.headers["Location"] == f"/circoli/{club.slug}/libro/doppioni/{ids[0]}/{ids[1]}/"
    back = at_work.get(where, {"scelti": ids[:1]}, follow=True)
    assert "Scegli due persone" in back.content.decode()


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_merge_wants_its_reason(club: Club, secretary: User, reason: str) -> None:
    kept, gone = a_person(club), a_person(club)
    with pytest.raises(ClubInputRefused, match="perché"):
        merge(club, kept=kept.pk, gone=gone.pk, reason=reason, today=MARCH, by=secretary)


def test_a_person_is_not_merged_with_itself_nor_with_another_clubs(club: Club, secretary: User) -> None:
    kept, theirs = a_person(club), a_person(a_club("Un altro circolo"))
    with pytest.raises(ClubInputRefused):
        merge(club, kept=kept.pk, gone=kept.pk, reason="scritto due volte", today=MARCH, by=secretary)
    with pytest.raises(ClubError) as refusal:
        merge(club, kept=kept.pk, gone=theirs.pk, reason="scritto due volte", today=MARCH, by=secretary)
    assert refusal.value.code == "unknown-person"
    assert Person.objects.filter(pk=theirs.pk).exists()


def test_every_model_that_points_to_a_person_does_it_by_a_plain_key() -> None:
    """What a merge moves, it finds by itself; a many-to-many or a generic key would be left behind."""
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if field.related_model is Person and not field.auto_created:
                assert field.many_to_one or field.one_to_one, f"{model.__name__}.{field.name}"


def test_two_who_got_the_letters_of_one_sending_are_joined_and_keep_both(club: Club, treasurer: User) -> None:
    year = members.a_year(club, by=treasurer)
    kept, gone = (members.a_member(club, name, by=treasurer) for name in ("Rossi", "Rosi"))
    for person in (kept, gone):
        payments.renew_one(year, person, today=MARCH, by=treasurer)
    key, today = uuid4(), date(2026, 6, 1)
    reminders.send(club, [kept.pk, gone.pk], again=False, key=key, today=today, by=treasurer)
    merge(club, kept=kept.pk, gone=gone.pk, reason="due volte", today=today, by=treasurer)
    assert kept.letters.count() == 2
