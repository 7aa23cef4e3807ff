"""Corrections and builds at the same moment, on a real PostgreSQL: no version lost, mixed or made twice."""

import json

import pytest

from tests.service.installation import on_postgres

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("parallel builds")]

AT_ONCE = """
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from django.db import connection
from tests.evening import JURY, a_club, a_round, a_tournament, settle
from tournaments.results import scores
from tournaments.standings import builds
from tournaments.errors import Outdated
from tournaments.models import Match, Tournament
from tournaments.standings.audit import recompute

tournament = a_tournament(a_club(), pairs=8)
for seed in (1, 2):
    settle(Tournament.objects.get(pk=tournament.pk), a_round(tournament, seed=seed))
    builds.build(tournament.pk)
together = Barrier(8)

def correct(table):
    match = Match.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=1, table=table)
    together.wait()
    try:
        scores.enter(match, 1, "cards", {"cards": {"A": []}, "last_trick": "B"}, by=JURY,
                     based_on=match.deals.get(number=1).version, may_correct=True, reason="x")
    finally:
        connection.close()

def build(_which):
    together.wait()
    try:
        return builds.build(tournament.pk)
    finally:
        connection.close()

with ThreadPoolExecutor(8) as threads:
    made = [threads.submit(correct, table) for table in (1, 2, 3, 4)]
    made += [threads.submit(build, which) for which in range(4)]
    for each in made:
        each.result()
builds.build(tournament.pk)
after = Tournament.objects.get(pk=tournament.pk)
report = recompute(tournament.pk)
print(json.dumps({
    "results": after.results_version, "standings": after.standings_version,
    "snapshots": list(after.snapshots.values_list("round_number", "results_version")),
    "since": [s.changes and s.changes["since"] for s in after.snapshots.all()],
    "faults": [str(fault) for fault in report.faults],
}))
"""


def test_corrections_and_builds_at_once_end_in_one_true_classifica(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with on_postgres(tmp_path_factory.mktemp("builds")) as here:
        told = json.loads(here.run(AT_ONCE).splitlines()[-1])
    assert told["faults"] == []
    assert told["results"] == told["standings"] == 6
    assert len(set(map(tuple, told["snapshots"]))) == len(told["snapshots"])
    for turn in (1, 2):
        versions = [version for number, version in told["snapshots"] if number == turn]
        assert versions[-1] == 6, "the last correction is in the newest classifica"
        since = [
            earlier
            for (number, _version), earlier in zip(told["snapshots"], told["since"], strict=True)
            if number == turn
        ]
        assert since == [None, *versions[:-1]], "each version says of which one it is the correction"
