"""The season (classifica sociale): players or pairs ranked over many evenings, by rules that a club chooses.

Pure functions: ``from tournaments.core.seasons import Evening, Result, Rules, ranked_season``.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise
from typing import ClassVar, Final

from tournaments.core import gettext_noop
from tournaments.core.standings.stored_standings import StoredRow


@dataclass(frozen=True, slots=True)
class Kept:
    """A result of the season. `points` include the weight. `counted` is false for dropped results, and for
    entries out of the prizes."""

    evening: int
    place: int
    tied: bool
    weight: int
    points: int
    counted: bool
    in_prizes: bool
    withdrawn: bool
    won: int
    difference: int

    @property
    def dropped(self) -> bool:
        """Whether the result is excluded (*risultati esclusi*): played, and beyond the best that count."""
        return self.in_prizes and not self.counted


class Criterion(ABC):
    """One way to break a tie; higher is better."""

    key: ClassVar[str]
    name: ClassVar[str]
    explanation: ClassVar[str]

    @abstractmethod
    def value(self, kept: Sequence[Kept]) -> int:
        """The figure to compare, from all the evenings that a player, or a pair, played."""


class EveningsWon(Criterion):
    key = "evenings_won"
    name = gettext_noop("Serate vinte")
    explanation = gettext_noop("Chi ha vinto più serate, anche fra i risultati esclusi.")

    def value(self, kept: Sequence[Kept]) -> int:
        return sum(each.place == 1 and each.in_prizes for each in kept)


class BestResult(Criterion):
    key = "best_result"
    name = gettext_noop("Miglior risultato")
    explanation = gettext_noop("Chi ha la serata con più punti.")

    def value(self, kept: Sequence[Kept]) -> int:
        return max((each.points for each in kept if each.in_prizes), default=0)


class Podiums(Criterion):
    key = "podiums"
    name = gettext_noop("Serate nei primi tre")
    explanation = gettext_noop("Chi è arrivato più volte nei primi tre, anche fra i risultati esclusi.")

    def value(self, kept: Sequence[Kept]) -> int:
        return sum(each.place <= 3 and each.in_prizes for each in kept)


class MatchesWon(Criterion):
    key = "matches_won"
    name = gettext_noop("Partite vinte")
    explanation = gettext_noop("Chi ha vinto più partite nelle serate che contano.")

    def value(self, kept: Sequence[Kept]) -> int:
        return sum(each.won for each in kept if each.counted)


class PointDifference(Criterion):
    key = "difference"
    name = gettext_noop("Differenza punti")
    explanation = gettext_noop("La somma delle differenze punti nelle serate che contano.")

    def value(self, kept: Sequence[Kept]) -> int:
        return sum(each.difference for each in kept if each.counted)


class EveningsPlayed(Criterion):
    key = "evenings_played"
    name = gettext_noop("Serate giocate")
    explanation = gettext_noop("Chi è venuto più volte.")

    def value(self, kept: Sequence[Kept]) -> int:
        return len(kept)


CRITERIA: Final[dict[str, Criterion]] = {
    criterion.key: criterion
    for criterion in (
        EveningsWon(),
        BestResult(),
        Podiums(),
        MatchesWon(),
        PointDifference(),
        EveningsPlayed(),
    )
}
USUAL_CRITERIA: Final = ("evenings_won", "best_result", "matches_won")


#: Points of the first places where a club sets none (our choice: FIELD has no table).
USUAL_PLACE_POINTS: Final = (20, 17, 15, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)


class Counting(Enum):
    """The source of an evening's points: the place, or a score of its standings carried over."""

    PLACE = "place"
    MATCH_POINTS = "match_points"
    VICTORY_POINTS = "victory_points"
    DIFFERENCE = "difference"
    SCORED = "scored"


