"""The classifica of each girone by itself: the same sums, of its own turns alone.

Neither a final that follows nor a penalty given in it changes anything here.
"""

from collections import defaultdict
from collections.abc import Iterable

from tournaments.standings.criteria import chosen
from tournaments.standings.ranking import Row, ranked
from tournaments.standings.results import Ranked
from tournaments.standings.rules import Rules
from tournaments.standings.tallies import TurnLine, lots_of, tallies


def of_gironi(
    rows: Iterable[Row], rules: Rules, lots_seed: int, last_turn: int | None = None
) -> dict[int, tuple[Row, ...]]:
    """Of each girone by its number its classifica, as `standings` makes it of the turns up to `last_turn`.

    From the rows of the evening's, without looking at what was played; no girone where no row is in one.
    ``place`` and ``tied`` are those in the girone, ``per_turn`` has its turns only.
    """
    there = [row for row in rows if row.group is not None]
    entries = [Ranked(row.entry, row.number, row.withdrawn) for row in there]
    lines = {row.entry: _until(row.per_turn, last_turn) for row in there}
    counted = list(tallies(entries, lines, lots_of(entries, lots_seed), rules))
    together: defaultdict[int, set[int]] = defaultdict(set)
    for row in there:
        together[row.group or 0].add(row.entry)
    asked = chosen(rules.criteria)
    return {group: ranked(counted, asked, rules, together[group]) for group in sorted(together)}


def _until(lines: Iterable[TurnLine], turn: int | None) -> tuple[TurnLine, ...]:
    return tuple(line for line in lines if turn is None or line.turn <= turn)
