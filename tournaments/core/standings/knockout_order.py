"""The standings of tournaments with groups or a knock-out: by how far an entry came, then by the criteria.

In a knock-out an entry that goes on is ahead of one that is out: the winner, the other finalist, third,
fourth, then the losers of the semi-finals, of the quarter-finals, and so on; the losers of one round are
ordered by the criteria. The last round in which an entry had a table counts. A later correction of a result
changes no tables, so it does not change this order either, except in the last match.

The losers of the semi-finals share the third place where no match is played for it.

With groups, the winners of all groups come first, then all seconds, and so on: entries of different groups
met different opponents, so their points are not comparable.

Entries that left come below all others (`Rules.leavers_last`). One that withdraws from a knock-out is out
like a loser, and keeps the place of a loser.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise

from tournaments.core.standings.ranking import LEFT, Row, first_difference, is_one_block, standings
from tournaments.core.standings.results import Penalty, Ranked, Rest, Result
from tournaments.core.standings.rules import Rules

Reached = tuple[int, ...]
RoundEntry = tuple[int, int]  # round, entry number

#: The reasons for a row to be ahead of the next where no criterion decides.
STAGE, GROUP = "stage", "group"


@dataclass(frozen=True, slots=True)
class Course:
    """The groups and the knock-out of a tournament; empty for formats that only use the criteria."""

    groups: tuple[tuple[int, ...], ...] = ()
    #: The first round of the knock-out.
    final_from: int | None = None
    #: The entries that passed a round without a match, and those that played for third place.
    passing: frozenset[RoundEntry] = frozenset()
    third_place: frozenset[RoundEntry] = frozenset()
    #: The entries that had a table, in every round; `Facts` fills it in.
    seated: frozenset[RoundEntry] = frozenset()
    #: Whether the losers of the semi-finals are both third, because there is no match for third place.
    shares_third: bool = False

    @property
    def has_groups(self) -> bool:
        return len(self.groups) > 1

    @property
    def is_plain(self) -> bool:
        return not self.has_groups and self.final_from is None

    def standings(self, settled: Settled, rules: Rules, lots_seed: int) -> tuple[Row, ...]:
        """The standings of these rounds, each row with its group."""
        settled = self._joined(settled)
        rows = _ranked(settled, rules, lots_seed)
        if self.is_plain:
            return rows
        places = self.group_places(settled, rules, lots_seed)
        reached = {row.number: self._reached(settled, row.number, places) for row in rows}
        return tuple(
            replace(row, group=self.group_of(row.number), group_place=places.get(row.number))
            for row in _by_reached(rows, reached, rules, shares_third=self.shares_third)
        )

    def group_places(self, settled: Settled, rules: Rules, lots_seed: int) -> dict[int, int]:
        """Each entry's final place in its own group, by number; empty unless there are several groups."""
        if not self.has_groups:
            return {}
        played = self._joined(settled)
        if self.final_from is not None:
            played = played.until(self.final_from - 1)
        places: dict[int, int] = {}
        for group in self.groups:
            rows = _ranked(played, rules, lots_seed, frozenset(group))
            places |= {row.number: at for at, row in enumerate(rows, start=1)}
        return places

    def facts(self) -> Iterable[tuple[int, object]]:
        """The facts of the groups and the knock-out as (round, fact)."""
        yield from ((turn, ("passing", number)) for turn, number in self.passing)
        yield from ((turn, ("third place", number)) for turn, number in self.third_place)
        yield from ((turn, ("seated", number)) for turn, number in self.seated)
        if self.shares_third and self.final_from is not None:
            yield self.final_from, "third place shared"

    def group_of(self, number: int) -> int | None:
        """The group of an entry, from 1; None unless there are several groups."""
        if not self.has_groups:
            return None
        return next((at for at, group in enumerate(self.groups, start=1) if number in group), None)

    def _joined(self, settled: Settled) -> Settled:
        """The state with the entries that passed a round added as seated, so that they have a place too."""
        passed = {here for here in self.passing if here[0] <= settled.last_turn}
        return replace(settled, seated=settled.seated | passed)

    def _turns(self, settled: Settled, number: int) -> set[int]:
        """The rounds in which the entry had a table or a bye, or passed."""
        present = self.seated | self.passing
        rested = {rest.turn for rest in settled.rests if rest.entry == number}
        return {turn for turn, entry in present if entry == number} | rested

    def _reached(self, settled: Settled, number: int, places: Mapping[int, int]) -> Reached:
        """How far an entry came: (last knock-out round, not for third place, won, place in its group)."""
        in_group = -places.get(number, len(places))
        if self.final_from is None:
            return (0, 0, 0, in_group)
        last = max(
            (turn for turn in self._turns(settled, number) if self.final_from <= turn <= settled.last_turn),
            default=0,
        )
        if not last:
            return (0, 0, 0, in_group)
        here = (last, number)
        return (last, here not in self.third_place, here in self.passing or _has_won(settled, here), 0)


