"""Girone all'italiana: everyone against everyone, in one group or several, once or twice."""

from collections.abc import Sequence
from itertools import zip_longest

from tournaments.draws.inputs import DrawImpossible
from tournaments.draws.schedules import Meet, Turn


def serpentine(ids: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Groups of the same strength from ids in seed order: to and fro, so that sizes differ by one at most.

    Raises `DrawImpossible` ``too-many-groups``, with the most there can be, where one would have no two.

    >>> serpentine((1, 2, 3, 4, 5, 6, 7), 2)
    ((1, 4, 5), (2, 3, 6, 7))
    """
    if not 1 <= groups <= len(ids) // 2:
        raise DrawImpossible("too-many-groups", groups=groups, most=len(ids) // 2)
    rows = [ids[start : start + groups] for start in range(0, len(ids), groups)]
    made: list[list[int]] = [[] for _group in range(groups)]
    for at, row in enumerate(rows):
        order = range(groups) if at % 2 == 0 else range(groups - 1, -1, -1)
        for group, id_ in zip(order, row, strict=False):
            made[group].append(id_)
    return tuple(map(tuple, made))


def girone_schedule(groups: Sequence[Sequence[int]], legs: int = 1) -> tuple[Turn, ...]:
    """The turns of a girone of each group, played at the same time; a second leg is the first, sides changed.

    An even group of n takes n - 1 turns, an odd one n, each of whom rests once. Within a leg nobody has one
    side two times more than the other. A group that has finished is in no later turn.
    """
    each = [[turn for leg in range(legs) for turn in _leg(group, leg)] for group in groups]
    return tuple(
        Turn(
            tuple(meet for turn in together if turn for meet in turn.meets),
            tuple(id_ for turn in together if turn for id_ in turn.rests),
        )
        for together in zip_longest(*each)
    )


def _leg(group: Sequence[int], leg: int) -> list[Turn]:
    """The circle method (Kirkman 1847): one stays, or nobody in an odd group, and the others turn around."""
    around = len(group) - 1 + len(group) % 2
    turns = []
    for turn in range(around):
        meets: list[Meet] = []
        for step in range(1, around // 2 + 1):
            one, other = group[(turn + step) % around], group[(turn - step) % around]
            meets.append((one, other) if (step + leg) % 2 else (other, one))
        if len(group) % 2:
            turns.append(Turn(tuple(meets), (group[turn],)))
        else:
            still = (group[turn], group[-1]) if (turn + leg) % 2 else (group[-1], group[turn])
            turns.append(Turn((still, *meets)))
    return turns
