"""The sum behind each place: what every turn gave to an entry."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.lots import lot
from tournaments.standings.byes import DRAW, LOSS, WIN, ByePolicy, rest_score
from tournaments.standings.results import Penalty, Ranked, Rest, Result

LARGEST_LOT = 10**12  # short enough for JavaScript's numbers; two of 200 are equal once in 50 million draws


@dataclass(frozen=True, slots=True)
class TurnLine:
    """What one turn gave: game points, match points, against whom; a rest has neither table nor opponents."""

    turn: int
    table: int | None
    opponents: tuple[int, ...]
    scored: int
    conceded: int
    match_points: int
    rested: bool = False
    #: A match lost a tavolino; points taken by the referee.
    forfeited: bool = False
    penalty: bool = False
    #: A score given by the referee.
    assigned: bool = False

    @property
    def difference(self) -> int:
        return self.scored - self.conceded


@dataclass(frozen=True, slots=True)
class Tally:
    """An entry, its turns in order, their sums with the rests included, and the lot it drew."""

    entry: Ranked
    lines: tuple[TurnLine, ...]
    match_points: int
    scored: int
    conceded: int
    lot: int

    @property
    def difference(self) -> int:
        return self.scored - self.conceded


def tallies(
    entries: Sequence[Ranked],
    results: Sequence[Result],
    rests: Sequence[Rest],
    bye: ByePolicy,
    lots_seed: int,
    penalties: Sequence[Penalty] = (),
) -> list[Tally]:
    """One tally an entry, in the order of the entries; also for those who have not played yet."""
    lines: defaultdict[int, list[TurnLine]] = defaultdict(list)
    of_turn: defaultdict[int, list[Result]] = defaultdict(list)
    for result in results:
        of_turn[result.turn].append(result)
        for entry_id, line in _match_lines(result):
            lines[entry_id].append(line)
    for rest in rests:
        lines[rest.entry].append(_rest_line(rest, bye, of_turn[rest.turn]))
    for taken in penalties:
        lines[taken.entry].append(TurnLine(taken.turn, None, (), -taken.points, 0, 0, penalty=True))
    return [_tally(entry, lines[entry.id], lots_seed) for entry in entries]


def _rest_line(rest: Rest, bye: ByePolicy, played: Sequence[Result]) -> TurnLine:
    if rest.forfeited:
        return TurnLine(rest.turn, None, (), 0, 0, LOSS, forfeited=True)
    score = rest_score(bye, played)
    return TurnLine(rest.turn, None, (), score.scored, score.conceded, score.match_points, rested=True)


def _match_lines(result: Result) -> list[tuple[int, TurnLine]]:
    """The line of each entry at the table; the entries of a side all get the side's points."""
    a, b = result.points_a, result.points_b
    for_a, for_b = (WIN, LOSS) if a > b else (LOSS, WIN) if a < b else (DRAW, DRAW)
    line_a = TurnLine(result.turn, result.table, result.side_b, a, b, for_a, assigned=result.assigned)
    line_b = TurnLine(result.turn, result.table, result.side_a, b, a, for_b, assigned=result.assigned)
    return [(entry, line_a) for entry in result.side_a] + [(entry, line_b) for entry in result.side_b]


def _tally(entry: Ranked, lines: Sequence[TurnLine], lots_seed: int) -> Tally:
    return Tally(
        entry=entry,
        lines=tuple(sorted(lines, key=lambda line: line.turn)),
        match_points=sum(line.match_points for line in lines),
        scored=sum(line.scored for line in lines),
        conceded=sum(line.conceded for line in lines),
        lot=lot(lots_seed, "ranking", entry.number) % LARGEST_LOT,
    )
