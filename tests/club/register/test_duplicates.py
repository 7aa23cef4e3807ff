"""People written twice are found, and made one with all that was theirs."""

from datetime import date
from typing import Any

import pytest
from django.apps import apps

from club.errors import ClubError, ClubInputRefused
from club.models import Card, Club, MemberNumber, Membership, Particulars, Person, User
from club.register import people
from club.register.duplicates import Likeness, likely_pairs, merge
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
        one = merge(club, kept=kept.pk, gone=gone.pk, reason="scritto due volte", by=secretary)

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
        merge(club, kept=kept.pk, gone=gone.pk, reason="scritto due volte", by=secretary)
    assert refusal.value.code == "both-there"
    assert gone.cards.count() == 1
    assert club.people.count() == 2
    assert not club.log.exists()


def test_both_members_now_are_two_until_one_membership_is_closed(club: Club, secretary: User) -> None:
    kept, gone = a_person(club), a_person(club)
    for person in (kept, gone):
        Membership.objects.create(club=club, person=person, requested_on=MARCH, admitted_on=MARCH)
    with pytest.raises(ClubError) as refusal:
        merge(club, kept=kept.pk, gone=gone.pk, reason="scritto due volte", by=secretary)
    assert refusal.value.code == "both-members"


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_merge_wants_its_reason(club: Club, secretary: User, reason: str) -> None:
    kept, gone = a_person(club), a_person(club)
    with pytest.raises(ClubInputRefused, match="perché"):
        merge(club, kept=kept.pk, gone=gone.pk, reason=reason, by=secretary)


def test_a_person_is_not_merged_with_itself_nor_with_another_clubs(club: Club, secretary: User) -> None:
    kept, theirs = a_person(club), a_person(a_club("Un altro circolo"))
    with pytest.raises(ClubInputRefused):
        merge(club, kept=kept.pk, gone=kept.pk, reason="scritto due volte", by=secretary)
    with pytest.raises(ClubError) as refusal:
        merge(club, kept=kept.pk, gone=theirs.pk, reason="scritto due volte", by=secretary)
    assert refusal.value.code == "unknown-person"
    assert Person.objects.filter(pk=theirs.pk).exists()


def test_every_model_that_points_to_a_person_does_it_by_a_plain_key() -> None:
    """What a merge moves, it finds by itself; a many-to-many or a generic key would be left behind."""
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if field.related_model is Person and not field.auto_created:
                assert field.many_to_one or field.one_to_one, f"{model.__name__}.{field.name}"
