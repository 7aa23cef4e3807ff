"""Evenings of the same people, played turn by turn through the verbs; shared by seasons and ratings."""

from collections.abc import Sequence
from datetime import date

from club.models import Club, Person, User
from club.register import people
from tests.evening import JURY, a_round, settle
from tournaments import seasons
from tournaments.entries import entries
from tournaments.evenings import lifecycle
from tournaments.models import Season, Tournament
from tournaments.standings import builds

FIRST, LAST = date(2026, 9, 1), date(2027, 6, 30)


def some_people(club: Club, count: int = 8) -> list[Person]:
    """Their names may be read, but for the fourth's."""
    return [
        people.add(
            club,
            last_name=f"Socio{number}",
            first_name="Anna",
            name_consent_on=None if number == 4 else date(2026, 1, 1),
        )
        for number in range(1, count + 1)
    ]


def an_evening(
    club: Club,
    players: Sequence[Person],
    *,
    on: date = date(2026, 10, 2),
    name: str = "Serata",
    turns: int = 1,
    closed: bool = True,
    seed: int = 1,
    **fields: object,
) -> Tournament:
    """The players in pairs as they are given, so many turns played; nothing drawn where it is none."""
    made = lifecycle.create(club, name=name, on=on, by=JURY, lots_seed=7, turns=max(turns, 1), **fields)
    size = made.entry_size
    for at in range(0, len(players), size):
        entries.enter(made.pk, players[at : at + size], by=JURY, present=True)
    for turn in range(turns):
        settle(made, a_round(made, seed=seed + turn))
        builds.build(made.pk)
    if closed and turns:
        lifecycle.close(made.pk, by=JURY)
    return Tournament.objects.get(pk=made.pk)


def a_season(club: Club, by: User, *counted: Tournament, **fields: object) -> Season:
    """A season of those evenings."""
    said = {"name": "Sociale", "from_day": FIRST, "to_day": LAST, **fields}
    season = seasons.create(club.pk, by=by, **said)
    return seasons.change(season.pk, by=by, evenings={each.code: 1 for each in counted})


def place_points(season: Season) -> dict[tuple[int, ...], tuple[int | None, int]]:
    """Place and points of everybody in the season."""
    return {row.players: (row.place, row.points) for row in seasons.season_standings(season).rows}
