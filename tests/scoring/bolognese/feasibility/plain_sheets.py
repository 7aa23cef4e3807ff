"""Every sheet that a deck of few splits can give, written down plainly: the cards of value fall in one of a
few ways, all the others in any."""

from contextlib import ExitStack, contextmanager
from functools import cache
from heapq import nsmallest
from operator import itemgetter, sub
from typing import NamedTuple
from unittest.mock import patch

from tests.scoring.bolognese.feasibility.plain_splits import class_results

#: Three and four of each kind, and what a card is worth above a scartino (Barilli 2.1, 2.2.1).
KINDS = ((18, 4), (17, 4), (14, 3), (13, 2), (12, 1))
#: How many tarocchi, re, regine, cavalli and fanti A has; whatever one side can have, so can the other.
FEW = (
    (4, 4, 4, 4, 4),
    (0, 0, 0, 0, 0),
    (4, 0, 3, 0, 3),
    (4, 0, 3, 3, 0),
    (0, 4, 1, 4, 1),
    (0, 4, 1, 1, 4),
    (2, 1, 4, 0, 0),
    (2, 3, 0, 4, 4),
)
NAMES = tuple((side, name) for side in "AB" for name in ("sequences", "cricche", "card_points", "total"))

#: Figures by side and name.
Figures = dict[tuple[str, str], int]


class Conditions(NamedTuple):
    """What is known of a deal; whose last trick and whose discard may be unknown."""

    game: str = "quattro-scartate"
    last: str = "AB"
    discarder: str = "AB"
    pozzo: bool = False
    aside: str = ""


def plain_cricche(counts):
    """Points of the cricche, doubled from three on."""
    found = [three * (number - 2) for number, (three, _) in zip(counts, KINDS, strict=True) if number > 2]
    return sum(found) * (2 if len(found) > 2 else 1)


def plain_card_points(counts, size):
    """The smaller pile in pairs, the odd card for nothing; the larger has what is left of the 87."""
    if size > 31:
        return 87 - plain_card_points([4 - number for number in counts], 62 - size)
    return sum(number * above for number, (_, above) in zip(counts, KINDS, strict=True)) + size // 2


def plain_sizes(game, discards):
    """The sizes of the first owner's pile when both took a trick, trick by trick."""
    if game == "terziglio":
        return [3 * tricks + (8 if discards else 0) for tricks in range(1, 18)]
    if game == "millone-due":
        return [2 * tricks + (12 if discards else 10) for tricks in range(1, 20)]
    return [4 * tricks + (2 if discards else 0) for tricks in range(1, 15)]


@cache
def sizes_by_points(ranks, aside, side):
    """{points of A's and B's sequences: sizes of A's pile}, that side's pile holding the cards laid aside."""
    known = frozenset(aside.split())
    if side == "A":
        return class_results(*ranks, known=known)
    seen_from_b = class_results(*(4 - number for number in ranks), known=known)
    return {(a, b): {62 - size for size in sizes} for (b, a), sizes in seen_from_b.items()}


@cache
def written(conditions):
    """What is written of every split that these conditions allow, in the order of ``NAMES``, and the split:
    A's cards of value, the points of both sides' sequences, the size of A's pile, who has the last trick."""
    return tuple(sorted({*_written(conditions)}))


def _written(conditions):
    for last in conditions.last:
        everything = 550, 296, 87, 939
        if last == "A":
            yield (*everything, 0, 0, 0, 0), ((4, 4, 4, 4, 4), 550, 0, 62, "A")
        else:
            yield (0, 0, 0, 0, *everything), ((0, 0, 0, 0, 0), 0, 550, 0, "B")
        for discarder in last if conditions.pozzo else conditions.discarder:
            usual = {*plain_sizes(conditions.game, discarder == "A")}
            for ranks in FEW:
                cricche_a, cricche_b = plain_cricche(ranks), plain_cricche([4 - number for number in ranks])
                points = {size: plain_card_points(ranks, size) for size in usual}
                rest_a, rest_b = cricche_a + 6 * (last == "A"), cricche_b + 6 * (last == "B")
                for (a, b), sizes in sizes_by_points(ranks, conditions.aside, discarder).items():
                    for size in usual & sizes:
                        of_a, of_b = points[size], 87 - points[size]
                        side_a, side_b = (
                            (a, cricche_a, of_a, a + of_a + rest_a),
                            (b, cricche_b, of_b, b + of_b + rest_b),
                        )
                        yield side_a + side_b, (ranks, a, b, size, last)


@cache
def entries(conditions, names):
    """Every way to write these figures."""
    told = itemgetter(0, 0, *map(NAMES.index, names))
    return frozenset(told(each)[2:] for each, _ in written(conditions))


def agree(conditions, asked: Figures):
    """The splits that give these figures."""
    told, wanted = itemgetter(0, 0, *map(NAMES.index, asked)), tuple(asked.values())
    return [split for each, split in written(conditions) if told(each)[2:] == wanted]


def is_possible(conditions, asked: Figures):
    """Whether some split gives these figures."""
    return tuple(asked.values()) in entries(conditions, tuple(asked))


def nearest_changes(conditions, asked: Figures):
    """How many figures must change at least, and the five smallest changes of so many."""
    wanted, found = tuple(asked.values()), []
    for entry in entries(conditions, tuple(asked)):
        changes = tuple(map(abs, map(sub, wanted, entry)))
        found.append((len(changes) - changes.count(0), sum(changes)))
    nearest = nsmallest(5, found)
    fewest = nearest[0][0]
    return fewest, [change for number, change in nearest if number == fewest]


@contextmanager
def only_few():
    """The engine knows these splits of the cards of value alone."""
    from scoring.bolognese.feasibility import search, totals
    from scoring.bolognese.feasibility import splits as engine

    few = tuple(split for split in engine.rank_splits() if split.ranks in FEW)
    remembering = (
        engine.rank_splits_by_cricche,
        engine.class_representatives,
        search._agreeing,
        totals.tables,
        totals._rests,
    )
    with ExitStack() as stack:
        for module in (engine, totals):
            stack.enter_context(patch.object(module, "rank_splits", lambda: few))
        stack.enter_context(patch.object(search, "_TRIED_FIRST", 2))
        for each in remembering:
            each.cache_clear()
            stack.callback(each.cache_clear)
        yield
