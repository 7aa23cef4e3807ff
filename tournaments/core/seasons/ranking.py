"""The season's standings: each place with its evenings, those that count and those that are dropped."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.core.seasons.rules import CRITERIA, Kept, Rules

#: The id of a player, or the two ids of a pair, the smaller first.
Players = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """An entry's row of an evening's standings.

    `figure` is the score that a season of carried scores adds up: match points or a difference. `in_prizes`
    is false for an entry out of the prizes (FIELD, Substitution): it has played the evening but gets no
    points, and the places of the others stay as in the standings.
    """

    people: tuple[int, ...]
    place: int
    tied: bool
    figure: int
    won: int
    difference: int
    in_prizes: bool = True
    withdrawn: bool = False


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
