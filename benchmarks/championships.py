"""A championship of teams: the calendar of forty, and the standings of twenty that have played all year."""

from collections.abc import Iterator
from datetime import date, time

from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.figures import Figure, processor_ms
from club.models import Club, Person, Role, RoleKind, User
from tournaments.championships import calendar, championship_service, teams
from tournaments.championships.team_standings import championship_of, championship_standings
from tournaments.core.draws import DrawInput, Entrant, league
from tournaments.core.draws.home_rooms import Team
from tournaments.core.standings.challenge_score import challenge_score
from tournaments.core.standings.stored_standings import StoredLine, StoredRow
from tournaments.entries.guests import Guest
from tournaments.models import (
    Championship,
    Entry,
    EntryPlayer,
    Fixture,
    Round,
    RoundState,
    Snapshot,
    TeamPlayer,
    Tournament,
)

MANY, YEAR, TURNS = 40, 20, 2
MOST_MS_DRAWN, MOST_MS_SHARED, MOST_MS_STANDINGS, MOST_QUERIES = 1000, 1000, 50, 5
DAY = date(2026, 10, 4)
#: The entries of the two teams of a match.
TEAMS = ((1, 2), (3, 4))
#: What the draw of a match's first round stores: the two pairs of each team.
BEGAN = DrawInput(
    turn=1,
    entrants=tuple(Entrant(number, number) for number in range(1, 5)),
    meetings=(),
    seed=1,
    teams=TEAMS,
).as_json()


def figures() -> Iterator[Figure]:
    club = Club.objects.create(name="Campionato", slug="campionato")
    boss = User.objects.create_user("campionato@example.org")
    Role.objects.create(club=club, user=boss, kind=RoleKind.ORGANISER)
    many = _championship(club, boss, MANY)

    def drawn() -> None:
        calendar.draw(many.pk, by=boss, starts_at=time(21))

    drawing = min(processor_ms(drawn) for _time in range(3))
    yield Figure(f"{MANY} teams, double round robin: the calendar", drawing, "ms", MOST_MS_DRAWN)
    rooms = [[Team(number, number * 7 % MANY // 2 + 1) for number in range(MANY)]]
    taken = {1: [1, 0, 0, 1] * 9, 2: [0, 1, 1, 0] * 9}
    shared = min(
        processor_ms(lambda: league.calendar(rooms, legs=2, seed=1, other_events=taken)) for _time in range(3)
    )
    yield Figure("the same where all share rooms by twos, without storing", shared, "ms", MOST_MS_SHARED)
    year = _championship(club, boss, YEAR)
    calendar.draw(year.pk, by=boss, dates=[DAY] * 2 * (YEAR - 1))
    _play(year)
    year = championship_of(club.slug, year.code)
    with CaptureQueriesContext(connection) as queries:
        championship_standings(year, individual=False)
    yield Figure(f"queries of the standings of a year, {YEAR} teams", len(queries), "", MOST_QUERIES)

    def read() -> None:
        cache.clear()
        championship_standings(year, individual=False)

    stored = min(processor_ms(read) for _time in range(7))
    yield Figure("their time, in a process that has just started", stored, "ms", MOST_MS_STANDINGS)
    points = dict(Snapshot.objects.values_list("pk", "team_points"))
    Snapshot.objects.update(team_points=None)
    counted = min(processor_ms(read) for _time in range(5))
    yield Figure("the same from standings older than the stored scores, to it", counted / stored, "×")
    for snapshot in Snapshot.objects.all():
        snapshot.team_points = points[snapshot.pk]
        snapshot.save(update_fields=["team_points"])
    whole = min(processor_ms(lambda: championship_standings(year)) for _time in range(5))
    yield Figure("with the tables of players and pairs", whole, "ms")


def _championship(club: Club, boss: User, of: int) -> Championship:
    made = championship_service.create(club.pk, by=boss, name=f"Di {of}", legs=2, seed=7)
    for number in range(1, of + 1):
        players = [Guest(f"Squadra{of} {number}", first) for first in ("Anna", "Bruno", "Carla", "Dino")]
        teams.add(made.pk, by=boss, name=f"Squadra {number}", players=players)
    return made


def _play(championship: Championship) -> None:
    """Every match of the calendar, over, with the rows that the standings read."""
    people: dict[int, list[Person]] = {}
    for place in TeamPlayer.objects.filter(championship=championship).select_related("person"):
        people.setdefault(place.team_id, []).append(place.person)
    for fixture in championship.fixtures.all():
        _play_one(championship, fixture, people[fixture.home_id] + people[fixture.away_id])


def _play_one(championship: Championship, fixture: Fixture, players: list[Person]) -> None:
    match = Tournament.objects.create(
        club_id=championship.club_id,
        name=str(fixture),
        date=DAY,
        turns=TURNS,
        format=Tournament.Format.CHALLENGE,
        closed_at=timezone.now(),
    )
    for number in range(1, 5):
        entry = Entry.objects.create(tournament=match, number=number, team=1 + number // 3)
        EntryPlayer.objects.bulk_create(
            EntryPlayer(entry=entry, tournament=match, person=person, position=position)
            for position, person in enumerate(players[2 * number - 2 : 2 * number])
        )
    for turn in range(1, TURNS + 1):
        Round.objects.create(
            tournament=match,
            number=turn,
            state=RoundState.SETTLED,
            seed=1,
            draw_input=BEGAN,
            drawn_at=timezone.now(),
        )
    rows = [_row(number, fixture.pk) for number in range(1, 5)]
    Snapshot.objects.create(
        tournament=match,
        round_number=TURNS,
        results_version=0,
        criteria=match.criteria,
        rows=rows,
        team_points=[each.points for each in challenge_score(rows, TEAMS, championship.rules).teams],
        built_at=timezone.now(),
    )
    fixture.tournament = match
    fixture.save(update_fields=["tournament"])


def _row(number: int, seed: int) -> StoredRow:
    is_home = number <= 2
    own, other = 500 + seed * number % 97, 500 + seed * (5 - number) % 97
    lines: list[StoredLine] = [
        {
            "turn": turn, "table": 1, "opponents": [3, 4] if is_home else [1, 2], "scored": own,
            "conceded": other, "match_points": 2, "rested": False, "forfeited": False, "penalty": False,
            "assigned": False,
        }
        for turn in range(1, TURNS + 1)
    ]  # fmt: skip
    return {
        "entry": number, "number": number, "place": number, "tied": False, "withdrawn": False,
        "played": TURNS, "won": 1, "drawn": 0, "lost": 1, "rested": 0, "match_points": 2,
        "scored": TURNS * own, "conceded": TURNS * other, "difference": TURNS * (own - other),
        "values": [2], "decided_by": None, "per_turn": lines,
    }  # fmt: skip
