"""Rooms shared across groups, or with other evenings of the club: kept free, or named at the desk."""

from datetime import date, time, timedelta

import pytest
from django.urls import reverse

from club.models import RoleKind
from tests.evening import JURY, a_challenge, a_club, an_officer, signed_in
from tests.tournaments.championships.played import WEEKENDS, a_championship, drawn
from tournaments.championships import calendar, match_dates, rooms, teams
from tournaments.evenings import lifecycle
from tournaments.models import Championship, Fixture

pytestmark = pytest.mark.django_db
ROOM = "Sala Rossa"


def with_rooms(championship: Championship, shared: dict[int, str]) -> None:
    boss = an_officer(championship.club, RoleKind.ORGANISER, email="sale@example.org")
    for number, room in shared.items():
        teams.change(championship.pk, number, by=boss, room=room)


def at_home_in(fixtures: list[Fixture], room: str) -> list[date]:
    return [
        each.date for each in fixtures if rooms.same_room(each.venue) == rooms.same_room(room) and each.date
    ]


def of_desk(championship: Championship) -> str:
    boss = an_officer(championship.club, RoleKind.ORGANISER, email="banco@example.org")
    address = reverse("championship_desk", args=[championship.club.slug, championship.code])
    return signed_in(boss).get(address).content.decode()


def test_teams_of_two_groups_that_share_a_room_are_never_at_home_together() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=12, groups=3, size=1)
    # Twelve teams in three groups, every room shared by teams of different groups.
    with_rooms(championship, {number: f"Sala {(number - 1) // 2}" for number in range(1, 13)})
    fixtures = drawn(championship, boss)
    for number in range(6):
        days = at_home_in(fixtures, f"sala  {number}")
        assert len(days) == len(set(days)) == 3
    assert rooms.overfull(championship, fixtures) == []
    assert calendar.extra_breaks(championship, fixtures) == 0
    assert "Per rispettare le sale" not in of_desk(championship)


def test_the_evenings_that_the_club_has_in_the_room_are_respected_by_their_hours() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=4, size=1, legs=2)
    with_rooms(championship, {1: ROOM})
    hours = {"starts_at": time(21), "venue": ROOM.upper()}
    for at in (0, 2):
        lifecycle.create(club, name=f"Torneo {at}", on=WEEKENDS[at], by=JURY, turns=3, **hours)
    off = lifecycle.create(club, name="Annullato", on=WEEKENDS[1], by=JURY, turns=3, **hours)
    lifecycle.call_off(off.pk, by=JURY, reason="Neve")
    lifecycle.create(
        club, name="Pomeriggio", on=WEEKENDS[3], by=JURY, turns=3, venue=ROOM, starts_at=time(15)
    )
    fixtures = drawn(championship, boss)
    assert set(at_home_in(fixtures, ROOM)).isdisjoint({WEEKENDS[0], WEEKENDS[2]})
    assert rooms.overfull(championship, fixtures) == []


def test_what_is_impossible_is_named_with_what_the_room_has_that_day() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=4, size=1)
    with_rooms(championship, {1: ROOM})
    for day in WEEKENDS[:3]:
        lifecycle.create(club, name="Torneo del venerdì", on=day, by=JURY, venue=ROOM)
    fixtures = drawn(championship, boss)
    (told,) = rooms.overfull(championship, fixtures)
    assert (told.room, told.takes, list(told.days)) == (ROOM, 1, at_home_in(fixtures, ROOM))
    page = of_desk(championship)
    day = told.days[0]
    assert f"In «{ROOM}», che tiene un incontro alla volta, ce ne sono di più: {day:%-d/%-m/%Y}" in page
    assert "Negli stessi giorni la sala ha: «Torneo del venerdì»." in page


def test_what_the_rooms_cost_is_told_until_the_championship_has_begun() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=8, size=1, legs=2)
    with_rooms(championship, {1: ROOM})
    days = [date(2030, 10, 4) + timedelta(weeks=week) for week in range(14)]
    for day in days[:3]:
        lifecycle.create(club, name="Torneo", on=day, by=JURY, venue=ROOM)
    fixtures = drawn(championship, boss, days)
    assert rooms.overfull(championship, fixtures) == []
    assert calendar.extra_breaks(championship, fixtures) > 0
    assert "Per rispettare le sale, " in of_desk(championship)
    entry = club.log.get(act="championship.calendar-drawn")
    assert entry.after["extra_breaks"] == calendar.extra_breaks(championship, fixtures)


def test_rounds_without_a_date_are_named_by_their_number_and_a_room_may_take_two() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=6, size=1, groups=3)
    with_rooms(championship, dict.fromkeys((1, 2, 3), ROOM))
    calendar.draw(championship.pk, by=boss)
    fixtures = list(championship.fixtures.all())
    # Three teams of three groups of two: each meets once, at home or away.
    told = rooms.overfull(championship, fixtures)
    homes = [each for each in fixtures if each.venue == ROOM]
    assert [each.rounds for each in told] == ([(1,)] if len(homes) > 1 else [])
    championship.matches_at_once = 3
    assert rooms.overfull(championship, fixtures) == []


def test_matches_of_another_championship_in_the_room_count_too() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    first = a_championship(club, boss, of=2, size=1, name="Primo")
    with_rooms(first, {1: ROOM, 2: ROOM})
    first.matches_at_once = 1
    first.save()
    (other,) = drawn(first, boss)
    second = a_championship(club, boss, of=4, size=0, name="Secondo")
    teams.change(second.pk, 1, by=boss, room=ROOM)
    fixtures = drawn(second, boss)
    assert other.date == WEEKENDS[0]
    assert WEEKENDS[0] not in at_home_in(fixtures, ROOM)


def test_a_marathon_that_lasts_into_the_next_day_keeps_the_room() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=4, size=1, legs=2)
    with_rooms(championship, {1: ROOM})
    marathon = a_challenge(club, 0, 0, starts_at=time(22), plays_until=time(22))
    lifecycle.change(marathon.pk, by=JURY, date=WEEKENDS[0] - timedelta(days=1), venue=ROOM)
    fixtures = drawn(championship, boss)
    assert WEEKENDS[0] not in at_home_in(fixtures, ROOM)
    match_dates.move(
        fixtures[0].pk, by=boss, on=WEEKENDS[0], starts_at=time(20, 30), venue=ROOM, reason="Prova"
    )
    moved = championship.fixtures.select_related("home", "away", "championship")
    assert rooms.overfull(championship, list(moved))[0].others == (marathon.name,)
