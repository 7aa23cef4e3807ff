"""The evenings and assemblies on a person's page of the register."""

from datetime import date

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from club.assemblies import door
from club.models import Club, Person, RoleKind
from club.privacy import personal_data
from tests.club.assemblies.scene import a_voter, an_assembly
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, settle, signed_in
from tests.pages import flat
from tournaments.entries import substitutions
from tournaments.models import Seat, Tournament
from tournaments.players.evenings_played import evenings_played
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


def an_evening(club: Club, name: str, on: date) -> Tournament:
    """An evening of one settled round, with the same people each time."""
    made = a_tournament(club, pairs=4)
    settle(made, a_round(made))
    builds.build(made.pk)
    Tournament.objects.filter(pk=made.pk).update(name=name, date=on)
    made.refresh_from_db()
    return made


def everywhere(club: Club, tournaments: list[Tournament]) -> Person:
    """A person who sat in a first seat of each of these evenings."""
    person = Seat.objects.filter(round__tournament=tournaments[0]).order_by("pk")[0].person
    for each in tournaments[1:]:
        seat = Seat.objects.filter(round__tournament=each).order_by("pk")[0]
        each.entries.get(pk=seat.entry_id).players.filter(person=seat.person).update(person=person)
        Seat.objects.filter(pk=seat.pk).update(person=person)
    return person


def test_the_last_evenings_with_their_results_and_how_many_there_were(club: Club) -> None:
    held = [an_evening(club, f"Serata {month}", date(2026, month, 1)) for month in (1, 2, 3)]
    person = everywhere(club, held)
    told = evenings_played(person, 2)
    assert (told.count, [each.name for each in told.last]) == (3, ["Serata 3", "Serata 2"])
    number = Seat.objects.get(person=person, round__tournament=held[2]).entry.number
    assert told.last[0].url == f"/t/{held[2].code}/coppie/{number}/"
    assert told.last[0].place.endswith(" di 4")
    assert signed_in(an_officer(club, RoleKind.SECRETARY)).get(told.last[0].url).status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_evenings(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one = an_evening(club, "Una", date(2026, 1, 1))
    person = everywhere(club, [one])
    person = Person.objects.select_related("club").get(pk=person.pk)
    with django_assert_num_queries(4):
        evenings_played(person, 5)
    everywhere(club, [one, *(an_evening(club, f"{day}", date(2026, 2, day)) for day in (1, 2, 3))])
    with django_assert_num_queries(4):
        assert evenings_played(person, 5).count == 4


def test_an_evening_entered_or_under_way_is_not_played_yet(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    round_ = a_round(tournament)
    person = Seat.objects.filter(round=round_).order_by("pk")[0].person
    assert evenings_played(person, 5).count == 0
    assert personal_data.evenings_played(person, 5) == []
    settle(tournament, round_)
    assert evenings_played(person, 5).count == 1


def test_a_substitute_played_and_has_no_place(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    first = a_round(tournament)
    seat = Seat.objects.filter(round=first, position="N").select_related("match__round__tournament").first()
    assert seat is not None
    comes = Person.objects.create(club=club, last_name="Ospite", first_name="Ugo", search_key="ospite ugo")
    substitutions.substitute(seat.match, "N", comes, by=JURY, reason="Mal di testa")
    settle(tournament, first)
    builds.build(tournament.pk)
    (evening,) = evenings_played(comes, 5).last
    assert evening.place == "sostituto"
    assert evening.url.endswith(f"/coppie/{seat.entry.number}/")


def test_the_page_of_the_register_shows_evenings_and_assemblies(club: Club) -> None:
    secretary = an_officer(club, RoleKind.SECRETARY)
    person = everywhere(club, [an_evening(club, "Torneo d'autunno", date(2026, 10, 1))])
    other = an_evening(a_club("Un altro circolo"), "Serata di altri", date(2026, 10, 2))
    anna, vera = a_voter(club, "Rossi", secretary), a_voter(club, "Verdi", secretary)
    assembly = an_assembly(club, secretary, first_call_at=timezone.now(), second_call_at=None)
    door.mark_present(club, assembly.pk, anna.pk, by=secretary)
    door.record_proxy(club, assembly.pk, giver=vera.pk, holder=anna.pk, by=secretary)
    pages = {
        each.pk: flat(signed_in(secretary).get(f"/circoli/{club.slug}/libro/{each.pk}/").content.decode())
        for each in (person, anna, vera)
    }
    assert "1 serata giocata" in pages[person.pk]
    assert "Torneo d&#x27;autunno" in pages[person.pk]
    assert other.name not in pages[person.pk]
    assert "Assemblea ordinaria dei soci" not in pages[person.pk]
    assert "1 assemblea" in pages[anna.pk]
    assert "di persona" in pages[anna.pk]
    assert "delega a Rossi Anna" in pages[vera.pk]
    assert "serate giocate" not in pages[vera.pk]
