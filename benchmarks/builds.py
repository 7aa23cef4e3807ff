"""The cost of building the standings: its queries, and the computing for 200 and for 2,000 pairs."""

import json
import random
from collections.abc import Iterator

from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks.figures import Figure, processor_ms
from tournaments.core.standings import Facts, Played, Rules, Seated
from tournaments.core.standings.rules import BY_VICTORY_POINTS
from tournaments.core.standings.stored_standings import new_standings
from tournaments.models import Tournament
from tournaments.standings import builds

TURNS = 10
#: The most milliseconds allowed, by the number of pairs.
LIMITS_MS = {200: 50.0, 2_000: 1_000.0}
QUERIES = 9
#: All options together: the most expensive ranking.
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
    """`played` is an evening with settled rounds; its standings are built from scratch."""
    for name, rules in RANKINGS.items():
        for pairs, limit in LIMITS_MS.items():
            taken = computing(pairs, rules)
            yield Figure(f"build of {pairs:,} pairs, {TURNS} turns, {name}", taken, "ms", limit)
    yield Figure("queries of a build", _queries(played), "", QUERIES)


def computing(pairs: int, rules: Rules) -> float:
    """The processor time in milliseconds, the least of seven runs, to turn the facts into the text that is
    stored when the last round is settled.
    """
    facts = evening(pairs)
    before = {each.turn: each.digest for each in new_standings(facts, rules, 1, {}) if each.turn < TURNS}

    def build() -> None:
        for each in new_standings(facts, rules, 1, before):
            json.dumps(each.stored)

    return min(processor_ms(build) for _time in range(7))


def evening(pairs: int) -> Facts:
    """An evening of `pairs` pairs after ten rounds drawn at random, with realistic scores."""
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
