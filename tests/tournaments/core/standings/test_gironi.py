"""The classifica of a girone, from the stored rows of the evening, is that of its turns played alone."""

import json
import random

import pytest

from tests.tournaments.core.standings.plain_standings import Scene, Table, places
from tournaments.core.draws.schedules import round_robin_schedule, serpentine
from tournaments.core.lots import lot
from tournaments.core.standings import (
    CRITERIA,
    OF_BOARDS,
    PRESETS,
    ByePolicy,
    Course,
    Facts,
    Played,
    Row,
    Rules,
    RulingInForce,
    Scale,
    Seated,
    VictoryTable,
    standings,
    standings_by_group,
)
from tournaments.core.standings import Rest as Rested
from tournaments.core.standings.stored_standings import row_from, stored_rows
from tournaments.core.standings.tallies import LARGEST_LOT

SEED = 58
#: Without those that compare boards: `results/boards/test_comparing.py` counts them by hand.
ON_PAPER = [key for key in CRITERIA if key not in OF_BOARDS]
FIGURES = [key for key in ON_PAPER if CRITERIA[key].has_figures]


class Evening:
    """Gironi and a final, with all that happens in an evening; the gironi once more on paper."""

    def __init__(self, seed: int, rules: Rules | None = None) -> None:
        self.chance = chance = random.Random(seed)
        numbers = list(range(1, chance.randint(6, 15) + 1))
        chance.shuffle(numbers)
        self.groups = serpentine(numbers, chance.randint(2, max(2, len(numbers) // 4)))
        self.rules = rules or self._rules()
        self.scores = chance.choice([range(3), range(0, 60, 20), range(940)])
        self.seats: list[Seated] = []
        self.played: list[Played] = []
        self.rests: list[Rested] = []
        self.given: list[RulingInForce] = []
        self.paper = Scene(
            [], [], [], [], [], [], int(str(self.rules.scale)[0]),
            list(self.rules.table.thresholds), str(self.rules.bye),
        )  # fmt: skip
        self.turns = self._gironi()
        self.final_turns = 0 if chance.random() < 0.2 else 2
        self._final()

    def _rules(self) -> Rules:
        chance = self.chance
        own = tuple(chance.sample([*ON_PAPER], chance.randint(1, len(ON_PAPER))))
        return Rules(
            chance.choice([*PRESETS.values(), own]),
            chance.choice(list(Scale)),
            VictoryTable(tuple(sorted(chance.sample(range(1, 400), chance.randint(1, 10))))),
            chance.choice(list(ByePolicy)),
        )

    def _gironi(self) -> int:
        schedule = round_robin_schedule(self.groups, 1)
        gone: set[int] = set()
        for turn, tables in enumerate(schedule, start=1):
            if turn > 1 and self.chance.random() < 0.3:
                gone.add(self.chance.randrange(1, sum(map(len, self.groups)) + 1))  # goes home
            for meeting in tables.meets:
                here = [each for each in meeting if each not in gone]
                if len(here) == 2:
                    self._table(turn, *meeting)
                else:
                    self._rest(turn, *here)
            self._rest(turn, *(each for each in tables.rests if each not in gone))
            self._punish(turn, in_the_girone=True)
        return len(schedule)

    def _rest(self, turn: int, *numbers: int) -> None:
        self.rests += [Rested(turn, number) for number in numbers]
        self.paper.rests += [(turn, number) for number in numbers]

    def _table(self, turn: int, first: int, second: int) -> None:
        match = len(self.played) + len(self.given) + 1000 * turn
        self.seats += [Seated(turn, match, "A", first), Seated(turn, match, "B", second)]
        points = [self.chance.choice(self.scores) for _side in "AB"]
        cappotti = [self.chance.choice((0, 0, 1)) for _side in "AB"]
        ending = self.chance.random()
        if ending < 0.1:
            lost = self.chance.choice((first, second))
            self.given.append(
                RulingInForce("forfeit", turn, lost, match, match, "A" if lost == first else "B")
            )
            self.paper.forfeits.append((turn, lost))
            self.paper.rests.append((turn, second if lost == first else first))
        elif ending < 0.2:
            assigned = dict(zip("AB", points, strict=True))
            self.given.append(RulingInForce("assigned", turn, first, match, match, "A", assigned=assigned))
            self.paper.tables.append(Table(turn, [[first], [second]], points))
        else:
            told = dict(zip("AB", points, strict=True))
            made = dict(zip("AB", cappotti, strict=True))
            self.played.append(Played(turn, match, match, told, cappotti=made))
            self.paper.tables.append(Table(turn, [[first], [second]], points, cappotti=cappotti))

    def _punish(self, turn: int, *, in_the_girone: bool) -> None:
        for effect, taken in (("points-off", 30), ("victory-points-off", 3)):
            if self.chance.random() < 0.4:
                who = self.chance.choice(self.groups[0])
                self.given.append(RulingInForce(effect, turn, who, points=taken))
                if in_the_girone:
                    off = self.paper.points_off if effect == "points-off" else self.paper.victory_points_off
                    off.append((turn, who, taken))

    def _final(self) -> None:
        """Whoever plays in it: the girone must know nothing of it."""
        if not self.final_turns:
            return
        first, second = self.turns + 1, self.turns + 2
        best = [group[at] for at in (0, 1) for group in self.groups[:2]]
        for turn, pairs in ((first, ((0, 3), (1, 2))), (second, ((0, 1), (2, 3)))):
            for one, other in pairs:
                match = 100 * turn + one
                self.seats += [Seated(turn, match, "A", best[one]), Seated(turn, match, "B", best[other])]
                won = {"A": self.chance.randrange(500, 900), "B": self.chance.randrange(400)}
                self.played.append(Played(turn, match, match, won))
            self._punish(turn, in_the_girone=False)

    def facts(self) -> Facts:
        course = Course(self.groups, self.turns + 1 if self.final_turns else None)
        return Facts(
            tuple(self.seats), tuple(self.played), tuple(self.rests), tuple(self.given), course=course
        )

    def told(self) -> dict[int, tuple[Row, ...]]:
        """The classifiche of the gironi from the evening's, stored and read again."""
        rows = stored_rows(self.facts().settled().standings(self.rules, SEED), self.rules)
        stored = json.loads(json.dumps(rows))
        return standings_by_group(
            map(row_from, stored), self.rules, SEED, self.turns if self.final_turns else None
        )

    def alone(self, group: tuple[int, ...]) -> tuple[Row, ...]:
        """The classifica of a girone as if no turn had followed its own."""
        known = self.facts().settled().until(self.turns)
        return standings(
            known.ranked(self.rules),
            known.results,
            known.rests,
            self.rules,
            SEED,
            known.penalties,
            among=set(group),
        )


@pytest.mark.parametrize("start", range(0, 240, 60))
def test_every_line_of_a_girone_is_that_of_its_own_turns(start: int) -> None:
    for seed in range(start, start + 60):
        evening = Evening(seed)
        told = evening.told()
        assert sorted(told) == list(range(1, len(evening.groups) + 1))
        for group, rows in told.items():
            alone, rules = evening.alone(evening.groups[group - 1]), evening.rules
            assert stored_rows(rows, rules) == stored_rows(alone, rules), (seed, group)


@pytest.mark.parametrize("start", range(0, 240, 60))
def test_places_and_ties_in_a_girone_are_those_on_paper(start: int) -> None:
    for seed in range(start, start + 60):
        evening = Evening(seed)
        for group, rows in evening.told().items():
            paper = evening.paper
            paper.everybody = sorted(row.number for row in rows)
            assert set(paper.everybody) <= set(evening.groups[group - 1])
            lots = {who: lot(SEED, "ranking", who) % LARGEST_LOT for who in paper.everybody}
            on_paper = places(paper, list(evening.rules.criteria), lots)
            assert {row.number: (row.place, row.tied) for row in rows} == on_paper, (seed, group)


@pytest.mark.parametrize("bye", list(ByePolicy))
def test_every_figure_of_a_girone_is_the_one_on_paper(bye: ByePolicy) -> None:
    for seed in range(40):
        evening = Evening(seed, Rules(tuple(FIGURES), Scale.THREE, VictoryTable((40, 90, 300)), bye))
        for rows in evening.told().values():
            for row in rows:
                on_paper = [getattr(evening.paper, key)(row.number) for key in FIGURES]
                assert (seed, row.number, list(row.values)) == (seed, row.number, on_paper)


def test_the_evenings_have_everything_in_them() -> None:
    """A comparison of evenings in which nothing happens would prove nothing."""
    evenings = [Evening(seed) for seed in range(240)]
    assert {each.rules.bye for each in evenings} == set(ByePolicy)
    assert {tuple(each.rules.criteria) for each in evenings} >= set(PRESETS.values())
    assert {key for each in evenings for key in each.rules.criteria} == set(ON_PAPER)
    assert {len(each.groups) for each in evenings} == {2, 3}
    assert {each.final_turns for each in evenings} == {0, 2}
    effects = {(given.effect, given.turn > each.turns) for each in evenings for given in each.given}
    assert effects >= {(off, late) for off in ("points-off", "victory-points-off") for late in (True, False)}
    assert effects >= {("forfeit", False), ("assigned", False)}
    rows = [row for each in evenings for rows in each.told().values() for row in rows]
    assert any(row.tied for row in rows)
    assert any(row.rested for row in rows)
    # The final would change what is told, were it not left out.
    assert any(
        row.match_points != whole.match_points
        for each in evenings
        for whole in each.facts().settled().standings(each.rules, SEED)
        for rows in each.told().values()
        for row in rows
        if row.number == whole.number
    )


def test_one_who_met_a_pair_of_another_girone_is_counted_all_the_same() -> None:
    """The Giuria may move a pair by hand: the strength of whom it met is still that of whom it met."""
    course = Course(((1, 2), (3, 4)))
    seats = [Seated(1, 1, "A", 1), Seated(1, 1, "B", 3), Seated(1, 2, "A", 2), Seated(1, 2, "B", 4)]
    played = [Played(1, at, at, {"A": 100, "B": 50}) for at in (1, 2)]
    rules = Rules(("match_points", "opponents_strength", "point_difference"))
    known = Facts(tuple(seats), tuple(played), (), (), course=course).settled()
    told = standings_by_group(known.standings(rules, SEED), rules, SEED)
    assert [[(row.number, row.place, row.tied) for row in rows] for rows in told.values()] == [
        [(1, 1, True), (2, 1, True)],
        [(3, 1, True), (4, 1, True)],
    ]
    assert [row.values for row in told[2]] == [(0, 2, -50), (0, 2, -50)]


def test_where_there_are_no_gironi_there_is_nothing() -> None:
    evening = Evening(1)
    rows = standings(
        evening.facts().settled().ranked(evening.rules),
        evening.facts().settled().results,
        (),
        evening.rules,
        SEED,
    )
    assert standings_by_group(rows, evening.rules, SEED) == {}