#: For formats that only use the criteria.
PLAIN = Course()


def _ranked(
    settled: Settled, rules: Rules, lots_seed: int, among: frozenset[int] | None = None
) -> tuple[Row, ...]:
    return standings(
        settled.ranked(rules),
        settled.results,
        settled.rests,
        rules,
        lots_seed,
        settled.penalties,
        among=among,
    )


def _has_won(settled: Settled, here: RoundEntry) -> bool:
    turn, number = here
    for rest in settled.rests:
        if (rest.turn, rest.entry) == here:
            return not rest.forfeited
    for result in settled.results:
        for side, points in zip(result.sides, result.points, strict=True):
            if result.turn == turn and number in side:
                return points == max(result.points) and result.margin > 0
    return False


def _by_reached(
    rows: Sequence[Row], reached: Mapping[int, Reached], rules: Rules, *, shares_third: bool
) -> tuple[Row, ...]:
    """The rows ordered by how far they came; rows that came equally far share a place only if they already
    did.

    Third place is an exception: see `_are_both_third`.
    """

    def standing(row: Row) -> tuple[int, Reached]:
        block = row.block if rules.leavers_last else 0
        return block, tuple(-int(step) for step in reached[row.number])

    ordered = sorted(rows, key=standing)
    level = [
        one.values == other.values and standing(one) == standing(other) for one, other in pairwise(ordered)
    ]
    staying = [row for row in ordered if not standing(row)[0]]
    if shares_third and _are_both_third([reached[row.number] for row in staying]):
        level[2] = True
    place, placed = 1, []
    for at, row in enumerate(ordered):
        above, below = at > 0 and level[at - 1], at + 1 < len(ordered) and level[at]
        place = place if above else at + 1
        is_undecided = below or at + 1 == len(ordered)
        decided = None if is_undecided else _decided(row, ordered[at + 1], reached, rules)
        placed.append(replace(row, place=place, tied=above or below, decided_by=decided))
    return tuple(placed)


def _are_both_third(reached: Sequence[Reached]) -> bool:
    """Whether exactly the third and the fourth came equally far: they lost in the semi-finals.

    Before the semi-finals other numbers of entries come equally far.
    """
    if len(reached) < 4 or not reached[2][0]:
        return False
    others = (reached[1], reached[4]) if len(reached) > 4 else (reached[1],)
    return reached[2] == reached[3] and reached[2] not in others


def _decided(one: Row, other: Row, reached: Mapping[int, Reached], rules: Rules) -> str | None:
    if not is_one_block(one, other, rules):
        return LEFT
    mine, theirs = reached[one.number], reached[other.number]
    if mine != theirs:
        return GROUP if mine[:3] == theirs[:3] else STAGE
    return first_difference(one.values, other.values, rules.criteria)


def initial_digest(rules: Rules, lots_seed: int, course: Course) -> str:
    """The text that the first round's digest includes instead of a previous digest."""
    format_facts = () if course.is_plain else (course.groups, course.final_from)
    return repr((sorted(rules.as_json().items()), lots_seed, *format_facts))


def digest_after(before: str, facts: Iterable[str]) -> str:
    """The digest of a round from the digest of the round before and its own facts, in any order."""
    return sha256("\n".join((before, *sorted(facts))).encode()).hexdigest()


def result_facts(result: Result) -> tuple[object, ...]:
    facts = (result.table, result.sides, result.points, result.assigned, result.lost, result.cappotti)
    # Left out without duplicated deals, so that the digests of all other standings stay.
    return facts if result.swing is None else (*facts, result.swing)


