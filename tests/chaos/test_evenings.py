"""Evenings under faults, in service mode and as on a laptop: nothing acknowledged is lost or doubled.

`make chaos` plays evenings of the largest size, one for each of its seeds; the suite plays small ones.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from tests.chaos import report
from tests.chaos.evening import Evening
from tests.chaos.faults import drawn, possible
from tests.chaos.ledger import differences, found_in
from tests.chaos.parts import missing_programs
from tests.chaos.site import Laptop, Site, laptop, service_mode
from tests.service.installation import Installation, until

pytestmark = pytest.mark.slow

ASKED = os.environ.get("CHAOS_SEEDS", "").split()
#: The seed of the suite draws faults that take no more than seconds.
SEEDS = [int(seed) for seed in ASKED] or [29]
#: Pairs, rounds and faults of an evening, and the seconds that a fault lasts at most.
SIZE = os.environ.get("CHAOS_SIZE", "64 6 26 8" if ASKED else "8 2 3 1")
PAIRS, TURNS, FAULTS, LONGEST_FAULT = map(int, SIZE.split())

Played = list[tuple[Evening, Sequence[str]]]


@pytest.fixture(
    scope="module",
    params=[
        # In two groups, since both wait more than they compute.
        pytest.param(
            service_mode, id="service", marks=[pytest.mark.postgres, pytest.mark.xdist_group("chaos")]
        ),
        pytest.param(laptop, id="laptop", marks=pytest.mark.xdist_group("chaos on a laptop")),
    ],
)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if request.param is service_mode and (missing := missing_programs()):
        pytest.skip(f"not installed here: {', '.join(missing)}")
    # However it is stopped, the parts are killed.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    with request.param(tmp_path_factory.mktemp("logs")) as running:
        yield running
    signal.signal(signal.SIGTERM, before)


@pytest.fixture(scope="module")
def played(site: Site) -> Iterator[Played]:
    """The evenings so far, reported at the end."""
    evenings: Played = []
    yield evenings
    sys.stdout.write("\n" + report.whole(evenings, possible(site)[1]))


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_acknowledged_is_lost_or_doubled(site: Site, played: Played, seed: int) -> None:
    evening = Evening(site, seed, PAIRS, TURNS, drawn(possible(site)[0], FAULTS, Random(seed)), LONGEST_FAULT)
    wrong = failures(evening)
    codes = [evening.code, evening.probed]
    writes = evening.ledger.writes()
    wrong += differences(writes, found_in(site.here, codes), is_over=not wrong)
    for moment, copy in copies_of(site):
        before = [each for each in writes if each.heard < moment]
        wrong += [f"in a copy: {each}" for each in differences(before, found_in(copy, codes), is_over=False)]
    played.append((evening, wrong))
    assert wrong == []


def failures(evening: Evening) -> list[str]:
    """Plays the evening; why it did not come to its end, if it did not."""
    try:
        evening.play()
        until(evening.has_standings, "the standings were never built")
    except AssertionError as failed:
        return [f"not played to its end: {failed}"]
    return []


def copies_of(site: Site) -> Iterator[tuple[float, Installation]]:
    """The copies that were made of a laptop's files; each only once."""
    while isinstance(site, Laptop) and site.copies:
        yield site.copies.popitem()


def test_every_kind_of_fault_can_be_tried_here(site: Site) -> None:
    if untried := possible(site)[1]:
        pytest.skip("; ".join(untried))
