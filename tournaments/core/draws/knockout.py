"""Knock-out: a bracket by seed, byes to the best, an optional third-place match, finalists from groups."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from tournaments.core.draws.inputs import DrawImpossible
from tournaments.core.draws.schedules import Meet

Result = tuple[int, int]  # winner, loser
Slot = int | None
Pair = tuple[Slot, Slot]


@dataclass(frozen=True, slots=True)
class Stage:
    """The next round of a knock-out: its matches, the entrants that go through without one, and the podium.

    ``byes`` go through without an opponent: the place in the bracket was empty, or the opponent left before
    the match. ``left`` is the number of entrants still in: 8 in the quarter-finals, 2 in the final. The match
    for third place belongs to the same round as the final. ``podium`` holds the first, the second and, where
    played, the third and fourth, as far as they are known; once it names the first, nothing is left to play.
    """

    left: int
    matches: tuple[Meet, ...]
    third_place: Meet | None
    byes: tuple[int, ...]
    podium: tuple[int | None, ...]


def bracket(entries: int) -> tuple[int | None, ...]:
    """The seeds down the bracket, None for a bye: 1 and 2 can meet only in the final, 1 to 4 not before the
    semi-finals, and so on; byes are given to the best.

    >>> bracket(6)
    (1, None, 4, 5, 2, None, 3, 6)
    """
    seeds = [1]
    while len(seeds) < entries:
        size = 2 * len(seeds)
        seeds = [one for seed in seeds for one in (seed, size + 1 - seed)]
    return tuple(seed if seed <= entries else None for seed in seeds)


def knockout_turns(entries: int) -> int:
    """The number of rounds of a knock-out of that many entries."""
    return (entries - 1).bit_length()


def next_stage(
    seeds: Sequence[int],
    results: Collection[Result],
    *,
    third_place: bool = True,
    gone: Sequence[int] = (),
) -> Stage:
    """The next round of a knock-out, from the ids in seed order and the results so far.

    ``gone`` are the ids of the entrants who left, in order: they lose their unplayed matches. When both
    entrants of a match have left, the first to leave loses.

    Raises `DrawImpossible` ``too-few-entrants`` for fewer than two.
    """
    if len(seeds) < 2:
        raise DrawImpossible("too-few-entrants", entrants=len(seeds), least=2)
    facts = MatchFacts(frozenset(results), {id_: at for at, id_ in enumerate(gone)})
    slots: list[Slot] = [None if seed is None else seeds[seed - 1] for seed in bracket(len(seeds))]
    losers: list[Slot] = []
    while len(slots) > 2:
        pairs = _pairs(slots)
        if any(facts.is_open(pair) for pair in pairs):
            return _stage(slots, facts)
        slots, losers = [facts.winner(pair) for pair in pairs], [facts.loser(pair) for pair in pairs]
    return _final(_pairs(slots)[0], _pairs(losers)[0] if third_place and losers else (None, None), facts)


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """Decides matches: by a result, by a bye, or because one of the two has left."""

    results: frozenset[Result]
    gone: Mapping[int, int]  # the order in which entrants left, by id, from 0

    def is_played(self, pair: Pair) -> bool:
        return pair in self.results or pair[::-1] in self.results

    def is_open(self, pair: Pair) -> bool:
        return not (self.is_played(pair) or None in pair or any(one in self.gone for one in pair))

    def through_unplayed(self, pairs: Sequence[Pair]) -> Iterator[int]:
        for pair in pairs:
            winner = None if self.is_played(pair) else self.winner(pair)
            if winner is not None and winner not in self.gone:
                yield winner

    def winner(self, pair: Pair) -> Slot:
        """The winner of the pair; None while the match is open."""
        for one, other in (pair, pair[::-1]):
            if (one, other) in self.results or other is None:
                return one
        if self.is_open(pair):
            return None
        return max(pair, key=lambda one: self.gone.get(one or 0, len(self.gone)))

    def loser(self, pair: Pair) -> Slot:
        winner = self.winner(pair)
        return None if winner is None else pair[pair[0] == winner]


def _pairs(slots: Sequence[Slot]) -> list[Pair]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _stage(slots: Sequence[Slot], facts: MatchFacts) -> Stage:
    pairs = _pairs(slots)
    still_in = [slot for slot in slots if slot is not None and slot not in facts.gone]
    matches = [
        (one, other)
        for one, other in pairs
        if one is not None and other is not None and facts.is_open((one, other))
    ]
    return Stage(
        left=len(still_in),
        matches=tuple(matches),
        third_place=None,
        byes=tuple(facts.through_unplayed(pairs)),
        podium=(),
    )


def _final(final: Pair, third: Pair, facts: MatchFacts) -> Stage:
    meets = [
        (one, other) if one is not None and other is not None and facts.is_open((one, other)) else None
        for one, other in (final, third)
    ]
    podium = [place for pair in (final, third) for place in (facts.winner(pair), facts.loser(pair))]
    return Stage(
        left=sum(slot is not None and slot not in facts.gone for slot in final),
        matches=(meets[0],) if meets[0] else (),
        third_place=meets[1],
        byes=(),
        podium=tuple(podium if third != (None, None) else podium[:2]),
    )


MOST_GROUPS_TRIED = 7  # up to this many groups, all orders are tried: 5,040


def finalists(groups: Sequence[Sequence[int]], each: int) -> tuple[int, ...]:
    """The entrants of a knock-out in seed order: the best ``each`` of every group, given in final order.

    The winners come first, in the order of the groups, then the seconds, and so on. The seconds, and the
    thirds …, are ordered so that entrants of one group meet as late as possible: 1st A plays against 2nd B,
    and two entrants of A meet again only in the final.

    Raises `DrawImpossible` ``too-few-finalists`` for a group of fewer entrants, with the highest ``each``
    that is possible.

    >>> finalists([["A1", "A2"], ["B1", "B2"]], 2)
    ('A1', 'B1', 'A2', 'B2')
    """
    smallest = min(map(len, groups), default=0)
    if not 1 <= each <= smallest or len(groups) * each < 2:
        raise DrawImpossible("too-few-finalists", each=each, most=smallest)
    group_of_seed: list[int] = list(range(len(groups)))
    slot_of_seed = _slots(len(groups) * each)
    for _place in range(1, each):
        orders = (
            permutations(range(len(groups))) if len(groups) <= MOST_GROUPS_TRIED else _rotations(len(groups))
        )
        group_of_seed = min(
            ([*group_of_seed, *order] for order in orders), key=lambda tried: _earliness(tried, slot_of_seed)
        )
    chosen_of_group = [0] * len(groups)
    seeds = []
    for group in group_of_seed:
        seeds.append(groups[group][chosen_of_group[group]])
        chosen_of_group[group] += 1
    return tuple(seeds)


def _slots(entries: int) -> dict[int, int]:
    return {seed - 1: slot for slot, seed in enumerate(bracket(entries)) if seed is not None}


def _rotations(groups: int) -> list[tuple[int, ...]]:
    return [tuple((at + shift) % groups for at in range(groups)) for shift in range(groups)]


def _earliness(group_of_seed: Sequence[int], slot_of_seed: dict[int, int]) -> int:
    """The cost of early meetings within a group: each counts four times as much as one a round later."""
    meeting_turns = [
        (slot_of_seed[one] ^ slot_of_seed[other]).bit_length()
        for one, other in combinations(range(len(group_of_seed)), 2)
        if group_of_seed[one] == group_of_seed[other]
    ]
    return sum(4 ** (20 - turn) for turn in meeting_turns)
