"""Fifteen hundred events of the danese, 4 to 200 pairs, some leaving, some coming back."""

import random
from collections.abc import Iterator
from dataclasses import replace

import networkx
import pytest

from tests.tournaments.core.draws.simulated import batches
from tournaments.core.draws import Draw, DrawInput, Entrant, Meeting, draw
from tournaments.core.draws.inputs import Line, in_order, penalties
from tournaments.core.draws.proofs import can_be_bettered

BATCHES = batches(whole=1500, sample=75, batch=25)  # every twenty-fifth is one of 40 to 200 pairs


def event(seed: int) -> Iterator[tuple[DrawInput, Draw]]:
    """Up to seven turns; who leaves may return. The classifica is that of the points won so far."""
    chance = random.Random(seed)
    size = chance.choice([4, 5, 6, 7, 8, 9, 11, 14, 16, 21, 22, 30]) if seed % 25 else chance.randint(40, 200)
    everyone = {number: Entrant(number, number) for number in range(1, size + 1)}
    points = dict.fromkeys(everyone, 0)
    meetings: list[Meeting] = []
    away: set[int] = set()
    if chance.random() < 0.2:
        everyone[1] = replace(everyone[1], fixed_table=chance.randint(1, size // 2))
    for turn in range(1, chance.randint(3, 7) + 1):
        for number in everyone:
            if chance.random() < 0.05:
                away ^= {number}
        here = [one for number, one in everyone.items() if number not in away]
        if len(here) < 2:
            return
        order = sorted(points.values(), reverse=True)
        if turn > 1:
            here = [replace(one, rank=order.index(points[one.id]) + 1) for one in here]
        given = DrawInput(turn, tuple(here), tuple(meetings), chance.getrandbits(40))
        drawn = draw(given)
        yield given, drawn
        meetings += [Meeting(turn, *table.entrants) for table in drawn.tables]
        for table in drawn.tables:
            for id_, side in ((table.entrants[0], "A"), (table.entrants[1], "B")):
                one = everyone[id_]
                everyone[id_] = replace(
                    one,
                    past_sides=(*one.past_sides, side),
                    past_tables=(*one.past_tables, table.number),
                )
            points[chance.choice(table.entrants)] += chance.choice((2, 2, 2, 1))
        for id_ in drawn.byes:
            everyone[id_] = replace(everyone[id_], rests=everyone[id_].rests + 1)
            points[id_] += 2


def is_needed(given: DrawInput, drawn: Draw) -> bool:
    """Whether so many rematches have to be: by networkx, whoever a largest matching leaves over."""
    playing = [one.id for one in given.entrants if one.id not in drawn.byes]
    graph = networkx.complete_graph(playing)
    graph.remove_edges_from([(meeting.first_id, meeting.second_id) for meeting in given.meetings])
    largest = networkx.max_weight_matching(graph, maxcardinality=True)
    return len(playing) // 2 - len(largest) == drawn.rematches


def is_cheapest(given: DrawInput, drawn: Draw) -> bool:
    line = Line.from_input(given, (one for one in in_order(given) if one.id not in drawn.byes))
    position = {one.id: at for at, one in enumerate(line.entrants)}
    couples = [sorted((position[table.entrants[0]], position[table.entrants[1]])) for table in drawn.tables]
    pairing = [(i, j) for i, j in couples]
    return can_be_bettered(len(position), penalties(given, line), pairing) is False


@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_what_holds_for_every_turn_of_every_event(batch):
    for seed in batch:
        for given, drawn in event(seed):
            seated = [id_ for table in drawn.tables for id_ in table.entrants]
            resting = [one for one in given.entrants if one.id in drawn.byes]
            assert sorted(seated + [one.id for one in resting]) == sorted(one.id for one in given.entrants)
            assert all(one.rests == min(other.rests for other in given.entrants) for one in resting)
            assert len({table.number for table in drawn.tables}) == len(drawn.tables)
            for one in given.entrants:
                assert abs(one.side_balance) <= 3
                if one.fixed_table and one not in resting:
                    assert one.id in next(
                        table.entrants for table in drawn.tables if table.number == one.fixed_table
                    )
            assert drawn.rematches == 0 or is_needed(given, drawn)
            assert is_cheapest(given, drawn)
        assert draw(given) == drawn
