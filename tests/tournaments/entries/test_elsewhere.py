"""A player in two evenings of the club at one time: one line at the desk, never a refusal."""

from datetime import time, timedelta

import pytest
from django.urls import reverse
from django.utils.html import escape

from club.models import Club, Person, RoleKind
from tests import written
from tests.evening import JURY, a_challenge, a_club, an_officer, signed_in
from tests.tournaments.championships.played import FIRST, a_championship, drawn, give_both, players_of
from tournaments.entries import elsewhere, entries
from tournaments.evenings import lifecycle
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NAMES = [("Rossi", "Anna", None), ("Bo", "Bruno", None), ("Ca", "Carla", None)]


def an_evening(club: Club, name: str, pair: list[Person], at: time | None = time(21)) -> Tournament:
    made = lifecycle.create(club, name=name, on=FIRST, by=JURY, starts_at=at, turns=3, turn_minutes=40)
    entries.enter(made.pk, pair, by=JURY)
    return made


def told(tournament: Tournament) -> list[tuple[str, str]]:
    return [(each.player, each.evening) for each in elsewhere.of_tournament(tournament)]


def test_whoever_is_entered_at_one_time_in_another_evening_is_named_on_the_page() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    anna, bruno, carla = written.people(
        club, [("Rossi", "Anna", None), ("Bo", "Bruno", None), ("Ca", "C", None)]
    )
    first = an_evening(club, "Primo", [anna, bruno])
    second = an_evening(club, "Secondo", [anna, carla], at=time(22))
    assert told(first) == [("Rossi Anna", "Secondo")]
    assert told(second) == [("Rossi Anna", "Primo")]
    page = signed_in(boss).get(reverse("entries", args=[first.code])).content.decode()
    assert "giocano anche altrove: Rossi Anna («Secondo», 22:00)." in page


@pytest.mark.parametrize(
    ("at", "is_told"), [(time(18), False), (time(23), False), (time(19, 30), True), (None, True)]
)
def test_only_hours_that_overlap_count_and_an_unknown_hour_may(at: time | None, is_told: bool) -> None:
    club = a_club()
    anna, bruno, carla = written.people(
        club, [("Rossi", "Anna", None), ("Bo", "Bruno", None), ("Ca", "C", None)]
    )
    first = an_evening(club, "Primo", [anna, bruno])
    an_evening(club, "Secondo", [anna, carla], at=at)
    assert bool(told(first)) is is_told


def test_an_evening_called_off_a_pair_that_left_and_another_club_are_not_told() -> None:
    club, other_club = a_club(), a_club("Circolo Navile")
    anna, bruno, carla = written.people(
        club, [("Rossi", "Anna", None), ("Bo", "Bruno", None), ("Ca", "C", None)]
    )
    guest, friend = written.people(other_club, [("Rossi", "Anna", None), ("Di", "Dino", None)])
    first = an_evening(club, "Primo", [anna, bruno])
    an_evening(other_club, "Loro", [guest, friend])
    off = an_evening(club, "Annullato", [anna, carla])
    lifecycle.call_off(off.pk, by=JURY, reason="Neve")
    left = an_evening(club, "Lasciato", [anna, carla])
    entries.withdraw(left.pk, 1, withdrawn=True, by=JURY)
    assert told(first) == []


def test_the_line_up_of_a_match_says_who_plays_elsewhere_and_takes_it() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=4)
    fixture = drawn(championship, boss)[0]
    anna, bruno = players_of(fixture.home)[:2]
    an_evening(club, "Torneo", [anna, bruno])
    at = [club.slug, championship.code, fixture.pk, fixture.home.number]
    page = signed_in(boss).get(reverse("write_line_up", args=at)).content.decode()
    assert escape(f"{anna.full_name} («Torneo», 21:00)") in page
    match = give_both(fixture)
    assert [player for player, _evening in told(match)] == sorted([anna.full_name, bruno.full_name])


def test_a_marathon_lasts_until_its_hour_whatever_a_round_takes() -> None:
    club = a_club()
    anna, bruno, carla = written.people(club, NAMES)
    evening = an_evening(club, "Serata", [anna, bruno])
    marathon = a_challenge(club, 0, 0, starts_at=time(17), plays_until=time(23), turn_minutes=40)
    lifecycle.change(marathon.pk, by=JURY, date=FIRST)
    entries.enter(marathon.pk, [anna, carla], by=JURY, team=1)
    assert told(evening) == [("Rossi Anna", marathon.name)]


def test_a_marathon_past_midnight_is_compared_with_the_evenings_of_the_next_day() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    anna, bruno, carla = written.people(club, NAMES)
    an_evening(club, "Pomeriggio", [anna, bruno], at=time(14))
    marathon = a_challenge(club, 0, 0, starts_at=time(15), plays_until=time(15), turn_minutes=40)
    marathon = lifecycle.change(marathon.pk, by=JURY, date=FIRST - timedelta(days=1))
    entries.enter(marathon.pk, [anna, carla], by=JURY, team=1)
    assert told(marathon) == [("Rossi Anna", "Pomeriggio")]
    page = signed_in(boss).get(reverse("entries", args=[marathon.code])).content.decode()
    assert f"Rossi Anna («Pomeriggio», {FIRST:%-d/%-m} 14:00)." in page
