"""The criteria a ranking is made of; each tells apart those whom the ones before it left level."""

from collections.abc import Mapping, Sequence

from tournaments.standings.criterion import Criterion, gettext_noop
from tournaments.standings.direct import HeadToHead, MiniTable
from tournaments.standings.results import RankingError
from tournaments.standings.sums import (
    Cappotti,
    FewestConceded,
    MatchPoints,
    OpponentsStrength,
    PointDifference,
    PointsScored,
    TotalPoints,
    VictoryPoints,
)
from tournaments.standings.tallies import Tally


class Lots(Criterion):
    """A recorded draw of lots: an entry's lot depends on the stored seed and its number, on nothing else."""

    key = "lots"
    name = gettext_noop("Sorteggio")
    abbreviation = gettext_noop("Sort.")
    explanation = gettext_noop("Un sorteggio, fatto una volta per tutte e conservato.")
    has_figures = False

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        return {tally.entry.id: tally.lot for tally in level}


class SharedPlace(Criterion):
    """Says that who is level here stays so: the place is shared because the club wants it, not for want of a
    criterion."""

    key = "shared_place"
    name = gettext_noop("Posto condiviso")
    abbreviation = gettext_noop("Cond.")
    explanation = gettext_noop("Chi è ancora pari divide il posto.")
    has_figures = False

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        return {tally.entry.id: 0 for tally in level}


CRITERIA: dict[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        MatchPoints(),
        VictoryPoints(),
        TotalPoints(),
        PointDifference(),
        PointsScored(),
        FewestConceded(),
        HeadToHead(),
        MiniTable(),
        OpponentsStrength(),
        Cappotti(),
        Lots(),
        SharedPlace(),
    )
}

#: Those that compare only who is level already, and so cannot come first.
OF_THE_LEVEL = ("head_to_head", "mini_table")
#: Two names of the same sum.
SAME_SUM = ("total_points", "points_scored")
#: After these nobody is asked anything any more.
LAST = ("lots", "shared_place")


def chosen(keys: Sequence[str]) -> list[Criterion]:
    """The criteria of these keys, in order. Raises `RankingError` for none, an unknown or a repeated one."""
    if not keys:
        raise RankingError("no-criterion")
    for at, key in enumerate(keys):
        if key not in CRITERIA:
            raise RankingError("unknown-criterion", criterion=key)
        if key in keys[:at]:
            raise RankingError("repeated-criterion", criterion=key)
    return [CRITERIA[key] for key in keys]


def verify_order(keys: Sequence[str]) -> None:
    """Raises `RankingError` for criteria that no club can mean together.

    ``lots-and-shared`` both end the ranking, each its own way; ``not-last`` names one of them with others
    after it; ``direct-first`` a head-to-head before anybody can be level; ``same-sum`` two criteria that
    never tell apart whom the other left level; besides what `chosen` raises.
    """
    chosen(keys)
    if all(key in keys for key in LAST):
        raise RankingError("lots-and-shared")
    for key in keys[:-1]:
        if key in LAST:
            raise RankingError("not-last", criterion=key)
    if keys[0] in OF_THE_LEVEL:
        raise RankingError("direct-first", criterion=keys[0])
    if all(key in keys for key in SAME_SUM):
        raise RankingError("same-sum", criterion=SAME_SUM[0], other=SAME_SUM[1])
