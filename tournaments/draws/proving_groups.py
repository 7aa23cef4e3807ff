"""Whether tables of three and more can be cheaper, by an algorithm of its own: from the top of the line down.

Each one in the line opens a table of one of the sizes left, or sits down at one that is not full. What was
done above matters only through the tables still open: for each set of these the cheapest way is kept, and
forgotten once it cannot end below the grouping in question. `grouping` searches quite differently.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws.line import Couple

Open = tuple[tuple[int, tuple[int, ...]], ...]  # of every open table its size and who sits there
Sizes = tuple[int, ...]
Ways = dict[tuple[Open, Sizes], int]

MOST_WAYS = 400_000
DIGIT = 10**15  # more than any term adds up to


class TooManyWays(Exception):
    """The answer would take too long to find."""


def can_be_grouped_cheaper(
    groups: Sequence[Sequence[int]], penalties: Mapping[Couple, tuple[int, ...]]
) -> bool | None:
    """Whether tables of the same sizes cost less: each penalty over all who sit together, then distances.

    None, it is not known, where more than `MOST_WAYS` would have to be looked at.
    """
    costs = Costs(penalties, max(map(len, penalties.values()), default=0))
    pays = sum(costs.beside(one, group[:at]) for group in groups for at, one in enumerate(sorted(group)))
    sizes = tuple(sorted(map(len, groups)))
    try:
        return _least(sizes, costs, pays) < pays
    except TooManyWays:
        return None


@dataclass(frozen=True, slots=True)
class Costs:
    """What it costs that two sit together, as one number whose digits are the terms."""

    penalties: Mapping[Couple, tuple[int, ...]]
    terms: int

    def beside(self, one: int, others: Sequence[int]) -> int:
        return sum(self._couple(min(one, other), max(one, other)) for other in others)

    def _couple(self, i: int, j: int) -> int:
        whole = 0
        for term in self.penalties.get((i, j), (0,) * self.terms):
            whole = whole * DIGIT + term
        return whole * DIGIT + j - i


def _least(sizes: Sizes, costs: Costs, at_most: int) -> int:
    """The least cost of tables of these sizes, which is ``at_most`` that."""
    ways: Ways = {((), sizes): 0}
    looked_at = 0
    for position in range(sum(sizes)):
        further: Ways = {}
        for (tables, left), paid in ways.items():
            for way, added in _seated(position, tables, left, costs):
                looked_at += 1
                if looked_at > MOST_WAYS:
                    raise TooManyWays
                known = further.get(way)
                if (known is None or paid + added < known) and (
                    paid + added + _still_to_pay(*way, position + 1) <= at_most
                ):
                    further[way] = paid + added
        ways = further
    return ways[(), ()]


def _seated(
    position: int, tables: Open, left: Sizes, costs: Costs
) -> Iterator[tuple[tuple[Open, Sizes], int]]:
    """Each way to seat one more: the tables then open, the sizes then left, and what it adds."""
    for at, (size, sitting) in enumerate(tables):
        others = (*tables[:at], *tables[at + 1 :])
        joined = ((size, (*sitting, position)),) if len(sitting) + 1 < size else ()
        yield (tuple(sorted((*others, *joined))), left), costs.beside(position, sitting)
    for size in dict.fromkeys(left):
        at = left.index(size)
        opened = tuple(sorted((*tables, (size, (position,)))))
        yield (opened, (*left[:at], *left[at + 1 :])), 0


def _still_to_pay(tables: Open, left: Sizes, position: int) -> int:
    """The least that is to come: open tables are filled with those who are next, the others are straight."""
    to_come = sum(_straight(size) for size in left)
    for size, sitting in tables:
        lacking = size - len(sitting)
        to_come += sum(position + at - one for at in range(lacking) for one in sitting) + _straight(lacking)
    return to_come


def _straight(size: int) -> int:
    """The sum of the distances among so many neighbours."""
    return (size**3 - size) // 6
