"""The sums behind each place: what each round gave to an entry.

Everything but a plain match counts as follows, under every criterion:

- a *bye* gives what `rules.rest_score` says; it is not a match played, won or lost;
- a *forfeited* match gives the match points of a loss, no points (or the lowest score of the round, if that
  is negative) and, if the rules say so, the difference of the round's biggest loser; its opponents have a
  bye;
- an *assigned* score counts as a match played with those points, without cappotti;
- a *penalty* takes points from the total, the difference and the points scored, or takes victory points or
  match points;
- *withdrawn* entries keep what they have, and so do their opponents;
- at tables of *more than two sides* the highest score wins, equal highest scores share the win, the others
  lose; a side concedes the highest score of another side. Where the game names the losers (Mattazza), all
  others have won. Points that are charges count as negative: fewer are better.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from tournaments.core.lots import lot
from tournaments.core.standings.results import Penalty, Ranked, Rest, Result
from tournaments.core.standings.rules import ByePolicy, Rules, VictoryTable, rest_score

LARGEST_LOT = 10**12  # exact in JavaScript; two of 200 lots are equal once in 50 million draws


class TurnLine(NamedTuple):
    """A round's game points, match points and opponents; only a match has a table and opponents.

    A tuple, because tens of thousands are made: a frozen dataclass takes four times as long.
    """

    turn: int
    table: int | None
    opponents: tuple[int, ...]
    scored: int
    conceded: int
    match_points: int
    rested: bool = False
    #: A forfeited match; points taken by the referee.
    forfeited: bool = False
    penalty: bool = False
    #: A score given by the referee.
    assigned: bool = False
    #: 0 where the ranking does not count them.
    victory_points: int = 0
    cappotti: int = 0
    #: Added to the points conceded by `FewestConceded`, so that nobody gains by not playing.
    unplayed: int = 0
    #: The points by which the side did better than the others with the same cards, and the victory points for
    #: them; 0 where the ranking does not compare boards.
    board_difference: int = 0
    board_points: int = 0

    @property
    def difference(self) -> int:
        return self.scored - self.conceded


class Tally(NamedTuple):
    """An entry, its rounds in order, their sums including byes, and the lot it drew."""

    entry: Ranked
    lines: tuple[TurnLine, ...]
    match_points: int
    scored: int
    conceded: int
    lot: int
    victory_points: int = 0
    cappotti: int = 0
    unplayed: int = 0
    #: The match points of the opponents met, if the ranking uses them.
    strength: int = 0
    #: The numbers of matches, also forfeited ones, and of byes.
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rested: int = 0
    board_difference: int = 0
    board_points: int = 0

    @property
    def difference(self) -> int:
        return self.scored - self.conceded


Lines = Mapping[int, Sequence[TurnLine]]


class Worth(NamedTuple):
    """The match points of a match won, level and lost; the table of victory points if they count."""

    win: int
    draw: int
    loss: int
    table: VictoryTable | None
    #: That table again, if boards are compared.
    of_boards: VictoryTable | None


def lines_of(
    results: Sequence[Result], rests: Sequence[Rest], penalties: Sequence[Penalty], rules: Rules
) -> Lines:
    """The lines of each entry by its id, in order of round."""
    lines: defaultdict[int, list[TurnLine]] = defaultdict(list)
    worth = worth_of(rules)
    for result in results:
        add_match(lines, result, worth)
    add_besides(lines, results, rests, penalties, rules)
    for own in lines.values():
        own.sort(key=attrgetter("turn"))
    return lines


def add_match(lines: defaultdict[int, list[TurnLine]], result: Result, worth: Worth) -> None:
    """Adds the lines of a match to its entries."""
    for at, side in enumerate(result.sides):
        line = _match_line(result, at, worth)
        for entry_id in side:
            lines[entry_id].append(line)


def add_besides(
    lines: defaultdict[int, list[TurnLine]],
    results: Sequence[Result],
    rests: Sequence[Rest],
    penalties: Sequence[Penalty],
    rules: Rules,
) -> None:
    """Adds the lines of byes and penalties; a bye depends on the results of its round."""
    if rests:
        of_turn: defaultdict[int, list[Result]] = defaultdict(list)
        for result in results:
            of_turn[result.turn].append(result)
        for rest in rests:
            lines[rest.entry].append(_rest_line(rest, rules, of_turn[rest.turn]))
    for penalty in penalties:
        lines[penalty.entry].append(_penalty_line(penalty, rules))


def lots_of(entries: Iterable[Ranked], lots_seed: int) -> dict[int, int]:
    """The lot that each entry draws on its number, by id."""
    return {entry.id: lot(lots_seed, "ranking", entry.number) % LARGEST_LOT for entry in entries}


def tallies(
    entries: Iterable[Ranked], lines: Lines, lots: Mapping[int, int], rules: Rules
) -> Iterator[Tally]:
    """One tally for each entry, in order, also for entries that have not played yet."""
    worth = worth_of(rules)
    return (_tally(entry, tuple(lines.get(entry.id, ())), lots[entry.id], worth) for entry in entries)


def with_strength(counted: Sequence[Tally]) -> list[Tally]:
    """The tallies with the match points of the opponents that each has met."""
    points = {tally.entry.id: tally.match_points for tally in counted}
    return [tally._replace(strength=_strength(tally, points)) for tally in counted]


def _strength(tally: Tally, points: Mapping[int, int]) -> int:
    met = sum(
        sum(points[each] for each in line.opponents) // len(line.opponents)
        for line in tally.lines
        if line.opponents
    )
    return met + tally.match_points * tally.rested


def _rest_line(rest: Rest, rules: Rules, played: Sequence[Result]) -> TurnLine:
    if rest.forfeited:
        return _forfeited_line(rest, rules, played)
    score = rest_score(rules.bye, played, rules.scale, rules.table)
    line = TurnLine(
        rest.turn,
        None,
        (),
        score.scored,
        score.conceded,
        score.match_points,
        rested=True,
        victory_points=score.victory_points if rules.counts_victory_points else 0,
        unplayed=0 if rules.bye is ByePolicy.WIN_AND_AVERAGE else _average_conceded(played),
    )
    return _with_boards(line, rules, played, score.victory_points) if rules.compares_boards else line


def _with_boards(line: TurnLine, rules: Rules, played: Sequence[Result], victory_points: int) -> TurnLine:
    """The line of a bye where boards are compared: as elsewhere, but by the average swing of the round."""
    swings = [abs(result.swing) for result in played if result.swing is not None]
    if rules.bye is not ByePolicy.WIN_AND_AVERAGE or not swings:
        return line._replace(board_points=victory_points)
    average = sum(swings) // len(swings)
    return line._replace(board_difference=average, board_points=rules.table.points(average))


def _forfeited_line(rest: Rest, rules: Rules, played: Sequence[Result]) -> TurnLine:
    """The line of a forfeit: 0, but never better than the biggest loser of the round."""
    scored = min([0, *(min(result.points) for result in played)])
    most = max(_conceded(played), default=0)
    conceded = scored + _widest_margin(played) if rules.forfeits_lose_most else 0
    return TurnLine(
        rest.turn,
        None,
        (),
        scored,
        conceded,
        rules.scale.loss,
        forfeited=True,
        unplayed=most - conceded,
        board_difference=-_widest_swing(played) if rules.compares_boards and rules.forfeits_lose_most else 0,
    )


def _widest_swing(played: Iterable[Result]) -> int:
    return max((abs(result.swing) for result in played if result.swing is not None), default=0)


def _widest_margin(played: Iterable[Result]) -> int:
    """The largest margin of a losing side; 0 if no side was behind."""
    behind = (
        _best_other(result.points, at) - own for result in played for at, own in enumerate(result.points)
    )
    return max(behind, default=0)


def _conceded(played: Iterable[Result]) -> list[int]:
    return [_best_other(result.points, at) for result in played for at in range(len(result.points))]


def _average_conceded(played: Iterable[Result]) -> int:
    """The average of the points conceded at the tables, rounded down; 0 where nobody played."""
    conceded = _conceded(played)
    return sum(conceded) // len(conceded) if conceded else 0


def _penalty_line(penalty: Penalty, rules: Rules) -> TurnLine:
    victory_points = -penalty.victory_points if rules.counts_victory_points else 0
    return TurnLine(
        penalty.turn,
        None,
        (),
        -penalty.points,
        0,
        -penalty.match_points,
        penalty=True,
        victory_points=victory_points,
        board_difference=-penalty.points if rules.compares_boards else 0,
        board_points=-penalty.victory_points if rules.compares_boards else 0,
    )


def _best_other(points: Sequence[int], side: int) -> int:
    if len(points) == 2:
        return points[1 - side]
    return max(score for other, score in enumerate(points) if other != side)


def worth_of(rules: Rules) -> Worth:
    scale = rules.scale
    of_boards = rules.table if rules.compares_boards else None
    return Worth(
        scale.win, scale.draw, scale.loss, rules.table if rules.counts_victory_points else None, of_boards
    )


def _match_line(result: Result, side: int, worth: Worth) -> TurnLine:
    """The line of all entries of that side; positional, because keyword arguments take three times as
    long.
    """
    turn, table, sides, points, assigned, lost, cappotti, swing = result
    own, best = points[side], _best_other(points, side)
    if lost is None:
        match_points = worth.win if own > best else worth.loss if own < best else worth.draw
    else:
        match_points = worth.loss if lost[side] else worth.win
    rested = forfeited = penalty = False
    board_difference = board_points = 0
    if worth.of_boards:
        # An assigned score has no boards: it is worth its own margin in victory points.
        board_difference = 0 if swing is None else swing if side == 0 else -swing
        board_points = (
            worth.of_boards.of_side(points, side)
            if swing is None
            else worth.of_boards.points(board_difference)
        )
    return TurnLine(
        turn,
        table,
        _opponents(sides, side),
        own,
        best,
        match_points,
        rested,
        forfeited,
        penalty,
        assigned,
        worth.table.of_side(points, side) if worth.table else 0,
        cappotti[side] if cappotti else 0,
        0,
        board_difference,
        board_points,
    )


def _opponents(sides: Sequence[tuple[int, ...]], side: int) -> tuple[int, ...]:
    if len(sides) == 2:
        return sides[1 - side]
    return tuple(entry for other, entries in enumerate(sides) if other != side for entry in entries)


def _tally(entry: Ranked, lines: tuple[TurnLine, ...], lot: int, worth: Worth) -> Tally:
    """The tally in one pass over the lines, because with thousands of pairs every pass costs time."""
    match_points = scored = conceded = victory_points = cappotti = unplayed = rested = 0
    board_difference = board_points = 0
    ended = []
    for line in lines:
        if line.rested:
            rested += 1
        elif not line.penalty:
            ended.append(line.match_points)
        match_points += line.match_points
        scored += line.scored
        conceded += line.conceded
        victory_points += line.victory_points
        cappotti += line.cappotti
        unplayed += line.unplayed
        board_difference += line.board_difference
        board_points += line.board_points
    won, drawn, lost = ended.count(worth.win), ended.count(worth.draw), ended.count(worth.loss)
    strength = 0  # the opponents' points are added later: `with_strength`
    return Tally(
        entry,
        lines,
        match_points,
        scored,
        conceded,
        lot,
        victory_points,
        cappotti,
        unplayed,
        strength,
        won,
        drawn,
        lost,
        rested,
        board_difference,
        board_points,
    )
