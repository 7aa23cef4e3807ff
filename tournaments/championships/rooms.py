"""The rooms of a championship's matches: the club's other evenings in them, and which rooms are overfull."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, time

from django.db.models import Q
from django.utils import timezone

from tournaments.core.hours import Hours, days_around, most_at_once
from tournaments.models import Championship, Fixture, Tournament


def same_room(name: str) -> str:
    """The name of a room without differences of case and spaces, for comparing."""
    return " ".join(name.casefold().split())


@dataclass(frozen=True)
class Overfull:
    """A room that has more matches at once than it can take.

    `days` are those on which it is overfull, `rounds` the overfull rounds that have no date yet, and `others`
    the names of the club's other evenings there.
    """

    room: str
    takes: int
    days: tuple[date, ...]
    rounds: tuple[int, ...]
    others: tuple[str, ...]


@dataclass(frozen=True)
class _Booked:
    room: str
    hours: Hours
    name: str


def other_evenings(
    championship: Championship, rooms: Iterable[str], dates: Sequence[date], starts_at: time | None
) -> dict[str, list[int]]:
    """How many other evenings of the club are in each room at once, at most, during each round. Two queries,
    none without dates or rooms."""
    wanted = {same_room(room) for room in rooms}
    if not dates or not wanted:
        return {}
    booked = _booked(championship, set(dates))
    rounds = [_hours(championship, day, starts_at) for day in dates]
    counts: dict[str, list[int]] = {}
    for room in {each.room for each in booked} & wanted:
        booked_hours = [each.hours for each in booked if each.room == room]
        counts[room] = [most_at_once(hours, booked_hours) for hours in rounds]
    return counts


def overfull(championship: Championship, fixtures: Sequence[Fixture]) -> list[Overfull]:
    """The rooms that are overfull in rounds to come, by name. Two queries, none before there are dates."""
    today = timezone.localdate()
    by_room = defaultdict[str, list[Fixture]](list)
    for fixture in fixtures:
        if fixture.venue and not fixture.lost_by and (fixture.date is None or fixture.date >= today):
            by_room[same_room(fixture.venue)].append(fixture)
    booked = _booked(championship, {each.date for each in fixtures if each.date and each.date >= today})
    rooms = []
    for room, own in sorted(by_room.items()):
        others = [each for each in booked if each.room == room]
        if over := _overfull(championship, own, others):
            rooms.append(over)
    return rooms


def _overfull(
    championship: Championship, fixtures: Sequence[Fixture], others: Sequence[_Booked]
) -> Overfull | None:
    takes = championship.matches_at_once
    days, rounds, names = set[date](), set[int](), dict[str, None]()
    for fixture in fixtures:
        if fixture.date is None:
            together = [each for each in fixtures if each.date is None and each.round == fixture.round]
            if len(together) > takes:
                rounds.add(fixture.round)
            continue
        hours = _hours(championship, fixture.date, fixture.starts_at)
        own = [_hours(championship, each.date, each.starts_at) for each in fixtures if each.date]
        if most_at_once(hours, [*own, *(each.hours for each in others)]) > takes:
            days.add(fixture.date)
            names |= dict.fromkeys(each.name for each in others if each.hours.overlaps(hours))
    if not days and not rounds:
        return None
    return Overfull(fixtures[0].venue, takes, tuple(sorted(days)), tuple(sorted(rounds)), tuple(names))


def _hours(championship: Championship, day: date, starts_at: time | None) -> Hours:
    return Hours(day, starts_at, championship.turns * championship.turn_minutes)


def _booked(championship: Championship, days: set[date]) -> list[_Booked]:
    """The club's other evenings with a room on those days, or beside them, for those past midnight:
    tournaments, and matches of other championships that are not prepared yet. Two queries, none without
    days."""
    if not days:
        return []
    around = {each for day in days for each in days_around(day)}
    tournaments = Tournament.objects.filter(
        ~Q(fixture__championship=championship) | Q(fixture=None),
        club=championship.club_id,
        date__in=around,
        called_off_at=None,
    ).exclude(venue="")
    fixtures = (
        Fixture.objects.filter(
            championship__club=championship.club_id, date__in=around, tournament=None, lost_by=""
        )
        .exclude(championship=championship)
        .exclude(venue="")
        .select_related("home", "away", "championship")
    )
    return [
        *(_Booked(same_room(each.venue), each.hours, each.name) for each in tournaments),
        *(
            _Booked(
                same_room(each.venue),
                _hours(each.championship, each.date, each.starts_at),
                f"{each.home} – {each.away}",
            )
            for each in fixtures
            if each.date
        ),
    ]
