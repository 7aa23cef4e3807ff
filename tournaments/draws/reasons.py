"""Why each table of a draw is as it is, told by what stands between the two."""

from collections.abc import Mapping, Sequence

from tournaments.draws.inputs import Entrant, Rematches
from tournaments.draws.tables import Reason

Couple = tuple[int, int]


def explain(
    line: Sequence[Entrant], couples: Sequence[Couple], last_met: Mapping[Couple, int], rematches: Rematches
) -> list[Reason]:
    """One reason a couple, in their order; couples and the keys of ``last_met`` are positions in the line."""
    opponents = {one: other for couple in couples for one, other in (couple, couple[::-1])}
    avoided = last_met if rematches == "avoided" else {}
    return [_reason(line, couple, opponents, avoided) for couple in couples]


def _reason(
    line: Sequence[Entrant], couple: Couple, opponents: Mapping[int, int], avoided: Mapping[Couple, int]
) -> Reason:
    first, second = (line[position].rank for position in couple)
    if first is None or second is None:
        return Reason("by-lot")
    places = {"first": first, "second": second}
    if couple in avoided:
        return Reason("rematch", {**places, "turn": avoided[couple]})
    if couple[1] - couple[0] == 1:
        return Reason("neighbours", places)
    told = _kept_from(line, couple, avoided) or _taken(line, couple, opponents) or Reason("nearest")
    return Reason(told.code, {**places, **told.params})


def _kept_from(line: Sequence[Entrant], couple: Couple, avoided: Mapping[Couple, int]) -> Reason | None:
    """What keeps one of the couple from the nearest one between them, the better one asked first."""
    i, j = couple
    for at, other in [(i, between) for between in range(i + 1, j)] + [(j, at) for at in range(j - 1, i, -1)]:
        who, between = line[at], line[other]
        places = {"who": _place(who), "between": _place(between)}
        if None not in (who.fixed_table, between.fixed_table) and who.fixed_table != between.fixed_table:
            return Reason("tables-apart", places)
        turn = avoided.get((min(at, other), max(at, other)))
        if turn is not None:
            return Reason("already-met", {**places, "turn": turn})
    return None


def _taken(line: Sequence[Entrant], couple: Couple, opponents: Mapping[int, int]) -> Reason | None:
    """The nearest one between them, and the opponent who has a place to be named by."""
    between = couple[0] + 1
    opponent = line[opponents[between]].rank
    if opponent is None:
        return None
    return Reason("taken", {"between": _place(line[between]), "opponent": opponent})


def _place(entrant: Entrant) -> int:
    """The place of one who stands before somebody with a place, and therefore has one."""
    assert entrant.rank is not None  # noqa: S101
    return entrant.rank
