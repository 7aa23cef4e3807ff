"""Why an entry is where it is: with whom it was level, and which criterion told them apart."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """Level with these numbers until a criterion: those whom it left level are in ``left``."""

    criterion: str
    level: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """The ties of an entry in the order in which they were broken, and with whom it shares the place."""

    steps: tuple[Step, ...]
    shares_with: tuple[int, ...]


def stories(criteria: Sequence[str], values: Mapping[int, Sequence[int]]) -> dict[int, Story]:
    """Of each number its story, from the values of the criteria in their order."""
    levels = [_level(values, known) for known in range(1, len(criteria) + 1)]
    return {number: _story(number, criteria, levels) for number in values}


def _level(values: Mapping[int, Sequence[int]], known: int) -> dict[int, tuple[int, ...]]:
    """Of each number the others level with it in so many criteria."""
    groups: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, own in values.items():
        groups[tuple(own[:known])].append(number)
    found = {}
    for group in groups.values():
        if len(group) > 1:
            for number in group:
                found[number] = tuple(sorted(other for other in group if other != number))
    return found


def _story(number: int, criteria: Sequence[str], levels: Sequence[Mapping[int, tuple[int, ...]]]) -> Story:
    steps = []
    for at, criterion in enumerate(criteria[1:]):
        level, left = levels[at].get(number, ()), levels[at + 1].get(number, ())
        if level and left != level:
            steps.append(Step(criterion, level, left))
    return Story(tuple(steps), levels[-1].get(number, ()) if levels else ())
