"""The criteria of a ranking; each separates the entries that are level after the criteria before it.

*Sums* depend on one entry alone. *Head-to-head* compares two level entries by the matches between them, and
does nothing where more than two are level. The *mini-table* makes standings of the matches among level
entries, so for two it equals the head-to-head. A ranking may have both.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set
from typing import ClassVar

from tournaments.core import gettext_noop
from tournaments.core.standings.results import RankingError
from tournaments.core.standings.rules import Rules, Scale
from tournaments.core.standings.tallies import Tally


class Criterion(ABC):
    """A criterion, with the words that pages show for it."""

    key: ClassVar[str]
    name: ClassVar[str]
    abbreviation: ClassVar[str]
    explanation: ClassVar[str]
    #: Whether an entry's value depends on the other level entries; the value of an entry alone is then 0.
    compares_the_level: ClassVar[bool] = False
    #: Whether its values are figures that can be added up, rather than an order.
    has_figures: ClassVar[bool] = True

    def explained(self, rules: Rules) -> str:  # noqa: ARG002 - most ignore the rules
        """The sentence that says how it counts in a tournament with these rules."""
        return self.explanation

    @abstractmethod
    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        """A value for each id of the level entries, higher is better; equal values leave entries level."""


class Sum(Criterion):
    """A figure that depends on the entry alone."""

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        return {tally.entry.id: self.figure(tally) for tally in level}

    @abstractmethod
    def figure(self, tally: Tally) -> int:
        """The figure that is compared, higher is better."""


class MatchPoints(Sum):
    """Match points by the tournament's scale: two or three for a win, one for a level match."""

    key = "match_points"
    name = gettext_noop("Punti partita")
    abbreviation = gettext_noop("PP")
    explanation = gettext_noop("Due punti per ogni partita vinta, uno per ogni partita finita pari.")
    #: For the scale of three points.
    explanation_of_three = gettext_noop("Tre punti per ogni partita vinta, uno per ogni partita finita pari.")

    def explained(self, rules: Rules) -> str:
        return self.explanation_of_three if rules.scale is Scale.THREE else self.explanation

    def figure(self, tally: Tally) -> int:
        return tally.match_points


class VictoryPoints(Sum):
    """Victory points by the club's table: each match is worth twenty points, shared by its margin."""

    key = "victory_points"
    name = gettext_noop("Punti vittoria")
    abbreviation = gettext_noop("PV")
    explanation = gettext_noop(
        "Venti punti a partita, divisi secondo la differenza con la tabella del circolo: da 10–10 in su, "
        "meno le penalità."
    )

    def figure(self, tally: Tally) -> int:
        return tally.victory_points


class TotalPoints(Sum):
    """The sum of all game points, as the first criterion."""

    key = "total_points"
    name = gettext_noop("Punti totali")
    abbreviation = gettext_noop("Tot.")
    explanation = gettext_noop("La somma dei punti di tutte le partite e dei riposi, meno le penalità.")

    def figure(self, tally: Tally) -> int:
        return tally.scored


class PointDifference(Sum):
    key = "point_difference"
    name = gettext_noop("Differenza punti")
    abbreviation = gettext_noop("Diff.")
    explanation = gettext_noop(
        "Punti fatti meno punti subiti, riposi e penalità compresi. "
        "Chi perde a tavolino ha la differenza di chi nel turno ha perso di più."
    )
    #: With rules that give a forfeited match no difference.
    explanation_without_forfeits = gettext_noop("Punti fatti meno punti subiti, riposi e penalità compresi.")

    def explained(self, rules: Rules) -> str:
        return self.explanation if rules.forfeits_lose_most else self.explanation_without_forfeits

    def figure(self, tally: Tally) -> int:
        return tally.difference


class PointsScored(TotalPoints):
    """`TotalPoints` under its name as a tie-break; a ranking never has both (`criteria.verify_order`).

    Clubs, stored standings and the API's clients use both keys.
    """

    key = "points_scored"
    name = gettext_noop("Punti fatti")
    abbreviation = gettext_noop("Fatti")


class FewestConceded(Sum):
    """The points conceded, as a negative figure: fewer are better.

    So that nobody gains by not playing, a forfeited match counts as the most that anybody conceded in that
    round, and a bye without points of its own as the average conceded, rounded down.
    """

    key = "points_conceded"
    name = gettext_noop("Meno punti subiti")
    abbreviation = gettext_noop("Sub.")
    explanation = gettext_noop(
        "I punti degli avversari: meno sono meglio è. "
        "Chi perde a tavolino ha subito quanto chi nel turno ha subito di più, "
        "chi riposa senza punti quanto si è subito in media."
    )

    def figure(self, tally: Tally) -> int:
        return -(tally.conceded + tally.unplayed)


