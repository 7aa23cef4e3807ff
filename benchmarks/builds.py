"""What a build of the standings takes: the queries, the computing, and how it grows with the pairs."""

import random
from collections.abc import Callable, Iterator

from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks.figures import Figure, processor_ms
from tournaments import builds
from tournaments.models import Tournament
from tournaments.standings import Facts, Played, Rules, Seated
from tournaments.standings.renewing import renewed
from tournaments.standings.rules import BY_VICTORY_POINTS

PAIRS, MANY, TURNS = 200, 2_000, 10
LIMIT_MS = 50.0
TIMES_AS_MANY = 12.0
QUERIES = 5
#: Everything that can be asked for: the dearest ranking there is.
EVERYTHING = (
    "match_points",
    "victory_points",
    "opponents_strength",
    "point_difference",
    "points_conceded",
    "cappotti",
    "head_to_head",
    "mini_table",
    "lots",
)
RANKINGS = {"Accademia": Rules(), "punti vittoria": Rules(BY_VICTORY_POINTS), "everything": Rules(EVERYTHING)}


def figures(played: Tournament) -> Iterator[Figure]:
    """`played` is an evening with settled turns; it is built again from nothing."""
    for name, rules in RANKINGS.items():
        few, many = computing(rules)
        yield Figure(f"build of {PAIRS} pairs, {TURNS} turns, {name}", few, "ms", LIMIT_MS)
        yield Figure(f"{MANY:,} pairs, {name}", many / few, "×", TIMES_AS_MANY, f"of {PAIRS}; {many:.0f} ms")
    yield Figure("queries of a build", _queries(played), "", QUERIES)


def computing(rules: Rules, times: int = 7) -> tuple[float, float]:
    """Milliseconds from the facts to what is stored when the last turn is settled: of 200 pairs, of 2,000.

    Processor time, the two in turn, the least of each: what other programs take from a build is not its own.
    As many builds of the few as take as long as one of the many: other programs, which throw out of the
    processor's caches what a build has there, are in the way of both alike.
    """
    few, many = _last_turn(PAIRS, rules), _last_turn(MANY, rules)
    as_many = MANY // PAIRS
    taken = [
        (processor_ms(lambda: [few() for _again in range(as_many)]) / as_many, processor_ms(many))
        for _time in range(times)
    ]
    return min(each[0] for each in taken), min(each[1] for each in taken)


def _last_turn(pairs: int, rules: Rules) -> Callable[[], object]:
    facts = evening(pairs)
    kept = {each.turn: each.digest for each in renewed(facts, rules, 1, {}) if each.turn < TURNS}
    return lambda: renewed(facts, rules, 1, kept)


def evening(pairs: int) -> Facts:
    """So many pairs after ten turns drawn at random, with scores as they are in matches."""
    chance = random.Random(pairs)  # noqa: S311
    numbers, seats, results = list(range(1, pairs + 1)), [], []
    for turn in range(1, TURNS + 1):
        chance.shuffle(numbers)
        for table in range(1, pairs // 2 + 1):
            match = turn * pairs + table
            for side, number in zip("AB", numbers[2 * table - 2 : 2 * table], strict=True):
                seats.append(Seated(turn, match, side, number))
            points = {"A": chance.randrange(300, 1500), "B": chance.randrange(300, 1500)}
            results.append(Played(turn, table, match, points))
    return Facts(tuple(seats), tuple(results), (), ())


def _queries(played: Tournament) -> float:
    played.snapshots.all().delete()
    Tournament.objects.filter(pk=played.pk).update(standings_version=0)
    with CaptureQueriesContext(connection) as queries:
        builds.build(played.pk)
    return sum(query["sql"].startswith(("SELECT", "INSERT", "UPDATE")) for query in queries.captured_queries)
