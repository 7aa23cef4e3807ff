"""The criteria a ranking is made of; each tells apart those whom the ones before it left level."""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set
from typing import ClassVar

from tournaments.standings.results import RankingError
from tournaments.standings.tallies import Tally


def gettext_noop(message: str) -> str:
    """The message itself: the name marks it for translation where pages show it, without Django in here."""
    return message


class Criterion(ABC):
    """One way to tell entries apart, with the words that pages show for it."""

    key: ClassVar[str]
    name: ClassVar[str]
    abbreviation: ClassVar[str]
    explanation: ClassVar[str]

    @abstractmethod
    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        """A value for each id of those still level, higher is better; equal values leave them level."""


class MatchPoints(Criterion):
    key = "match_points"
    name = gettext_noop("Punti partita")
    abbreviation = gettext_noop("PP")
    explanation = gettext_noop("Due punti per ogni partita vinta, uno per ogni partita finita pari.")

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        return {tally.entry.id: tally.match_points for tally in level}


class PointDifference(Criterion):
    key = "point_difference"
    name = gettext_noop("Differenza punti")
    abbreviation = gettext_noop("Diff.")
    explanation = gettext_noop("Punti fatti meno punti subiti in tutte le partite.")

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        return {tally.entry.id: tally.difference for tally in level}


class PointsScored(Criterion):
    key = "points_scored"
    name = gettext_noop("Punti fatti")
    abbreviation = gettext_noop("Fatti")
    explanation = gettext_noop("I punti fatti in tutte le partite.")

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        return {tally.entry.id: tally.scored for tally in level}


class HeadToHead(Criterion):
    """The mini-table (classifica avulsa) of the matches that those still level played against one another.

    Counted are the match points of those matches, then their difference. It decides only where each of them
    has met all the others: else one would be judged on a match that another never had to play. The value is
    how many of them one leaves behind in the mini-table. It is made once: those level in it as well are left
    to the next criterion.
    """

    key = "head_to_head"
    name = gettext_noop("Scontro diretto")
    abbreviation = gettext_noop("SD")
    explanation = gettext_noop(
        "Punti partita e poi differenza punti nelle sole partite fra le coppie ancora pari; "
        "vale solo se si sono incontrate tutte fra loro."
    )

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        group = {tally.entry.id for tally in level}
        if not all(_met(tally, group) | {tally.entry.id} == group for tally in level):
            return dict.fromkeys(group, 0)
        scores = {tally.entry.id: _mini_score(tally, group) for tally in level}
        ascending = sorted(scores.values())
        return {id_: bisect_left(ascending, score) for id_, score in scores.items()}


class Lots(Criterion):
    """A recorded draw of lots: an entry's lot depends on the stored seed and its number, on nothing else."""

    key = "lots"
    name = gettext_noop("Sorteggio")
    abbreviation = gettext_noop("Sort.")
    explanation = gettext_noop("Un sorteggio, fatto una volta per tutte e conservato.")

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        return {tally.entry.id: tally.lot for tally in level}


def _met(tally: Tally, group: Set[int]) -> set[int]:
    return {opponent for line in tally.lines for opponent in line.opponents if opponent in group}


def _mini_score(tally: Tally, group: Set[int]) -> tuple[int, int]:
    """Match points, then difference, of the matches against the group."""
    lines = [line for line in tally.lines if not group.isdisjoint(line.opponents)]
    return sum(line.match_points for line in lines), sum(line.difference for line in lines)


CRITERIA: dict[str, Criterion] = {
    criterion.key: criterion
    for criterion in (MatchPoints(), PointDifference(), PointsScored(), HeadToHead(), Lots())
}

ACCADEMIA = ("match_points", "point_difference", "points_scored", "head_to_head", "lots")


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
