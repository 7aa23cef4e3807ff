"""Whole evenings, with some leaving: what holds for every turn of every one of them."""

import json
import random
from dataclasses import dataclass, field, replace

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.samples import so_many
from tournaments.core.draws import Draw, DrawInput, Entrant, Meeting, Rematches, draw

EXAMPLES = so_many(100, 20)


@dataclass
class Evening:
    """An evening whose classifica is made up: any order is as good as another."""

    chance: random.Random
    entrants: list[Entrant]
    rematches: Rematches
    shared_places: bool
    turn: int = 0
    meetings: list[Meeting] = field(default_factory=list)

    def next_input(self) -> DrawInput:
        self.turn += 1
        if self.turn > 1 and len(self.entrants) > 2 and self.chance.random() < 0.3:
            self.entrants.remove(self.chance.choice(self.entrants))
        if self.turn > 1:
            best = 12 if self.shared_places else 10**9
            points = {entrant.id: self.chance.randrange(best) for entrant in self.entrants}
            self.entrants = [
                replace(entrant, rank=1 + sum(other > points[entrant.id] for other in points.values()))
                for entrant in self.entrants
            ]
        seed = self.chance.getrandbits(40)
        return DrawInput(self.turn, tuple(self.entrants), tuple(self.meetings), seed, self.rematches)

    def play(self, drawn: Draw) -> None:
        at_a = {table.entrants[0]: table.number for table in drawn.tables}
        at_b = {table.entrants[1]: table.number for table in drawn.tables}
        self.meetings += [Meeting(self.turn, *table.entrants) for table in drawn.tables]
        self.entrants = [
            replace(entrant, rests=entrant.rests + 1)
            if entrant.id in drawn.byes
            else replace(
                entrant,
                past_sides=(*entrant.past_sides, "A" if entrant.id in at_a else "B"),
                past_tables=(*entrant.past_tables, (at_a | at_b)[entrant.id]),
            )
            for entrant in self.entrants
        ]


@st.composite
def evenings(draw_value: st.DrawFn, rematches: Rematches = "avoided", shared_places: bool = True) -> Evening:
    size = draw_value(st.integers(2, 20))
    chance = random.Random(draw_value(st.integers(0, 2**32)))
    ids = chance.sample(range(1, 1000), size)
    entrants = [Entrant(id_, number) for number, id_ in enumerate(ids, 1)]
    return Evening(chance, entrants, rematches, shared_places)


def turns(evening: Evening, count: int = 7) -> list[tuple[DrawInput, Draw]]:
    played = []
    for _ in range(count):
        given = evening.next_input()
        drawn = draw(given)
        evening.play(drawn)
        played.append((given, drawn))
    return played


def fewest_rematches(given: DrawInput, playing: set[int]) -> int:
    """By the largest matching of those who have not met: whoever it leaves over must meet again."""
    graph = networkx.complete_graph(sorted(playing))
    graph.remove_edges_from([(meeting.first_id, meeting.second_id) for meeting in given.meetings])
    return len(playing) // 2 - len(networkx.max_weight_matching(graph, maxcardinality=True))


def least_cost(given: DrawInput, playing: set[int]) -> tuple[int, int, int]:
    """Rematches, their turns and distances of the best draw, by networkx on the full graph."""
    order = sorted((e for e in given.entrants if e.id in playing), key=lambda entrant: entrant.rank or 0)
    last_met = {
        frozenset((m.first_id, m.second_id)): m.turn for m in sorted(given.meetings, key=lambda m: m.turn)
    }
    graph = networkx.Graph()
    for i, one in enumerate(order):
        for j, other in enumerate(order[:i]):
            turn = last_met.get(frozenset((one.id, other.id)), 0)
            graph.add_edge(one.id, other.id, weight=((turn > 0) * 10**4 + turn) * 10**6 + i - j)
    total = sum(graph.edges[couple]["weight"] for couple in networkx.min_weight_matching(graph))
    return total // 10**10, total // 10**6 % 10**4, total % 10**6


