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
        # Nothing, and never more than who lost most at a table: where losers pay, nothing would be a reward.
        least = min((min(result.points) for result in played), default=0)
        return TurnLine(rest.turn, None, (), min(0, least), 0, LOSS, forfeited=True)
    score = rest_score(bye, played)
    return TurnLine(rest.turn, None, (), score.scored, score.conceded, score.match_points, rested=True)


def _match_lines(result: Result) -> list[tuple[int, TurnLine]]:
    """The line of each entry at the table; the entries of a side all get the side's points.

    Of several sides the highest wins, those as high share it, and the others lose; what a side concedes is
    the most that another has scored.
    """
    lines = []
    for at, (side, points) in enumerate(zip(result.sides, result.points, strict=True)):
        others = tuple(entry for other in result.sides if other is not side for entry in other)
        best = max(score for other, score in enumerate(result.points) if other != at)
        match_points = WIN if points > best else LOSS if points < best else DRAW
        line = TurnLine(
            result.turn, result.table, others, points, best, match_points, assigned=result.assigned
        )
        lines += [(entry, line) for entry in side]
    return lines


def _tally(entry: Ranked, lines: Sequence[TurnLine], lots_seed: int) -> Tally:
    return Tally(
        entry=entry,
        lines=tuple(sorted(lines, key=lambda line: line.turn)),
        match_points=sum(line.match_points for line in lines),
        scored=sum(line.scored for line in lines),
        conceded=sum(line.conceded for line in lines),
        lot=lot(lots_seed, "ranking", entry.number) % LARGEST_LOT,
    )