def rest_facts(rest: Rest) -> tuple[object, ...]:
    return "rest", rest.entry, rest.forfeited


def penalty_facts(penalty: Penalty) -> tuple[object, ...]:
    return "penalty", penalty.entry, penalty.points, penalty.victory_points


@dataclass(frozen=True)
class Settled:
    """Everything that standings depend on: entries and their first round, results, byes, penalties."""

    seated: frozenset[RoundEntry]  # each entry with its first round
    results: tuple[Result, ...]
    rests: tuple[Rest, ...]
    penalties: tuple[Penalty, ...]
    course: Course = PLAIN
    #: The entries that had withdrawn without finishing the round, in every round, even if the referee then
    #: assigned them a score; those expelled in it.
    withdrawn: frozenset[RoundEntry] = frozenset()
    expelled: frozenset[RoundEntry] = frozenset()

    def until(self, turn: int) -> Settled:
        """The state right after that round."""
        return Settled(
            frozenset(seat for seat in self.seated if seat[0] <= turn),
            tuple(result for result in self.results if result.turn <= turn),
            tuple(rest for rest in self.rests if rest.turn <= turn),
            tuple(penalty for penalty in self.penalties if penalty.turn <= turn),
            self.course,
            frozenset(left for left in self.withdrawn if left[0] <= turn),
            frozenset(left for left in self.expelled if left[0] <= turn),
        )

    @property
    def last_turn(self) -> int:
        """The newest round; 0 before the first."""
        turns = (each.turn for rows in (self.results, self.rests) for each in rows)
        return max((*turns, *(turn for turn, _number in self.seated)), default=0)

    def without_rests_of(self, turn: int) -> Settled:
        """A copy without the byes of that round; the entries keep a place."""
        resting = frozenset((rest.turn, rest.entry) for rest in self.rests if rest.turn == turn)
        rests = tuple(rest for rest in self.rests if rest.turn != turn)
        return replace(self, seated=self.seated | resting, rests=rests)

    def finished(self, turn: int) -> set[int]:
        """The entries that played that round to its end, or have a bye or an assigned score."""
        played = {number for result in self.results if result.turn == turn for number in result.entries}
        return played | {rest.entry for rest in self.rests if rest.turn == turn and not rest.forfeited}

    def ranked(self, rules: Rules) -> list[Ranked]:
        """The entries that have a place; one that entered after these rounds has none yet.

        Entries that left are marked if the rules count it: withdrawn ones by the last round, because they may
        return.
        """
        numbers = {number for _turn, number in self.seated} | {rest.entry for rest in self.rests}
        if not rules.leavers_last:
            return [Ranked(number, number) for number in sorted(numbers)]
        last, expelled = self.last_turn, {number for _turn, number in self.expelled}
        left = {number for turn, number in self.withdrawn if turn == last} - self.finished(last) | expelled
        return [Ranked(number, number, number in left, number in expelled) for number in sorted(numbers)]

    def standings(self, rules: Rules, lots_seed: int) -> tuple[Row, ...]:
        """The standings of these rounds."""
        return self.course.standings(self, rules, lots_seed)

    def digests(self, turns: Iterable[int], rules: Rules, lots_seed: int) -> dict[int, str]:
        """For each round, a digest of everything on which its standings depend.

        It is equal for equal facts and rules. Each digest includes the one before, so that a change in a
        round changes the digests of all later rounds.
        """
        facts: dict[int, list[object]] = {}
        for turn, fact in self.facts(rules):
            facts.setdefault(turn, []).append(fact)
        digests, before = {}, initial_digest(rules, lots_seed, self.course)
        for turn in sorted(turns):
            digests[turn] = before = digest_after(before, map(repr, facts.get(turn, ())))
        return digests

    def facts(self, rules: Rules) -> Iterable[tuple[int, object]]:
        """The facts of the digests as (round, fact)."""
        yield from self.seated
        if rules.leavers_last:
            yield from ((turn, ("withdrawn", number)) for turn, number in self.withdrawn)
            yield from ((turn, ("expelled", number)) for turn, number in self.expelled)
        for result in self.results:
            yield result.turn, result_facts(result)
        for rest in self.rests:
            yield rest.turn, rest_facts(rest)
        for penalty in self.penalties:
            yield penalty.turn, penalty_facts(penalty)
        yield from self.course.facts()