@settings(deadline=None, max_examples=EXAMPLES)
@given(evenings())
def test_everyone_plays_once_or_rests(evening):
    for given_, drawn in turns(evening):
        seated = [side for table in drawn.tables for side in table.entrants]
        resting = drawn.byes
        assert sorted([*seated, *resting]) == sorted(entrant.id for entrant in given_.entrants)
        assert len(resting) == len(given_.entrants) % 2


@settings(deadline=None, max_examples=EXAMPLES)
@given(evenings())
def test_there_is_no_rematch_where_none_is_needed(evening):
    for given_, drawn in turns(evening):
        playing = {entrant.id for entrant in given_.entrants} - set(drawn.byes)
        assert drawn.rematches == fewest_rematches(given_, playing)
        met = {frozenset((meeting.first_id, meeting.second_id)) for meeting in given_.meetings}
        assert [table.is_rematch for table in drawn.tables] == [
            frozenset(table.entrants) in met for table in drawn.tables
        ]


@settings(deadline=None, max_examples=EXAMPLES // 2)
@given(evenings(shared_places=False))
def test_an_independent_solver_finds_no_cheaper_draw(evening):
    for given_, drawn in turns(evening):
        playing = {entrant.id for entrant in given_.entrants} - set(drawn.byes)
        met = sum(table.reason.params["turn"] for table in drawn.tables if table.is_rematch)
        assert (drawn.rematches, met, drawn.cost) == least_cost(given_, playing)


@settings(deadline=None, max_examples=EXAMPLES)
@given(evenings(rematches="allowed"))
def test_with_rematches_allowed_everyone_meets_a_neighbour(evening):
    for given_, drawn in turns(evening):
        assert drawn.cost == len(given_.entrants) // 2
        assert all(table.distance == 1 for table in drawn.tables)


@settings(deadline=None, max_examples=EXAMPLES)
@given(evenings())
def test_rests_are_never_two_more_than_another_s_who_was_there_all_evening(evening):
    for given_, drawn in turns(evening):
        fewest = min(entrant.rests for entrant in given_.entrants)
        resting = [entrant for entrant in given_.entrants if entrant.id in drawn.byes]
        assert all(entrant.rests == fewest for entrant in resting)
        last = max((e.rank or 0 for e in given_.entrants if e.rests == fewest), default=0)
        assert all((entrant.rank or 0) == last for entrant in resting)


@settings(deadline=None, max_examples=EXAMPLES)
@given(evenings())
def test_sides_stay_balanced(evening):
    turns(evening, count=8)
    assert all(abs(entrant.side_balance) <= 3 for entrant in evening.entrants)


@settings(deadline=None, max_examples=EXAMPLES)
@given(evenings())
def test_the_better_side_never_gets_what_the_other_has_had_less(evening):
    for given_, drawn in turns(evening):
        balance = {entrant.id: entrant.side_balance for entrant in given_.entrants}
        assert all(balance[table.entrants[0]] <= balance[table.entrants[1]] for table in drawn.tables)


@settings(deadline=None, max_examples=EXAMPLES)
@given(evenings(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_makes_no_difference(evening, chance):
    for given_, drawn in turns(evening, count=4):
        entrants, meetings = list(given_.entrants), list(given_.meetings)
        chance.shuffle(entrants)
        chance.shuffle(meetings)
        assert draw(replace(given_, entrants=tuple(entrants), meetings=tuple(meetings))) == drawn


@settings(deadline=None, max_examples=EXAMPLES)
@given(evenings())
def test_a_stored_input_makes_the_same_draw_again(evening):
    for given_, drawn in turns(evening, count=4):
        stored = DrawInput.from_json(json.loads(json.dumps(given_.as_json())))
        assert stored == given_
        assert draw(stored) == drawn


def test_an_input_stored_before_there_were_wishes_and_sizes_is_still_read():
    now = DrawInput(2, (Entrant(1, 1), Entrant(2, 2)), (Meeting(1, 1, 2),), 5).as_json()
    for key in ("sizes", "wish", "partnerships"):
        del now[key]
    for row in now["entrants"]:
        del row["circle"], row["points"]
    assert DrawInput.from_json(now) == DrawInput(2, (Entrant(1, 1), Entrant(2, 2)), (Meeting(1, 1, 2),), 5)
