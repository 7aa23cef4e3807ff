"""Criteria that look only at the matches of those who are level against one another.

*Head-to-head* is for two: it asks their own matches. The *mini-table* (classifica avulsa) is for several: it
makes a classifica of the matches among them. Of more than two level the head-to-head says nothing, so a
tournament that wants both lists both; of two, the mini-table says what the head-to-head would.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set

from tournaments.standings.criterion import Criterion, gettext_noop
from tournaments.standings.tallies import Tally


class MiniTable(Criterion):
    """The classifica of the matches that those still level played against one another.

    Counted are the match points of those matches, then their difference; rests, penalties and matches lost a
    tavolino are not among them. It decides only where each of them has met all the others: else one would be
    judged on a match that another never had to play. The value is how many of them one leaves behind in the
    mini-table. It is made once: those level in it as well are left to the next criterion.
    """

    key = "mini_table"
    name = gettext_noop("Classifica avulsa")
    abbreviation = gettext_noop("CA")
    explanation = gettext_noop(
        "Fra chi è ancora pari, le sole partite fra loro: punti partita e poi differenza; "
        "vale solo se si sono incontrati tutti."
    )
    has_figures = False
    compares_the_level = True

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        if len(level) == 1:
            return {level[0].entry.id: 0}
        group = {tally.entry.id for tally in level}
        if not all(_met(tally, group) | {tally.entry.id} == group for tally in level):
            return dict.fromkeys(group, 0)
        scores = {tally.entry.id: _mini_score(tally, group) for tally in level}
        ascending = sorted(scores.values())
        return {id_: bisect_left(ascending, score) for id_, score in scores.items()}


class HeadToHead(MiniTable):
    """The mini-table of two: who did better in their own matches; nothing where more than two are level."""

    key = "head_to_head"
    name = gettext_noop("Scontro diretto")
    abbreviation = gettext_noop("SD")
    explanation = gettext_noop(
        "Fra due soli ancora pari, chi ha vinto le partite fra loro; poi la differenza in quelle partite."
    )

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        if len(level) != 2:
            return {tally.entry.id: 0 for tally in level}
        return super().values(level)


def _met(tally: Tally, group: Set[int]) -> set[int]:
    return {opponent for line in tally.lines for opponent in line.opponents if opponent in group}


def _mini_score(tally: Tally, group: Set[int]) -> tuple[int, int]:
    """Match points, then difference, of the matches against the group."""
    lines = [line for line in tally.lines if not group.isdisjoint(line.opponents)]
    return sum(line.match_points for line in lines), sum(line.difference for line in lines)