class Cappotti(Sum):
    """Slams: deals won without leaving a trick. Deals of a match with an assigned score do not count."""

    key = "cappotti"
    name = gettext_noop("Cappotti")
    abbreviation = gettext_noop("Capp.")
    explanation = gettext_noop("Le smazzate vinte senza lasciare una presa agli avversari.")

    def figure(self, tally: Tally) -> int:
        return tally.cappotti


class BoardDifference(Sum):
    """The sum over all boards of an entry's difference less the mean of the tables with the same cards
    (`core.boards.swings`); only with duplicated deals.

    A bye gives the average swing of the round if the tournament scores it as a win by the average, else 0; a
    forfeit the largest loss of the round, as in `PointDifference`.
    """

    key = "board_difference"
    name = gettext_noop("Differenza con le stesse carte")
    abbreviation = gettext_noop("DSC")
    explanation = gettext_noop(
        "Smazzata per smazzata, la differenza punti meno la media dei tavoli con le stesse carte, riposi e "
        "penalità compresi: conta che cosa se n'è fatto, non che carte erano."
    )

    def figure(self, tally: Tally) -> int:
        return tally.board_difference


class BoardVictoryPoints(Sum):
    """Victory points by the club's table, from the board difference of each match."""

    key = "board_victory_points"
    name = gettext_noop("Punti vittoria con le stesse carte")
    abbreviation = gettext_noop("PVSC")
    explanation = gettext_noop(
        "Venti punti a partita, con la tabella del circolo, secondo la differenza dagli altri tavoli con le "
        "stesse carte; meno le penalità."
    )

    def figure(self, tally: Tally) -> int:
        return tally.board_points


class OpponentsStrength(Sum):
    """Buchholz: the current match points of the opponents met (`tallies.with_strength`).

    A match against several entries counts as their average, rounded down, so that a larger table is worth no
    more. A bye counts as an opponent of equal strength (FIDE C.07); a forfeited match counts as none.
    Opponents who have withdrawn count with their points.
    """

    key = "opponents_strength"
    name = gettext_noop("Forza degli avversari")
    abbreviation = gettext_noop("Forza")
    explanation = gettext_noop(
        "I punti partita di tutti gli avversari incontrati (Buchholz); "
        "un riposo conta come un avversario forte quanto chi riposa."
    )

    def figure(self, tally: Tally) -> int:
        return tally.strength


class MiniTable(Criterion):
    """The standings of the matches that the level entries played against one another.

    It compares the match points of those matches, then their difference; byes, penalties and forfeited
    matches do not count. It decides only if each of them has met all the others: otherwise an entry would be
    judged on a match that another did not have to play. The value is the number of entries behind in the
    mini-table. It is made once: entries that are level in it are left to the next criterion.
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
    """The mini-table of two entries; 0 if more than two are level."""

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
    """Match points, then difference, in the matches against the group."""
    lines = [line for line in tally.lines if not group.isdisjoint(line.opponents)]
    return sum(line.match_points for line in lines), sum(line.difference for line in lines)


class Lots(Criterion):
    """A recorded draw of lots: an entry's lot depends only on the stored seed and its number."""

    key = "lots"
    name = gettext_noop("Sorteggio")
    abbreviation = gettext_noop("Sort.")
    explanation = gettext_noop("Un sorteggio, fatto una volta per tutte e conservato.")
    has_figures = False

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        return {tally.entry.id: tally.lot for tally in level}


class SharedPlace(Criterion):
    """Leaves level entries level: they share the place."""

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
        BoardDifference(),
        BoardVictoryPoints(),
        Lots(),
        SharedPlace(),
    )
}

#: Criteria that only compare level entries, and so cannot come first.
OF_THE_LEVEL = ("head_to_head", "mini_table")
#: Criteria that compare tables with the same cards, and so need duplicated deals.
OF_BOARDS = ("board_difference", "board_victory_points")
#: Two names of the same sum.
SAME_SUM = ("total_points", "points_scored")
#: Criteria that end a ranking.
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
    """Raises `RankingError` for criteria that contradict each other.

    ``lots-and-shared``: both of these end the ranking; ``not-last``: a criterion follows one of them;
    ``direct-first``: a head-to-head or mini-table comes first; ``same-sum``: two criteria are the same sum;
    and the errors of `chosen`.
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
