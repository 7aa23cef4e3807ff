"""The season's classifica: for each place the evenings behind it, which count, which are dropped, and why."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.seasons.criteria import CRITERIA, Kept
from tournaments.seasons.evenings import Evening, Result, Who
from tournaments.seasons.rules import Rules

#: `decided_by` where the points are not the same.
POINTS = "points"


@dataclass(frozen=True, slots=True)
class Row:
    """One line; `place` is None for who has played too few evenings to be ranked.

    `values` has one figure for each criterion, in their order. `decided_by` is what puts this line ahead of
    the next: "points", a criterion's key, None where they share the place and in the last line. `evenings`
    are those played, in order of time.
    """

    who: Who
    place: int | None
    tied: bool
    points: int
    values: tuple[int, ...]
    decided_by: str | None
    evenings: tuple[Kept, ...]

    @property
    def dropped(self) -> int:
        """How many results are excluded."""
        return sum(kept.dropped for kept in self.evenings)


def classifica(
    evenings: Sequence[Evening], rules: Rules, ranked: Collection[int] | None = None
) -> tuple[Row, ...]:
    """The season so far, first place first; `evenings` in order of time.

    `ranked` are the people who may have a place, None for all of them; of a coppia both must be there. An
    evening's places stay as they were: who is not ranked keeps the points from nobody and gives them to
    nobody. Who is level after every criterion shares the place, flagged: 1, 2, 2, 4. Those with too few
    evenings follow without a place.
    """
    played: dict[Who, list[Kept]] = {}
    for evening in evenings:
        for result in evening.results:
            for who in _whose(result, rules):
                if ranked is None or all(person in ranked for person in who):
                    played.setdefault(who, []).append(_kept(evening, result, rules))
    rows = [_row(who, kept, rules) for who, kept in played.items()]
    enough = [row for row in rows if len(row.evenings) >= rules.min_evenings]
    others = [row for row in rows if len(row.evenings) < rules.min_evenings]
    return (*_placed(sorted(enough, key=_standing), rules), *sorted(others, key=_standing))


def _whose(result: Result, rules: Rules) -> Iterable[Who]:
    """Whose result it is: of the coppia, or of each of its players. One of a single player is no coppia's."""
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


def _row(who: Who, kept: Sequence[Kept], rules: Rules) -> Row:
    evenings = _with_dropped(kept, rules.best_of)
    return Row(
        who=who,
        place=None,
        tied=False,
        points=sum(each.points for each in evenings if each.counted),
        values=tuple(CRITERIA[key].value(evenings) for key in rules.criteria),
        decided_by=None,
        evenings=evenings,
    )


def _with_dropped(kept: Sequence[Kept], best_of: int | None) -> tuple[Kept, ...]:
    """The same evenings, those beyond the best dropped; of two as good the one played first counts."""
    counting = [at for at, each in enumerate(kept) if each.counted]
    if best_of is None or len(counting) <= best_of:
        return tuple(kept)
    # Sorting keeps the order of time among equals.
    best = set(sorted(counting, key=lambda at: -kept[at].points)[:best_of])
    return tuple(replace(each, counted=at in best) for at, each in enumerate(kept))


def _standing(row: Row) -> tuple[int, tuple[int, ...], Who]:
    return -row.points, tuple(-value for value in row.values), row.who


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
