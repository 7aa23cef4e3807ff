"""Why those at a larger table sit together, told by who is missing between them.

| code | what it stands for | params besides first, last |
| --- | --- | --- |
| ``by-lot`` | one of them, or more, had no place yet | none, not even first and last |
| ``in-a-row`` | they stand next to each other | |
| ``some-met`` | *who* and *other* met in *turn*, as did *couples* in all | who, other, turn, couples |
| ``apart-having-met`` | *who* and *between*, who sits elsewhere, met in *turn* | who, between, turn |
| ``apart-by-table`` | *who* and *between* have each a fixed table | who, between |
| ``near-ones`` | the tables nearest in the classifica have it so | |

All params but *turn* and *couples* are places in the classifica.
"""

from collections.abc import Sequence

from tournaments.draws.inputs import Rematches
from tournaments.draws.line import Line
from tournaments.draws.tables import Reason


def explain(line: Line, group: Sequence[int], rematches: Rematches) -> Reason:
    """The reason of a table, its players given by their positions in the line, the best first."""
    ranks = [line.entrants[at].rank for at in group]
    places = [rank for rank in ranks if rank is not None]
    if len(places) < len(group):
        return Reason("by-lot")
    span = {"first": places[0], "last": places[-1]}
    told = (_met_again(line, group) if rematches == "avoided" else None) or _in_a_row(group)
    told = told or _missing(line, group, rematches) or Reason("near-ones")
    return Reason(told.code, {**span, **told.params})


def _met_again(line: Line, group: Sequence[int]) -> Reason | None:
    """The latest meeting of two who sit here, and how many couples have met."""
    met = [
        (line.last_met[i, j], line.entrants[i].rank or 0, line.entrants[j].rank or 0)
        for i in group
        for j in group
        if (i, j) in line.last_met
    ]
    if not met:
        return None
    turn, who, other = max(met, key=lambda meeting: (meeting[0], -meeting[1], -meeting[2]))
    return Reason("some-met", {"who": who, "other": other, "turn": turn, "couples": len(met)})


def _in_a_row(group: Sequence[int]) -> Reason | None:
    return Reason("in-a-row") if group[-1] - group[0] == len(group) - 1 else None


def _missing(line: Line, group: Sequence[int], rematches: Rematches) -> Reason | None:
    """The first one in between who has met somebody here, or whose fixed table is another."""
    for between in (at for at in range(group[0], group[-1]) if at not in group):
        for at in group:
            who, missing = line.entrants[at], line.entrants[between]
            params = {"who": who.rank or 0, "between": missing.rank or 0}
            if None not in (who.fixed_table, missing.fixed_table) and who.fixed_table != missing.fixed_table:
                return Reason("apart-by-table", params)
            turn = line.last_met.get((min(at, between), max(at, between)))
            if turn is not None and rematches == "avoided":
                return Reason("apart-having-met", {**params, "turn": turn})
    return None