class SeasonImpossible(ValueError):
    """Rules by which no season can be ranked: the `code` of the contradiction, and its `params`."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Rules:
    """How players or pairs are ranked. `best_of` None adds up every evening.

    `place_points` are those of the first places, `presence_points` those of every place after them. With
    fewer evenings than `min_evenings` a player has no place in the standings.
    """

    by_pair: bool = False
    counting: Counting = Counting.PLACE
    place_points: tuple[int, ...] = USUAL_PLACE_POINTS
    presence_points: int = 1
    best_of: int | None = None
    min_evenings: int = 1
    criteria: tuple[str, ...] = field(default=USUAL_CRITERIA)

    def points(self, place: int, figure: int) -> int:
        """The points of an evening before its weight. A shared place gives the points of that place."""
        if self.counting is not Counting.PLACE:
            return figure
        return self.place_points[place - 1] if place <= len(self.place_points) else self.presence_points


def verify(rules: Rules) -> None:
    """Raises SeasonImpossible for rules that contradict themselves."""
    if rules.best_of is not None and rules.best_of < 1:
        raise SeasonImpossible("best-of-none")
    if rules.min_evenings < 1:
        raise SeasonImpossible("no-evening-needed")
    if rules.best_of is not None and rules.min_evenings > rules.best_of:
        raise SeasonImpossible("more-needed-than-counted", needed=rules.min_evenings, counted=rules.best_of)
    if rules.counting is Counting.PLACE:
        _verify_table([*rules.place_points, rules.presence_points])
    _verify_criteria(rules.criteria)


def _verify_table(points: Sequence[int]) -> None:
    if points[-1] < 0:
        raise SeasonImpossible("points-below-nought", points=points[-1])
    for place, (above, below) in enumerate(pairwise(points), start=1):
        if below > above:
            raise SeasonImpossible("points-rise", place=place, above=above, below=below)
    if points[0] == 0:
        raise SeasonImpossible("points-all-nought")


def _verify_criteria(criteria: Sequence[str]) -> None:
    for key in criteria:
        if key not in CRITERIA:
            raise SeasonImpossible("criterion-unknown", key=key)
        if criteria.count(key) > 1:
            raise SeasonImpossible("criterion-twice", key=key)


# The season's standings: each place with its evenings, those that count and those that are dropped.

#: The id of a player, or the two ids of a pair, the smaller first.
Players = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """An entry's row of an evening's standings.

    `figure` is the score that a season of carried scores adds up, such as match points; 0 in a season of
    places, and where the standings lack it. `in_prizes` is false for an entry out of the prizes (FIELD,
    Substitution): it has played the evening but gets no points, and the places of the others stay as in the
    standings.
    """

    people: tuple[int, ...]
    place: int
    tied: bool
    figure: int
    won: int
    difference: int
    in_prizes: bool = True
    withdrawn: bool = False


def result_of(
    row: StoredRow, people: tuple[int, ...], counting: Counting, out_of_prizes: Container[int]
) -> Result:
    """The result of the entry of that row, whose players are `people`; `out_of_prizes` are entry numbers."""
    figures = {
        Counting.MATCH_POINTS: row["match_points"],
        Counting.VICTORY_POINTS: row.get("victory_points", 0),
        Counting.DIFFERENCE: row["difference"],
        Counting.SCORED: row["scored"],
    }
    return Result(
        people=people,
        place=row["place"],
        tied=row["tied"],
        figure=figures.get(counting, 0),
        won=row["won"],
        difference=row["difference"],
        in_prizes=row["number"] not in out_of_prizes,
        withdrawn=row["withdrawn"] and not row.get("expelled", False),
    )


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening of the season; it has weight 2 if it counts twice, and no results until it is played."""

    key: int
    results: tuple[Result, ...]
    weight: int = 1


#: The value of `decided_by` if the points differ.
POINTS = "points"


@dataclass(frozen=True, slots=True)
class Row:
    """One row; `place` is None for players with too few evenings to be ranked.

    `values` has one figure for each criterion, in order. `decided_by` is the reason why this row is ahead of
    the next: "points" or a criterion's key; None if they share the place, and in the last row. `evenings` are
    the evenings played, in order of time.
    """

    players: Players
    place: int | None
    tied: bool
    points: int
    values: tuple[int, ...]
    decided_by: str | None
    evenings: tuple[Kept, ...]

    @property
    def dropped(self) -> int:
        """The number of dropped results."""
        return sum(kept.dropped for kept in self.evenings)


