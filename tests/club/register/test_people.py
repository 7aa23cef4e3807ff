"""Finding people by a few letters, and whose name may be public."""

from datetime import date

import pytest

from club.models import Club, Person, RoleKind
from club.register import people
from tests.evening import FourPeople, a_club, an_officer, signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("letters", "found"),
    [
        ("ros", ["Rossi Màrio", "Rossi Anna"]),
        ("ROS MA", ["Rossi Màrio"]),
        ("mario ro", ["Rossi Màrio"]),
        ("dang", ["D'Angelo Niccolò"]),
        ("d'ang", ["D'Angelo Niccolò"]),
        ("angelo", ["D'Angelo Niccolò"]),
        ("nicco", ["D'Angelo Niccolò"]),
        ("ossi", []),
        ("   ", []),
        ("%", []),
        ("_", []),
    ],
)
def test_a_few_letters_find_a_person(club: Club, letters: str, found: list[str]) -> None:
    for last_name, first_name in (("Rossi", "Màrio"), ("Rossi", "Anna"), ("D'Angelo", "Niccolò")):
        people.add(club, last_name=last_name, first_name=first_name)
    people.add(a_club("Un altro circolo"), last_name="Rossi", first_name="Mario")
    assert {person.full_name for person in people.find(club, letters)} == set(found)


def test_without_consent_strangers_read_initials(club: Club) -> None:
    person = Person(club=club, last_name="Rossi", first_name="Maria Èlia")
    assert person.public_name == "R. M."
    person.name_consent_on = date(2026, 11, 21)
    assert person.public_name == "Rossi Maria Èlia"


def test_a_person_of_another_club_is_not_there(club: Club, four: FourPeople) -> None:
    other = people.add(a_club("Un altro circolo"), last_name="Bianchi", first_name="Bruno")
    client = signed_in(four.organiser)
    assert client.get(f"/circoli/{club.slug}/persone/{other.pk}/").status_code == 404


def test_the_date_of_a_consent_is_kept_when_the_name_is_corrected_and_gone_when_it_is_withdrawn(
    club: Club,
) -> None:
    client = signed_in(an_officer(club, RoleKind.SECRETARY))
    given = date(2025, 3, 1)
    person = people.add(club, last_name="Rosi", first_name="Mario", name_consent_on=given)
    address = f"/circoli/{club.slug}/persone/{person.pk}/"

    client.post(address, {"last_name": "Rossi", "first_name": "Mario", "consents": "on"})
    person.refresh_from_db()
    assert (person.full_name, person.name_consent_on) == ("Rossi Mario", given)
    assert list(people.find(club, "rossi")) == [person]

    client.post(address, {"last_name": "Rossi", "first_name": "Mario"})
    person.refresh_from_db()
    assert person.name_consent_on is None


def test_a_person_without_a_name_is_sent_back_with_what_was_written(club: Club) -> None:
    client = signed_in(an_officer(club, RoleKind.SECRETARY))
    answer = client.post(f"/circoli/{club.slug}/persone/", {"last_name": "", "first_name": "Mario"})
    assert answer.status_code == 422
    assert 'value="Mario"' in answer.content.decode()
    assert not Person.objects.exists()
