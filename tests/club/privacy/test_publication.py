"""What of a club everybody may read: the owner decides, and what was shown before is not shown again."""

import pytest
from django.test import Client

from club.models import Club, Person
from club.privacy import publication
from club.register import people
from tests.evening import an_officer

pytestmark = pytest.mark.django_db


def page(club: Club) -> str:
    return f"/circoli/{club.slug}/pubblico/"


def an_owner(club: Club, client: Client) -> Client:
    client.force_login(an_officer(club, "owner", email="titolare@example.org"))
    return client


def test_nothing_is_listed_and_initials_are_read_until_the_owner_says_otherwise(
    client: Client, club: Club
) -> None:
    assert not club.is_indexed
    answer = an_owner(club, client).post(page(club), {"unnamed": "number", "is_indexed": "on"}, follow=True)
    assert "Salvato" in answer.content.decode()
    club.refresh_from_db()
    assert (club.unnamed, club.is_indexed) == (Club.Unnamed.NUMBER, True)


def test_a_rule_that_does_not_exist_is_refused(client: Client, club: Club) -> None:
    assert an_owner(club, client).post(page(club), {"unnamed": "everything"}).status_code == 422
    club.refresh_from_db()
    assert club.unnamed == Club.Unnamed.INITIALS


def test_every_change_of_a_name_a_consent_or_a_rule_makes_the_names_another_version(club: Club) -> None:
    person = people.add(club, last_name="Rossi", first_name="Mario")
    said = {"last_name": "Rossi", "first_name": "Mario", "is_guest": False, "name_consent_on": None}
    for change in (
        lambda: people.change(person, **said),
        lambda: publication.set_rules(club, unnamed="number", is_indexed=False),
    ):
        before = Club.objects.get().names_version
        change()
        assert Club.objects.get().names_version == before + 1


def test_the_register_says_what_strangers_read(client: Client, club: Club) -> None:
    people.add(club, last_name="Rossi", first_name="Mario")
    client.force_login(an_officer(club, "secretary", email="segreteria@example.org"))
    assert "si legge R. M." in client.get(f"/circoli/{club.slug}/persone/").content.decode()
    publication.set_rules(club, unnamed="number", is_indexed=False)
    assert "si legge il numero della coppia" in client.get(f"/circoli/{club.slug}/persone/").content.decode()


def test_who_is_not_named_at_all_has_an_empty_public_name(club: Club) -> None:
    club.unnamed = Club.Unnamed.NUMBER
    assert Person(club=club, last_name="Rossi", first_name="Mario").public_name == ""
