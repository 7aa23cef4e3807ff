"""Criteria that compare sums: each looks at one entry at a time."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from tournaments.standings.criterion import Criterion, gettext_noop
from tournaments.standings.rules import Rules
from tournaments.standings.scales import Scale
from tournaments.standings.tallies import Tally


class Sum(Criterion):
    """A figure of the entry's own."""

    def values(self, level: Sequence[Tally]) -> Mapping[int, int]:
        return {tally.entry.id: self.figure(tally) for tally in level}

    @abstractmethod
    def figure(self, tally: Tally) -> int:
        """What is compared, higher is better."""


class MatchPoints(Sum):
    """By the tournament's scale: two or three points for a match won, one for one ended level."""

    key = "match_points"
    name = gettext_noop("Punti partita")
    abbreviation = gettext_noop("PP")
    explanation = gettext_noop("Due punti per ogni partita vinta, uno per ogni partita finita pari.")
    #: With the other scale.
    explanation_of_three = gettext_noop("Tre punti per ogni partita vinta, uno per ogni partita finita pari.")

    def explained(self, rules: Rules) -> str:
        return self.explanation_of_three if rules.scale is Scale.THREE else self.explanation

    def figure(self, tally: Tally) -> int:
        return tally.match_points


class VictoryPoints(Sum):
    """By the club's table: each match is worth twenty points, shared by how far it was won."""

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
    """All the game points, as the first thing that counts."""

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
    #: Where a match lost a tavolino has no difference.
    explanation_without_forfeits = gettext_noop("Punti fatti meno punti subiti, riposi e penalità compresi.")

    def explained(self, rules: Rules) -> str:
        return self.explanation if rules.forfeits_lose_most else self.explanation_without_forfeits

    def figure(self, tally: Tally) -> int:
        return tally.difference


class PointsScored(TotalPoints):
    """The same sum under the name it has as a tie-break: a ranking has one of the two, never both
    (`criteria.verify_order`). Clubs, stored classifiche and the API's readers know both keys."""

    key = "points_scored"
    name = gettext_noop("Punti fatti")
    abbreviation = gettext_noop("Fatti")


class FewestConceded(Sum):
    """The points conceded, shown below nought: fewer are better.

    Nobody gains by not playing: a match lost a tavolino weighs as the most that anybody conceded in that
    turn, and a rest without points of its own as what was conceded on average, rounded down.
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
    """Smazzate won without leaving a trick, in matches played: those of an assigned score do not count."""

    key = "cappotti"
    name = gettext_noop("Cappotti")
    abbreviation = gettext_noop("Capp.")
    explanation = gettext_noop("Le smazzate vinte senza lasciare una presa agli avversari.")

    def figure(self, tally: Tally) -> int:
        return tally.cappotti


class OpponentsStrength(Sum):
    """Buchholz: the match points of those met, as they are now (`tallies.with_strength`).

    Of a match against several entries it is their average, rounded down, so that a table of more is worth no
    more. A rest counts as an opponent as strong as oneself (as FIDE C.07 has it); a match lost a tavolino as
    nobody. Opponents who have withdrawn count with the points they have.
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
