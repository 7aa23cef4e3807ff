"""Random events, reckoned again from the results by other means."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.standings import ACCADEMIA, CRITERIA, Ranked, Rest, Result, Rules, standings


@dataclass(frozen=True)
class Event:
    entries: list[Ranked]
    results: list[Result]
    rests: list[Rest]


@st.composite
def events(draw: st.DrawFn, even: bool = False) -> Event:
    """A few turns drawn anyhow, with scores from so few that ties abound."""
    size = draw(st.integers(1, 5)) * 2 + (0 if even else draw(st.integers(0, 1)))
    chance = random.Random(draw(st.integers(0, 2**32)))
    ids = chance.sample(range(1, 500), size)
    scores = draw(st.sampled_from([range(2), range(0, 50, 10), range(940)]))
    results, rests = [], []
    for turn in range(1, draw(st.integers(1, 6)) + 1):
        chance.shuffle(ids)
        for table in range(size // 2):
            one, other = ids[2 * table : 2 * table + 2]
            points = chance.choice(scores), chance.choice(scores)
            results.append(Result(turn, table, ((one,), (other,)), points))
        rests += [Rest(turn, id_) for id_ in ids[size // 2 * 2 :]]
    return Event([Ranked(id_, number) for number, id_ in enumerate(sorted(ids))], results, rests)


def rank(event: Event, criteria=ACCADEMIA):
    return standings(event.entries, event.results, event.rests, Rules(criteria), lots_seed=9)


class Reckoning:
    """The same event by hand: lists of (own points, other's points, other), each sum made when asked for."""

    def __init__(self, event: Event) -> None:
        self.scores: dict[int, list[tuple[int, int, int | None]]] = {entry.id: [] for entry in event.entries}
        for result in event.results:
            (one,), (other,) = result.sides
            self.scores[one].append((*result.points, other))
            self.scores[other].append((*result.points[::-1], one))
        self.rests = Counter(rest.entry for rest in event.rests)
        for rest in event.rests:
            turn = [result for result in event.results if result.turn == rest.turn]
            highest = sum(max(result.points) for result in turn) // len(turn)
            lowest = highest - sum(abs(result.points[0] - result.points[1]) for result in turn) // len(turn)
            self.scores[rest.entry].append((highest, lowest, None))

    def match_points(self, id_: int, among: set[int] | None = None) -> int:
        points = [
            2 if other is None else (own > their) * 2 + (own == their)
            for own, their, other in self.scores[id_]
            if among is None or other in among
        ]
        return sum(points)

    def difference(self, id_: int, among: set[int] | None = None) -> int:
        return sum(own - their for own, their, other in self.scores[id_] if among is None or other in among)

    def scored(self, id_: int) -> int:
        return sum(own for own, _, _ in self.scores[id_])

    def all_met(self, group: set[int]) -> bool:
        return all(group - {id_} <= {other for _, _, other in self.scores[id_]} for id_ in group)


def split(groups: list[set[int]], worth: Callable[[int, set[int]], object]) -> list[set[int]]:
    """Each group cut into those of equal worth, the highest first."""
    parts = []
    for group in groups:
        for value in sorted({worth(id_, group) for id_ in group}, reverse=True):  # type: ignore[type-var]
            parts.append({id_ for id_ in group if worth(id_, group) == value})
    return parts


@settings(deadline=None)
@given(events())
def test_places_are_those_of_a_plain_reckoning(event):
    by_hand = Reckoning(event)
    groups = split([{entry.id for entry in event.entries}], lambda id_, _: by_hand.match_points(id_))
    groups = split(groups, lambda id_, _: by_hand.difference(id_))
    groups = split(groups, lambda id_, _: by_hand.scored(id_))
    groups = split(
        groups,
        lambda id_, group: (
            (by_hand.match_points(id_, group), by_hand.difference(id_, group))
            if by_hand.all_met(group)
            else (0, 0)
        ),
    )
    expected, place = [], 1
    for group in groups:
        expected.append((place, group))
        place += len(group)
    rows = rank(event, ACCADEMIA[:-1])
    found: dict[int, set[int]] = {}
    for row in rows:
        found.setdefault(row.place, set()).add(row.entry)
    assert list(found.items()) == expected
    assert all(row.tied == (len(found[row.place]) > 1) for row in rows)


@settings(deadline=None)
@given(events())
def test_sums_are_those_of_a_plain_reckoning(event):
    by_hand = Reckoning(event)
    for row in rank(event):
        assert row.match_points == by_hand.match_points(row.entry)
        assert row.difference == by_hand.difference(row.entry)
        assert row.scored == by_hand.scored(row.entry)
        assert row.rested == by_hand.rests[row.entry]
        assert row.played == row.won + row.drawn + row.lost == len(by_hand.scores[row.entry]) - row.rested


@settings(deadline=None)
@given(events(even=True))
def test_without_rests_the_differences_cancel_out_and_each_match_gives_two_points(event):
    rows = rank(event)
    assert sum(row.difference for row in rows) == 0
    assert sum(row.match_points for row in rows) == 2 * len(event.results)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)


@settings(deadline=None)
@given(events())
def test_every_row_is_the_sum_of_its_turns(event):
    for row in rank(event):
        assert row.match_points == sum(line.match_points for line in row.per_turn)
        assert (row.scored, row.conceded) == (
            sum(line.scored for line in row.per_turn),
            sum(line.conceded for line in row.per_turn),
        )
        assert row.difference == row.scored - row.conceded


@settings(deadline=None)
@given(events(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_given_makes_no_difference(event, chance):
    shuffled = Event(event.entries[:], event.results[:], event.rests[:])
    for rows in (shuffled.entries, shuffled.results, shuffled.rests):
        chance.shuffle(rows)
    assert rank(shuffled) == rank(event)


@settings(deadline=None)
@given(events())
def test_changing_sides_makes_no_difference_but_to_the_side(event):
    turned = [Result(r.turn, r.table, r.sides[::-1], r.points[::-1]) for r in event.results]
    assert rank(Event(event.entries, turned, event.rests)) == rank(event)


@settings(deadline=None)
@given(events(), st.permutations(list(CRITERIA)), st.integers(1, 5))
def test_what_decided_is_the_first_criterion_that_differs_from_the_next_row(event, order, count):
    criteria = order[:count]
    rows = rank(event, criteria)
    assert rows[-1].decided_by is None
    for row, below in pairwise(rows):
        if row.decided_by is None:
            assert (row.values, row.place) == (below.values, below.place)
        else:
            at = criteria.index(row.decided_by)
            assert row.values[:at] == below.values[:at]
            assert row.values[at] > below.values[at]