def ranked_season(
    evenings: Sequence[Evening], rules: Rules, ranked: Collection[int] | None = None
) -> tuple[Row, ...]:
    """The season so far, first place first; `evenings` in order of time.

    `ranked` are the people eligible for a place, None for everybody; a pair needs both its players. The
    places of an evening never change, so leaving out a player changes nobody else's points. Rows that are
    level after all criteria share the place and are marked as tied: 1, 2, 2, 4. Rows with too few evenings
    come last, and have no place.
    """
    played: dict[Players, list[Kept]] = {}
    for evening in evenings:
        for result in evening.results:
            for players in _ranked_together(result, rules):
                if ranked is None or all(person in ranked for person in players):
                    played.setdefault(players, []).append(_kept(evening, result, rules))
    rows = [_row(players, kept, rules) for players, kept in played.items()]
    enough = [row for row in rows if len(row.evenings) >= rules.min_evenings]
    others = [row for row in rows if len(row.evenings) < rules.min_evenings]
    return (*_placed(sorted(enough, key=_standing), rules), *sorted(others, key=_standing))


def _ranked_together(result: Result, rules: Rules) -> Iterable[Players]:
    """The pair of a result, or each of its players. A single player's result belongs to no pair."""
    if not rules.by_pair:
        return [(person,) for person in result.people]
    return [tuple(sorted(result.people))] if len(result.people) == 2 else []


def _kept(evening: Evening, result: Result, rules: Rules) -> Kept:
    points = rules.points(result.place, result.figure) * evening.weight if result.in_prizes else 0
    return Kept(
        evening=evening.key,
        place=result.place,
        tied=result.tied,
        weight=evening.weight,
        points=points,
        counted=result.in_prizes,
        in_prizes=result.in_prizes,
        withdrawn=result.withdrawn,
        won=result.won,
        difference=result.difference,
    )


def _row(players: Players, kept: Sequence[Kept], rules: Rules) -> Row:
    evenings = _with_dropped(kept, rules.best_of)
    return Row(
        players=players,
        place=None,
        tied=False,
        points=sum(each.points for each in evenings if each.counted),
        values=tuple(CRITERIA[key].value(evenings) for key in rules.criteria),
        decided_by=None,
        evenings=evenings,
    )


def _with_dropped(kept: Sequence[Kept], best_of: int | None) -> tuple[Kept, ...]:
    """The evenings, those beyond the best `best_of` dropped; of two equal ones, the earlier counts."""
    counting = [at for at, each in enumerate(kept) if each.counted]
    if best_of is None or len(counting) <= best_of:
        return tuple(kept)
    # Sorting keeps the order of time among equals.
    best = set(sorted(counting, key=lambda at: -kept[at].points)[:best_of])
    return tuple(replace(each, counted=at in best) for at, each in enumerate(kept))


def _standing(row: Row) -> tuple[int, tuple[int, ...], Players]:
    return -row.points, tuple(-value for value in row.values), row.players


def _placed(rows: Sequence[Row], rules: Rules) -> Iterable[Row]:
    place = 1
    for at, row in enumerate(rows):
        above = at > 0 and _level(rows[at - 1], row)
        below = at + 1 < len(rows) and _level(row, rows[at + 1])
        place = place if above else at + 1
        decided = _decided(row, rows[at + 1], rules) if at + 1 < len(rows) else None
        yield replace(row, place=place, tied=above or below, decided_by=decided)


def _level(one: Row, other: Row) -> bool:
    return (one.points, one.values) == (other.points, other.values)


def _decided(one: Row, other: Row, rules: Rules) -> str | None:
    if one.points != other.points:
        return POINTS
    differing = zip(rules.criteria, one.values, other.values, strict=True)
    return next((key for key, mine, theirs in differing if mine != theirs), None)
