"""The tie-breaks of each place: the entries that were level, and the criterion that separated them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.core.standings.knockout_order import GROUP, STAGE
from tournaments.core.standings.ranking import LEFT

Placed = Mapping[str, Any]  # a row as it is stored


@dataclass(frozen=True, slots=True)
class Step:
    """A criterion that broke a tie of an entry: ``level`` were level with it before, ``left`` after."""

    criterion: str
    level: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """The ties of an entry in the order in which they were broken, and the entries that share its place."""

    steps: tuple[Step, ...]
    shares_with: tuple[int, ...]


def stories_of(criteria: Sequence[str], rows: Sequence[Placed]) -> dict[int, Story]:
    """The story of each entry by its number. Criteria compare only entries of one run: those that neither the
    knock-out, nor the groups, nor an early withdrawal separates."""
    stories_by_number: dict[int, Story] = {}
    for level in _as_far(rows):
        stories_by_number |= stories(criteria, {row["number"]: row["values"] for row in level})
        stories_by_number |= _sharing(level)
    return stories_by_number


def _as_far(rows: Sequence[Placed]) -> Iterator[list[Placed]]:
    """Yields the rows in order, in runs within which only criteria decide."""
    level: list[Placed] = []
    for row in rows:
        level.append(row)
        if row["decided_by"] in (STAGE, GROUP, LEFT):
            yield level
            level = []
    yield level


def _sharing(level: Sequence[Placed]) -> dict[int, Story]:
    """The stories of entries that share third place whatever the criteria say."""
    places: defaultdict[int, list[Placed]] = defaultdict(list)
    for row in level:
        if row["tied"]:
            places[row["place"]].append(row)
    return {
        row["number"]: Story((), tuple(sorted(each["number"] for each in rows if each is not row)))
        for rows in places.values()
        if any(each["values"] != rows[0]["values"] for each in rows)
        for row in rows
    }


def stories(criteria: Sequence[str], values: Mapping[int, Sequence[int]]) -> dict[int, Story]:
    """The story of each entry by its number, from the values of the criteria in their order."""
    levels = [_level(values, known) for known in range(1, len(criteria) + 1)]
    return {number: _story(number, criteria, levels) for number in values}


def _level(values: Mapping[int, Sequence[int]], known: int) -> dict[int, tuple[int, ...]]:
    """The entries that are level by the first ``known`` criteria, itself among them, of each number that is
    not alone."""
    groups: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, own in values.items():
        groups[tuple(own[:known])].append(number)
    level: dict[int, tuple[int, ...]] = {}
    for group in groups.values():
        if len(group) > 1:
            level |= dict.fromkeys(group, tuple(sorted(group)))
    return level


def _story(number: int, criteria: Sequence[str], levels: Sequence[Mapping[int, tuple[int, ...]]]) -> Story:
    steps = []
    for at, criterion in enumerate(criteria[1:]):
        level, left = levels[at].get(number, ()), levels[at + 1].get(number, ())
        if len(left) != len(level):
            steps.append(Step(criterion, _others(level, number), _others(left, number)))
    return Story(tuple(steps), _others(levels[-1].get(number, ()), number) if levels else ())


def _others(group: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(other for other in group if other != number)
