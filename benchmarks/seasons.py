"""The season's standings and the ratings of a long season: their queries, their time, and its growth."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from random import Random

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.figures import Figure, median_ms, processor_ms
from club.models import Club, Person, Role, RoleKind, User
from club.register import people
from tournaments import seasons
from tournaments.core.ratings import Evening, Game, rated
from tournaments.models import Entry, EntryPlayer, Round, RoundState, Season, Snapshot, Tournament

EVENINGS, PAIRS, TURNS = 40, 40, 4
MOST_QUERIES, MOST_TIMES = 5, 12
FIRST = date(2026, 9, 1)


def figures() -> Iterator[Figure]:
    """Forty evenings of forty pairs, by player and best twenty; four evenings to compare with."""
    club = Club.objects.create(name="Stagioni", slug="stagioni")
    boss = User.objects.create_user("stagioni@example.org")
    Role.objects.create(club=club, user=boss, kind=RoleKind.ORGANISER)
    players = [people.add(club, last_name=f"Socio{at:03}", first_name="Anna") for at in range(2 * PAIRS)]
    evenings = [_evening(club, players, at) for at in range(EVENINGS)]
    short, whole = (_season(club, boss, counted) for counted in (evenings[:4], evenings))
    with CaptureQueriesContext(connection) as queries:
        seasons.season_standings(whole)
    yield Figure(f"queries of a season of {EVENINGS} × {PAIRS} pairs", len(queries), "", MOST_QUERIES)
    few, many = _in_turn(lambda: seasons.season_standings(short), lambda: seasons.season_standings(whole))
    beside = f"{many:.0f} ms, of four evenings {few:.0f} ms"
    yield Figure("a season of 40 evenings beside one of 4", many / few, "×", MOST_TIMES, beside)
    yield from _page(whole)
    yield from _ratings()


def _page(season: Season) -> Iterator[Figure]:
    path = season.get_absolute_url()
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        page = Client(SERVER_NAME="localhost").get(path, headers={"Accept-Encoding": "gzip"})
    yield Figure("queries of its page, not made yet", len(queries), "", 9)
    yield Figure("its page, packed", len(page.content) / 1000, "kB", 60)

    def made() -> None:
        cache.clear()
        Client(SERVER_NAME="localhost").get(path)

    yield Figure("its page, not made yet", median_ms(made, 3, 1), "ms")
    with CaptureQueriesContext(connection) as queries:
        Client(SERVER_NAME="localhost").get(path)
    yield Figure("queries of its page, kept", len(queries), "", 0)


def _ratings() -> Iterator[Figure]:
    """Computing only: the same evenings, and ten times as many."""
    one, many = _played(EVENINGS), _played(10 * EVENINGS)
    year, ten = _in_turn(lambda: rated(one), lambda: rated(many))
    beside = f"one year, {EVENINGS * PAIRS * TURNS // 2} matches: {year:.0f} ms"
    yield Figure("ratings of ten years beside those of one", ten / year, "×", MOST_TIMES, beside)


def _in_turn(few: Callable[[], object], many: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of processor time, measured alternately, the least of three runs each."""
    taken = [(processor_ms(few), processor_ms(many)) for _time in range(3)]
    return min(each[0] for each in taken), min(each[1] for each in taken)


def _played(evenings: int) -> list[Evening]:
    chance = Random(evenings)  # noqa: S311
    return [Evening(key, tuple(_games(chance))) for key in range(evenings)]


def _games(chance: Random) -> Iterator[Game]:
    for _turn in range(TURNS):
        here = chance.sample(range(2 * PAIRS), 2 * PAIRS)
        for at in range(0, len(here), 4):
            one, other = chance.randint(300, 900), chance.randint(300, 900)
            sides = (tuple(here[at : at + 2]), tuple(here[at + 2 : at + 4]))
            yield Game(sides, (one, other), (1 + (one < other), 1 + (other < one)))


def _season(club: Club, boss: User, evenings: list[Tournament]) -> Season:
    made = seasons.create(
        club.pk, by=boss, name="Sociale", from_day=FIRST, to_day=FIRST + timedelta(days=400),
        best_of=20, shares_evenings=True,
    )  # fmt: skip
    return seasons.change(made.pk, by=boss, evenings={evening.code: 1 for evening in evenings})


def _evening(club: Club, players: list[Person], at: int) -> Tournament:
    """A finished evening, with the standings that a season reads."""
    chance = Random(at)  # noqa: S311
    here = chance.sample(players, len(players))
    made = Tournament.objects.create(
        club=club, name=f"Serata {at}", date=FIRST + timedelta(days=7 * at), closed_at=timezone.now()
    )
    entries = Entry.objects.bulk_create(Entry(tournament=made, number=n) for n in range(1, PAIRS + 1))
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entries[each // 2], tournament=made, person=person, position=each % 2)
        for each, person in enumerate(here)
    )
    Round.objects.create(
        tournament=made,
        number=TURNS,
        state=RoundState.SETTLED,
        seed=1,
        draw_input={},
        drawn_at=timezone.now(),
    )
    rows = [
        _row(chance, number, place)
        for place, number in enumerate(chance.sample(range(1, PAIRS + 1), PAIRS), 1)
    ]
    Snapshot.objects.create(
        tournament=made, round_number=TURNS, results_version=0, criteria=made.criteria, rows=rows,
        built_at=timezone.now(),
    )  # fmt: skip
    return made


def _row(chance: Random, number: int, place: int) -> dict[str, object]:
    line = {
        "turn": 1, "table": 1, "opponents": [1], "scored": 612, "conceded": 480, "match_points": 2,
        "rested": False, "forfeited": False, "penalty": False, "assigned": False,
    }  # fmt: skip
    return {
        "entry": number, "number": number, "place": place, "tied": False, "withdrawn": False, "played": TURNS,
        "won": chance.randint(0, TURNS), "drawn": 0, "lost": 0, "rested": 0, "match_points": 4,
        "scored": 2400, "conceded": 2300, "difference": chance.randint(-900, 900),
        "values": [4, 100, 2400, 0, 5], "decided_by": None,
        "per_turn": [{**line, "turn": turn} for turn in range(1, TURNS + 1)],
    }  # fmt: skip
