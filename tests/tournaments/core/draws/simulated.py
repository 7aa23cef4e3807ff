"""Whole events of any movement with people who leave and come back, drawn as an evening draws them.

`make simulate` plays all there are; the suite itself a sample of them, the same ones every time.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

from tests.samples import so_many
from tournaments.core.draws import Draw, DrawImpossible, DrawInput, Entrant, Meeting, Movement, Win, drawn
from tournaments.core.draws.inputs import SIDES
from tournaments.core.draws.movements import begun_by, final_from, groups_of, proper_turns
from tournaments.core.draws.schedules import most_turns

LEAVES, RETURNS = 0.04, 0.5
LARGE_EVERY = 80  # of so many events one is large: what it takes to prove grows with the third power
OVER = {
    "too-few-entrants",
    "already-decided",
    "too-few-finalists",
    "empty-team",
}  # nobody is left to play against


def batches(whole: int, sample: int, batch: int) -> list[range]:
    """The seeds to play, so many at a time: all of the whole, or the first ones of it."""
    count = so_many(whole, sample)
    return [range(start, min(start + batch, count)) for start in range(0, count, batch)]


@dataclass
class Event:
    """One event: `turns` draws it to its end, and what has been played so far stays to be looked at."""

    movement: Movement
    size: int
    last: int
    chance: random.Random
    leavers: bool
    sizes: tuple[int, ...] = (2,)
    met: list[Meeting] = field(default_factory=list)
    partners: list[Meeting] = field(default_factory=list)
    wins: list[Win] = field(default_factory=list)
    points: Counter[int] = field(default_factory=Counter)
    away: list[int] = field(default_factory=list)
    started: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        order = self.chance.sample(range(1, self.size + 1), self.size)
        self.everyone = {id_: Entrant(id_, id_, circle=self.chance.randint(1, 4)) for id_ in order}

    def turns(self) -> Iterator[tuple[DrawInput, Draw]]:
        """Every turn's input and draw; ends early where nobody is left to play."""
        for turn in range(1, self.last + 1):
            if turn > 1 and self.leavers:
                self._come_and_go()
            given = self._given(turn)
            try:
                made = drawn(self.movement, given)
            except DrawImpossible as refusal:
                if refusal.code not in OVER:
                    raise
                return
            self.started = self.started or begun_by(self.movement, given)
            yield given, made
            self._play(turn, made)

    def _come_and_go(self) -> None:
        if self.movement.kind not in ("knockout", "groups-final"):
            self.away = [id_ for id_ in self.away if self.chance.random() > RETURNS]
        here = [id_ for id_ in self.everyone if id_ not in self.away]
        self.away += [id_ for id_ in here if self.chance.random() < LEAVES]

    def _given(self, turn: int) -> DrawInput:
        here = [one for id_, one in self.everyone.items() if id_ not in self.away]
        order = sorted((self.points[id_] for id_ in self.everyone), reverse=True)
        if turn > 1:
            here = [
                replace(one, rank=order.index(self.points[one.id]) + 1, points=self.points[one.id])
                for one in here
            ]
        return DrawInput(
            turn,
            tuple(here),
            tuple(self.met),
            self.chance.getrandbits(40),
            sizes=self.sizes,
            wish="circles-apart" if turn == 1 and self.size % 2 else "",
            partnerships=tuple(self.partners),
            started=self.started,
            wins=tuple(self.wins),
            gone=tuple(self.away) if self.movement.is_decided_by_winning else (),
            group_orders=self._group_orders(turn),
            teams=self._teams(),
        )

    def _teams(self) -> tuple[tuple[int, ...], ...]:
        """Two teams, of unequal size in every other event."""
        if self.movement.kind != "challenge":
            return ()
        first = max(1, self.size // 2 - self.size % 2)
        return tuple(range(1, first + 1)), tuple(range(first + 1, self.size + 1))

    def _group_orders(self, turn: int) -> tuple[tuple[int, ...], ...]:
        from_turn = final_from(self.movement, self.size)
        if self.movement.kind != "groups-final" or from_turn is None or turn < from_turn:
            return ()
        if turn == from_turn:
            groups = groups_of(self.movement, self.started)
            self.orders = tuple(
                tuple(sorted(group, key=lambda id_: (-self.points[id_], id_))) for group in groups
            )
            self.orders = tuple(tuple(i for i in order if i not in self.away) for order in self.orders)
        return self.orders

    def _play(self, turn: int, made: Draw) -> None:
        for table in made.tables:
            sides = table.sides
            for one, other in combinations(sides, 2):
                self.met += [Meeting(turn, a, b) for a in one for b in other]
            self.partners += [Meeting(turn, side[0], side[1]) for side in sides if len(side) == 2]
            winners, *others = self.chance.sample(sides, len(sides))
            self.wins += [Win(turn, winners[0], losers[0]) for losers in others]
            self.points.update(dict.fromkeys(winners, 2))
            for side, name in zip(sides, SIDES, strict=False):
                for id_ in side:
                    one = self.everyone[id_]
                    tables = (*one.past_tables, table.number)
                    self.everyone[id_] = replace(one, past_sides=(*one.past_sides, name), past_tables=tables)
        if not self.movement.is_closed:
            for id_ in self.away:
                self.everyone[id_] = replace(self.everyone[id_], missed=self.everyone[id_].missed + 1)
        for id_ in made.byes:
            self.everyone[id_] = replace(self.everyone[id_], rests=self.everyone[id_].rests + 1)
            self.points[id_] += 2


def an_event(kind: str, seed: int, *, leavers: bool = True, size: int = 0, most: int = 9) -> Event:
    """An event of ``size`` entries, or of 4 to 200, most of them small; its settings by lot."""
    chance = random.Random(f"{kind}{seed}")
    size = size or _size(kind, seed, chance)
    movement = _settings(kind, size, chance)
    last = proper_turns(movement, size) or (movement.turns if kind == "mitchell" else chance.randint(2, 6))
    sizes = {"rotation": (4,), "larger": chance.choice([(3,), (4, 3), (4, 3, 5, 6)])}.get(kind, (2,))
    return Event(movement, size, min(last, most), chance, leavers, sizes)


def _size(kind: str, seed: int, chance: random.Random) -> int:
    if kind in ("larger", "rotation"):
        return chance.randint(4, 17) if seed % LARGE_EVERY else chance.randint(30, 60)
    return chance.randint(4, 24) if seed % LARGE_EVERY else chance.randint(40, 200)


def _settings(kind: str, size: int, chance: random.Random) -> Movement:
    movement = Movement(kind)  # type: ignore[arg-type]
    if kind in ("girone", "groups-final"):
        groups = chance.randint(1 if kind == "girone" else 2, max(2, min(6, size // 4)) if size >= 4 else 1)
        groups = min(groups, size // 2)
        return replace(
            movement, groups=groups, is_double=chance.random() < 0.2, qualifiers=chance.randint(1, 2)
        )
    if kind == "mitchell":
        sections = 2 if size > 16 and chance.random() < 0.4 else 1
        even_way = chance.choice(["skip", "share-and-relay"])
        movement = replace(movement, sections=sections, even_way=even_way)
        return replace(movement, turns=max(1, min(5, most_turns(size // sections, even_way))))
    return replace(movement, third_place=chance.random() < 0.7)
