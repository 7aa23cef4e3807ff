"""Hundreds of evenings with everything that happens in one, ranked here and reckoned again on paper."""

import random
from dataclasses import replace

import pytest

from tests.tournaments.core.standings.plain_standings import Scene, Table, places
from tournaments.core.lots import lot
from tournaments.core.standings import (
    CRITERIA,
    OF_BOARDS,
    ByePolicy,
    Facts,
    Played,
    Rules,
    RulingInForce,
    Scale,
    Seated,
    VictoryTable,
)
from tournaments.core.standings import Rest as Rested
from tournaments.core.standings.stored_standings import new_standings
from tournaments.core.standings.tallies import LARGEST_LOT

SEED = 41
DIGESTS_OF_EVENING_12 = [(1, "395e830a60aa0a7f"), (2, "c9d095b4fcb08f96"), (3, "244893e085054103")]
#: Without those that compare boards: `results/boards/test_comparing.py` counts them by hand.
ON_PAPER = [key for key in CRITERIA if key not in OF_BOARDS]
FIGURES = [key for key in ON_PAPER if CRITERIA[key].has_figures]


class Evening:
    """An evening as the database would have it, and the same on paper."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        self.size = chance.choice([2, 2, 2, 3, 4])  # sides at a table
        self.individual = self.size == 2 and chance.random() < 0.2  # two entries a side, new partners
        self.fewest = self.size > 2 and chance.random() < 0.5
        self.scores = chance.choice([range(3), range(0, 60, 20), range(940)])
        self.rules = Rules(
            criteria=tuple(self._criteria()),
            scale=chance.choice(list(Scale)),
            table=VictoryTable(tuple(sorted(chance.sample(range(1, 400), chance.randint(1, 10))))),
            bye=chance.choice(list(ByePolicy)),
            leavers_last=False,
        )
        self.seats: list[Seated] = []
        self.played: list[Played] = []
        self.rests: list[Rested] = []
        self.given: list[RulingInForce] = []
        self.tables: list[Table] = []
        self.forfeits: list[tuple[int, int]] = []
        self.points_off: list[tuple[int, int, int]] = []
        self.victory_off: list[tuple[int, int, int]] = []
        self._play()

    def _criteria(self) -> list[str]:
        return self.chance.sample([*ON_PAPER], self.chance.randint(1, len(ON_PAPER)))

    def _play(self) -> None:
        here = list(range(1, self.chance.randint(2, 14) + 1))
        match = 0
        for turn in range(1, self.chance.randint(1, 6) + 1):
            if turn > 1 and len(here) > 3 and self.chance.random() < 0.3:
                here.remove(self.chance.choice(here))  # goes home; its results stand
            if turn == 2 and self.chance.random() < 0.3:
                here.append(max(here) + 10)  # comes late
            waiting = here[:]
            self.chance.shuffle(waiting)
            seats = self.size * (2 if self.individual else 1)
            while len(waiting) >= seats:
                match += 1
                sitting, waiting = waiting[:seats], waiting[seats:]
                each = 2 if self.individual else 1
                self._table(turn, match, [sitting[at : at + each] for at in range(0, seats, each)])
            self.rests += [Rested(turn, number) for number in waiting]
            self._punish(turn, here)

    def _table(self, turn: int, match: int, sides: list[list[int]]) -> None:
        letters = "ABCD"[: len(sides)]
        self.seats += [
            Seated(turn, match, letter, number)
            for letter, side in zip(letters, sides, strict=True)
            for number in side
        ]
        points = [self.chance.choice(self.scores) for _side in sides]
        ending = self.chance.random()
        table = match  # numbers of tables are of no account here
        sign = -1 if self.fewest else 1
        if ending < 0.1:
            self._forfeit(turn, match, table, sides)
        elif ending < 0.2:
            assigned = dict(zip(letters, points, strict=True))
            self._result(turn, match, table, sides, [self.chance.choice(self.scores) for _ in sides])
            self.given.append(
                RulingInForce("assigned", turn, sides[0][0], table, match, "A", assigned=assigned)
            )
            self.tables[-1] = Table(turn, sides, [sign * each for each in points])
        elif ending < 0.25:
            # A pair has left before the end: nothing counts, who stays has the rest.
            self.rests += [Rested(turn, number) for side in sides[1:] for number in side]
        else:
            self._result(turn, match, table, sides, points)

    def _result(self, turn: int, match: int, table: int, sides: list[list[int]], points: list[int]) -> None:
        letters = "ABCD"[: len(sides)]
        lost = [self.chance.random() < 0.5 for _side in sides] if self.fewest else None
        if lost is not None and not any(lost):
            lost = None
        cappotti = [self.chance.choice((0, 0, 1, 2)) for _side in sides] if self.chance.random() < 0.3 else []
        self.played.append(
            Played(
                turn,
                table,
                match,
                dict(zip(letters, points, strict=True)),
                tuple(letter for letter, out in zip(letters, lost or [], strict=False) if out),
                {letter: made for letter, made in zip(letters, cappotti, strict=False) if made},
            )
        )
        sign = -1 if self.fewest else 1
        self.tables.append(Table(turn, sides, [sign * each for each in points], lost, cappotti))

    def _forfeit(self, turn: int, match: int, table: int, sides: list[list[int]]) -> None:
        if self.chance.random() < 0.5:
            self._result(turn, match, table, sides, [self.chance.choice(self.scores) for _ in sides])
            self.tables.pop()  # played, and then decided otherwise
        lost = self.chance.randrange(len(sides))
        effect = self.chance.choice(["forfeit", "expulsion"])
        self.given.append(RulingInForce(effect, turn, sides[lost][0], table, match, "ABCD"[lost]))
        # Who is put out goes alone: the partner of an individual rotation has lost nothing.
        out = sides[lost] if effect == "forfeit" else sides[lost][:1]
        self.forfeits += [(turn, number) for number in out]
        self.paper_rests = getattr(self, "paper_rests", [])
        self.paper_rests += [(turn, n) for side in sides for n in side if n not in out]

    def _punish(self, turn: int, here: list[int]) -> None:
        if self.chance.random() < 0.3:
            who, points = self.chance.choice(here), self.chance.choice([5, 20, 50])
            self.given.append(RulingInForce("points-off", turn, who, points=points))
            self.points_off.append((turn, who, points))
        if self.chance.random() < 0.3:
            who, points = self.chance.choice(here), self.chance.choice([1, 3])
            self.given.append(RulingInForce("victory-points-off", turn, who, points=points))
            self.victory_off.append((turn, who, points))
        if self.chance.random() < 0.2:
            who = self.chance.choice(here)
            self.given += [RulingInForce("warning", turn, who, points=30)] * 2
            self.points_off.append((turn, who, 30))

    def facts(self) -> Facts:
        return Facts(tuple(self.seats), tuple(self.played), tuple(self.rests), tuple(self.given), self.fewest)

    def scene(self) -> Scene:
        everybody = {seat.entry for seat in self.seats} | {rest.entry for rest in self.rests}
        return Scene(
            self.tables,
            [*((rest.turn, rest.entry) for rest in self.rests), *getattr(self, "paper_rests", [])],
            self.forfeits,
            self.points_off,
            self.victory_off,
            sorted(everybody),
            int(str(self.rules.scale)[0]),
            list(self.rules.table.thresholds),
            str(self.rules.bye),
        )


@pytest.mark.parametrize("start", range(0, 600, 60))
def test_places_and_ties_are_those_on_paper(start: int) -> None:
    for seed in range(start, start + 60):
        evening = Evening(seed)
        scene = evening.scene()
        lots = {who: lot(SEED, "ranking", who) % LARGEST_LOT for who in scene.everybody}
        rows = evening.facts().settled().standings(evening.rules, SEED)
        found = {row.number: (row.place, row.tied) for row in rows}
        assert found == places(scene, list(evening.rules.criteria), lots), seed


def test_leavers_are_below_in_the_order_that_they_have_among_the_others() -> None:
    for seed in range(120):
        evening = Evening(seed)
        facts = evening.facts()
        left = frozenset((facts.last_turn, seat.entry) for seat in evening.seats if seat.entry % 3 == 0)
        settled = replace(facts, withdrawn=left).settled()
        below = settled.standings(replace(evening.rules, leavers_last=True), SEED)
        block = {row.number: row.block for row in below}
        in_place = settled.standings(evening.rules, SEED)
        assert [row.number for row in below] == sorted(
            (row.number for row in in_place), key=lambda number: block[number]
        )
        assert {row.number for row in below if row.expelled} == {number for _turn, number in settled.expelled}


@pytest.mark.parametrize("start", range(0, 300, 60))
def test_every_figure_is_the_one_on_paper(start: int) -> None:
    for seed in range(start, start + 60):
        evening = Evening(seed)
        rules = replace(evening.rules, criteria=tuple(FIGURES))
        scene = evening.scene()
        for row in evening.facts().settled().standings(rules, SEED):
            paper = [getattr(scene, key)(row.number) for key in FIGURES]
            assert (seed, list(row.values)) == (seed, paper)


def test_the_evenings_have_everything_in_them() -> None:
    """A comparison of evenings in which nothing happens would prove nothing."""
    evenings = [Evening(seed) for seed in range(600)]
    assert {key for each in evenings for key in each.rules.criteria} == set(ON_PAPER)
    assert {each.rules.bye for each in evenings} == set(ByePolicy)
    assert {each.rules.scale for each in evenings} == set(Scale)
    effects = {given.effect for each in evenings for given in each.given}
    assert effects == {"forfeit", "expulsion", "assigned", "points-off", "victory-points-off", "warning"}
    assert any(played.losers for each in evenings for played in each.played)
    assert any(played.cappotti for each in evenings for played in each.played)
    rows = [each.facts().settled().standings(each.rules, SEED) for each in evenings]
    decided = {row.decided_by for each in rows for row in each}
    assert decided >= set(ON_PAPER) - {"shared_place"}
    assert any(row.tied for each in rows for row in each)


def test_the_digests_are_those_of_databases_stored_before() -> None:
    evening = Evening(12)
    made = new_standings(evening.facts(), evening.rules, SEED, {})
    assert [(each.turn, each.digest[:16]) for each in made] == DIGESTS_OF_EVENING_12


@pytest.mark.parametrize("seed", range(20))
def test_only_rounds_with_another_digest_are_made_again(seed: int) -> None:
    evening = Evening(seed)
    made = new_standings(evening.facts(), evening.rules, SEED, {})
    assert [each.turn for each in made] == evening.facts().turns
    stored = {each.turn: each.digest for each in made}
    assert new_standings(evening.facts(), evening.rules, SEED, stored) == []
    last = made[-1].turn
    assert new_standings(evening.facts(), evening.rules, SEED, {**stored, last: "other"}) == made[-1:]
