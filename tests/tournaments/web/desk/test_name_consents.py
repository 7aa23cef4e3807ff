"""The consent to the whole name in results, given and withdrawn by a tap where players arrive."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from club.models import Club, Consent, Person
from tests.club.privacy.scene import a_notice
from tests.evening import FourPeople, a_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")

HTMX = {"HX-Request": "true"}


def a_player(tournament: Tournament, number: int = 1) -> Person:
    player = tournament.entries.get(number=number).players.get(position=0)
    Person.objects.filter(pk=player.person_id).update(name_consent_on=None)
    return Person.objects.get(pk=player.person_id)


def today_s(person: Person) -> list[Consent]:
    return list(person.consents.filter(on=timezone.localdate()).order_by("pk"))


def tap(client: Client, tournament: Tournament, person: Person, given: str, number: int = 1) -> str:
    at = f"/t/{tournament.code}/iscrizioni/{number}/consenso/{person.pk}/"
    answer = client.post(at, {"given": given}, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_tap_gives_the_consent_with_the_notice_in_force_and_a_tap_withdraws_it(
    organiser: Client, officers: FourPeople, club: Club, tournament: Tournament
) -> None:
    today = timezone.localdate()
    notice = a_notice(club, officers.organiser, today - timedelta(days=3))
    person = a_player(tournament)
    public = f"/t/{tournament.code}/"
    assert person.full_name not in Client().get(public).content.decode()

    row = tap(organiser, tournament, person, "yes")
    assert f'aria-label="Nome intero nei risultati: {person.full_name}"' in row
    assert 'aria-pressed="true"' in row
    assert person.full_name in Client().get(public).content.decode()

    tap(organiser, tournament, person, "no")
    assert person.full_name not in Client().get(public).content.decode()
    given, withdrawn = today_s(person)
    assert [(one.about, one.is_given, one.on, one.how) for one in (given, withdrawn)] == [
        (Consent.About.NAME, True, today, Consent.How.SPOKEN),
        (Consent.About.NAME, False, today, Consent.How.SPOKEN),
    ]
    assert (given.notice, withdrawn.notice) == (notice, notice)
    assert (given.by, given.by_name) == (officers.organiser, str(officers.organiser))


def test_two_taps_on_the_same_answer_are_one(organiser: Client, tournament: Tournament) -> None:
    person = a_player(tournament)
    for _time in range(2):
        tap(organiser, tournament, person, "yes")
    assert len(today_s(person)) == 1


def test_a_consent_may_be_withdrawn_after_the_end(organiser: Client, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(closed_at=timezone.now())
    person = a_player(tournament)
    tap(organiser, tournament, person, "yes")
    tap(organiser, tournament, person, "no")
    person.refresh_from_db()
    assert not person.may_be_named


@pytest.mark.parametrize("number", [1, 99])
def test_a_person_who_does_not_play_there_is_refused(
    organiser: Client, club: Club, tournament: Tournament, number: int
) -> None:
    other = a_player(a_tournament(club, pairs=2))
    path = f"/t/{tournament.code}/iscrizioni/{number}/consenso/{other.pk}/"
    answer = organiser.post(path, {"given": "yes"})
    assert answer.status_code == 422
    assert today_s(other) == []
