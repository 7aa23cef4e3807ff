"""Two thousand events of every movement, 4 to 200 entries, some leaving and some coming back.

What is claimed is looked at by code that has no part in drawing: networkx, and every possibility tried where
there are few.
"""

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import networkx
import pytest

from tests.tournaments.core.draws.simulated import Event, an_event, batches
from tests.tournaments.core.draws.test_matching import all_pairings
from tournaments.core.draws import Draw, DrawInput, Movement, drawn
from tournaments.core.draws.inputs import Line, in_order, penalties
from tournaments.core.draws.movements import KINDS, groups_of
from tournaments.core.draws.publishing import published
from tournaments.core.draws.verifying import verification

#: Of each movement how many events there are, how many the suite plays, and how many a test.
EVENTS = {kind: batches(whole=320, sample=16, batch=80) for kind in KINDS}
EVENTS |= {"larger": batches(32, 3, 8), "rotation": batches(240, 16, 60)}


def everybody_met(made: Draw) -> list[frozenset[int]]:
    """Every two who meet at some table, as opponents."""
    return [
        frozenset((a, b))
        for table in made.tables
        for one, other in combinations(table.sides, 2)
        for a in one
        for b in other
    ]


def fewest_rematches(given: DrawInput, made: Draw) -> int:
    """How many there have to be: whoever a largest matching of those who have not met leaves over."""
    playing = [one.id for one in given.entrants if one.id not in made.byes]
    graph = networkx.complete_graph(playing)
    graph.remove_edges_from([(meeting.first_id, meeting.second_id) for meeting in given.meetings])
    return len(playing) // 2 - len(networkx.max_weight_matching(graph, maxcardinality=True))


def verify_turn(event: Event, given: DrawInput, made: Draw) -> None:
    """The published file is found true in every respect, after a journey through JSON."""
    data = json.loads(json.dumps(published(event.movement, given, made)))
    found = verification(data)
    broken = [check for check in found.checks if check.outcome == "broken"]
    assert not broken, (event.movement, given.turn, broken)
    if event.chance.random() < 0.7:
        return
    shuffled = event.chance.sample(given.entrants, len(given.entrants))
    assert drawn(event.movement, replace(given, entrants=tuple(shuffled))) == made


@pytest.mark.parametrize(
    ("kind", "batch"), [(kind, batch) for kind in KINDS for batch in EVENTS[kind]], ids=str
)
def test_every_turn_of_every_event_is_what_its_movement_promises(kind, batch):
    for seed in batch:
        event = an_event(kind, seed)
        for given, made in event.turns():
            verify_turn(event, given, made)
            assert len({table.number for table in made.tables}) == len(made.tables)
            if kind in ("danish", "swiss") and made.rematches:
                assert made.rematches == fewest_rematches(given, made)
        if not event.movement.is_closed:
            rests = [one.rests for one in event.everyone.values() if one.id not in event.away]
            assert event.leavers
            assert max(rests, default=0) <= event.last
        if kind in ("danish", "swiss"):
            assert all(abs(one.side_balance) <= 3 for one in event.everyone.values())


@pytest.mark.parametrize("kind", ["danish", "swiss", "rotation", "larger"])
def test_where_nobody_leaves_nobody_rests_twice_before_all_have(kind):
    for seed in range(1, 4 if kind == "larger" else 12):
        event = an_event(kind, seed, leavers=False)
        for _turn in event.turns():
            rests = [one.rests for one in event.everyone.values()]
            assert max(rests) - min(rests) <= 1


@pytest.mark.parametrize("seed", range(1, 40))
def test_a_girone_that_nobody_leaves_has_everybody_meet_everybody(seed):
    event = an_event("girone", seed, leavers=False, most=60)
    met = Counter(couple for _given, made in event.turns() for couple in everybody_met(made))
    groups = groups_of(event.movement, event.started)
    wanted = {frozenset(two): event.movement.legs for group in groups for two in combinations(group, 2)}
    assert met == wanted
    assert all(abs(one.side_balance) <= 1 for one in event.everyone.values())


@pytest.mark.parametrize("seed", range(1, 40))
def test_a_mitchell_that_nobody_leaves_repeats_no_opponent_table_or_deals(seed):
    event = an_event("mitchell", seed, leavers=False)
    met: Counter[frozenset[int]] = Counter()
    visited: Counter[tuple[str, int, int]] = Counter()
    for _given, made in event.turns():
        met.update(everybody_met(made))
        for table in made.tables:
            visited[("table", table.entrants[1], table.number)] += 1
            visited[("boards", table.entrants[0], table.board)] += 1
            visited[("boards", table.entrants[1], table.board)] += 1
    assert max(met.values()) == 1
    assert max(visited.values()) == 1


@pytest.mark.parametrize("seed", range(60))
def test_a_knock_out_ends_with_one_who_has_lost_to_nobody(seed):
    event = an_event("knockout", seed, leavers=False)
    stages = list(event.turns())
    lost = Counter(win.loser_id for win in event.wins)
    unbeaten = [id_ for id_ in event.everyone if not lost[id_]]
    assert len(unbeaten) == 1
    assert len(stages) == (event.size - 1).bit_length()
    assert len(event.wins) == event.size - 1 + (event.movement.third_place and event.size > 3)


@pytest.mark.parametrize("seed", range(30))
def test_no_swiss_pairing_of_all_there_are_is_cheaper(seed):
    event = an_event("swiss", seed, size=random.Random(seed).choice([4, 6, 8]))
    for given, made in event.turns():
        placed = sorted(in_order(given), key=lambda one: -one.points)
        line = Line.from_input(given, (one for one in placed if one.id not in made.byes))
        kept_apart = penalties(given, line)
        position = {one.id: at for at, one in enumerate(line.entrants)}

        def cost(pairing, kept_apart=kept_apart, line=line):
            rows = [
                (
                    *kept_apart.get((min(i, j), max(i, j)), (0, 0, 0, 0)),
                    (line.entrants[i].points - line.entrants[j].points) ** 2,
                )
                for i, j in pairing
            ]
            return tuple(map(sum, zip(*rows, strict=True)))

        told = [(position[table.entrants[0]], position[table.entrants[1]]) for table in made.tables]
        assert cost(told) == min(map(cost, all_pairings(tuple(range(len(position))))))


@pytest.mark.parametrize("seed", range(20))
def test_in_a_rotation_of_eight_no_fewer_could_play_with_a_partner_again(seed):
    event = an_event("rotation", seed, size=8)
    for given, made in event.turns():
        together = {frozenset((one.first_id, one.second_id)) for one in given.partnerships}
        playing = tuple(one.id for one in given.entrants if one.id not in made.byes)
        fewest = min(
            sum(frozenset(couple) in together for couple in pairing) for pairing in all_pairings(playing)
        )
        assert made.rematches == fewest


def test_a_movement_is_known_by_its_settings_alone():
    event = an_event("groups-final", 3)
    for given, made in event.turns():
        again = Movement.from_json(json.loads(json.dumps(event.movement.as_json())))
        assert drawn(again, DrawInput.from_json(json.loads(json.dumps(given.as_json())))) == made
