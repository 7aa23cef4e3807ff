"""A tournament's game at one of its tables: chairs, dealers, the end of the match; and the pace of a round.

A *player* is named as in the engine (A1, B1 …); a *position* is the name of the chair: N, W, S, E where two
pairs play, else a number. Both are in the order of play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, cached_property
from typing import Any, Final

import scoring
from scoring.game import SEATS as COMPASS

Points = Mapping[str, int]

#: The number that stands for a whole match of which only the totals are known: no deal has it, and a match
#: with it has no deals.
WHOLE_MATCH = 0
#: Rows on a score sheet for a match with an open number of deals.
OPEN_SHEET = 6


@dataclass(frozen=True)
class TablePlay:
    """The game of a tournament at a table of that many people."""

    game: scoring.Game
    people: int
    #: Deals of the match; None where a target or an agreement ends it.
    deals: int | None = None
    target: int | None = None
    agreement: str | None = None
    #: The last deal that counts, where the clock ended the match; None where it ends by itself.
    last: int | None = None

    @property
    def due(self) -> int | None:
        """The number of deals to be played, as far as it is fixed; None where it is open."""
        return self.deals if self.deals is None or self.last is None else min(self.deals, self.last)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players' names in the engine, in the order of play."""
        sitting = [player for player in self.game.players if player not in self.game.dummies]
        return tuple(sitting[: self.people])

    @cached_property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(player[0] for player in self.players))

    @property
    def of_pairs(self) -> bool:
        """Whether a side is a pair; else everybody plays alone."""
        return len(self.sides) < len(self.players)

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """The chairs of `players`."""
        if self.of_pairs:
            return COMPASS
        return tuple(str(number) for number in range(1, self.people + 1))

    def player_at(self, position: str) -> str:
        return self.players[self.positions.index(position)]

    def positions_of(self, side: str) -> tuple[str, ...]:
        """The chairs of a side, in the order of play."""
        return tuple(
            position
            for position, player in zip(self.positions, self.players, strict=True)
            if player[0] == side
        )

    def outcome(self, points: Sequence[Points]) -> scoring.Outcome | None:
        """The outcome of the match, from the points of its deals in order; None while it goes on.

        In a game whose every deal is a match, the table plays `deals` of them and the highest sum wins. Deals
        after the end are ignored; `ended_with` returns the last one that counts. A match ended by the clock
        goes to the side that is ahead.
        """
        if self.game.deals == 1:
            return self._sum_of_matches(points)
        counted = points[: self.ended_with(points)]
        ended = scoring.outcome(self.game.key, counted, self.target, self.agreement)
        return self._as_it_stands(counted) if ended is None and len(counted) == self.last else ended

    def result(self, points: Mapping[int, Points]) -> scoring.Outcome | None:
        """The outcome of the match, from the points of its deals by number, or from its totals."""
        if WHOLE_MATCH not in points:
            return self.outcome(in_order(points))
        totals = points[WHOLE_MATCH]
        if self.deals is not None:
            return self._highest([totals])
        ended = scoring.outcome(self.game.key, [totals], self.target, self.agreement)
        return self._as_it_stands([totals]) if ended is None and self.last else ended

    def _as_it_stands(self, points: Sequence[Points]) -> scoring.Outcome:
        """The end by the clock: the best side wins; where the fewest points win, the worst ones lose."""
        sums = self.totals(points)
        fewest = self.game.fewest_win
        best, worst = sorted((min(sums.values()), max(sums.values())), reverse=not fewest)
        leading = [side for side in self.sides if sums[side] == best]
        losers = tuple(side for side in self.sides if fewest and best != worst and sums[side] == worst)
        return scoring.Outcome("time-over", leading[0] if len(leading) == 1 else None, losers=losers)

    def ended_with(self, points: Sequence[Points]) -> int | None:
        """The number of deals after which the match ended; None while it goes on."""
        if self.due is not None:
            return self.due if len(points) >= self.due else None
        for played in range(1, len(points) + 1):
            so_far = points[:played]
            if played == self.last or scoring.outcome(self.game.key, so_far, self.target, self.agreement):
                return played
        return None

    def _sum_of_matches(self, points: Sequence[Points]) -> scoring.Outcome | None:
        if len(points) < (self.due or 1):
            return None
        return self._highest(points)

    def _highest(self, points: Sequence[Points]) -> scoring.Outcome:
        sums = self.totals(points)
        best = [side for side in self.sides if sums[side] == max(sums.values())]
        return scoring.Outcome("deals-played", best[0] if len(best) == 1 else None)

    def totals(self, points: Sequence[Points]) -> dict[str, int]:
        """The sum of the deals' points, by side."""
        return {side: sum(each.get(side, 0) for each in points) for side in self.sides}

    def still_playing(self, points: Sequence[Points]) -> tuple[str, ...]:
        """The sides that play the deal after these."""
        if not self.game.playing or not points:
            return self.sides
        counted = points[: self.ended_with(points)]
        return scoring.still_playing(self.game.key, counted, self.target, self.agreement)

    def numbers(self, points: Mapping[int, Points]) -> range:
        """The numbers of the deals on the score sheet; in a match without a fixed number, one more than are
        entered, until it is over. Only `WHOLE_MATCH` where the totals of the match are entered instead."""
        if WHOLE_MATCH in points:
            return range(WHOLE_MATCH, WHOLE_MATCH + 1)
        if self.due is not None:
            return range(1, self.due + 1)
        written = max(points, default=0)
        goes_on = len(points) == written and self.outcome(in_order(points)) is None
        shown = written + (1 if goes_on or len(points) < written else 0)
        return range(1, min(shown, self.last or shown) + 1)

    def is_over(self, points: Mapping[int, Points]) -> bool:
        """Whether the match has ended with the deals entered, or its totals."""
        return self.end(points) is not None

    def end(self, points: Mapping[int, Points]) -> scoring.Outcome | None:
        """The outcome of a match that has ended with the deals entered, or its totals; else None."""
        has_all = WHOLE_MATCH in points or len(points) == max(points, default=0)
        return self.result(points) if has_all and points else None

    def missing(self, points: Mapping[int, Points]) -> list[int]:
        """The deals of `numbers` that are not entered yet."""
        return [number for number in self.numbers(points) if number not in points]

    def dealers(
        self,
        first: str,
        numbers: range,
        written: Mapping[int, Mapping[str, Any]],
        points: Mapping[int, Points],
    ) -> list[str]:
        """The position of each deal's dealer, from the first dealer on; "" where it is not known yet.

        ``written`` has the entered deals by number, ``points`` their points: in some games the next dealer
        depends on what was entered, and the side that sits out depends on the points.
        """
        dealer, dealers = self.player_at(first), [first]
        for number in numbers[1:]:
            last = written.get(number - 1, {})
            if dealers[-1] == "" or ("soloist" in self.game.facts and "soloist" not in last):
                dealers.append("")
                continue
            soloist = f"{last['soloist']}1" if "soloist" in self.game.facts else None
            playing = self.still_playing(in_order(_before(points, number)))
            resting = tuple(player for player in self.players if player[0] not in playing)
            dealer = _next_dealer(self.game.key, dealer, soloist, self.players, resting)
            dealers.append(self.positions[self.players.index(dealer)])
        return dealers[: len(numbers)]


@cache
def _next_dealer(
    game: str, dealer: str, soloist: str | None, players: tuple[str, ...], resting: tuple[str, ...]
) -> str:
    """The next dealer; cached, because at a hundred tables only a few different cases occur."""
    return scoring.next_dealer(game, dealer, soloist=soloist, players=players, resting=resting)


def _before(points: Mapping[int, Points], number: int) -> dict[int, Points]:
    return {each: added for each, added in points.items() if each < number}


def in_order(points: Mapping[int, Points]) -> list[Points]:
    """The points in the order of the deals."""
    return [points[number] for number in sorted(points)]


# The pace of a round: the tables that have been silent for too long, and the time when the last one ends.
#
# The times are arguments; the clock is never read.

#: A deal is late if it takes this many times the usual pace; less may be normal.
LATE_AFTER: Final = 1.75


@dataclass(frozen=True)
class TablePace:
    """The times at which a table's deals came in."""

    table: int
    entered_at: tuple[datetime, ...]
    #: The expected number of deals of its match; None where all tables have the same number.
    deals: int | None = None

    def missing(self, usual: int) -> int:
        """Deals still to come in."""
        return max(0, (usual if self.deals is None else self.deals) - len(self.entered_at))


@dataclass(frozen=True)
class Forecast:
    """The time when the round will be done, the slowest table, and the tables silent for too long."""

    #: None once every table is done.
    ends_at: datetime | None
    table: int | None
    silent: frozenset[int]


def forecast(
    tables: Sequence[TablePace], deals: int, started_at: datetime, now: datetime, turn: timedelta
) -> Forecast:
    """The forecast, from the median time between two deals of a table.

    Until a deal is in, the pace is the round's time divided by its deals. It is never less than a third of
    that, because a table that sends all its deals together would make the others look slow. A late deal is
    expected now.
    """
    pace = _pace(tables, started_at, turn / deals)
    ends = {each.table: _end(each, deals, started_at, now, pace) for each in tables if each.missing(deals)}
    if not ends:
        return Forecast(None, None, frozenset())
    last = max(ends, key=lambda table: (ends[table], table))
    silent = {
        each.table
        for each in tables
        if each.table in ends and now - _last(each, started_at) > pace * LATE_AFTER
    }
    return Forecast(ends[last], last, frozenset(silent))


def _pace(tables: Sequence[TablePace], started_at: datetime, expected: timedelta) -> timedelta:
    gaps = [
        later - earlier
        for each in tables
        for earlier, later in zip(
            (started_at, *sorted(each.entered_at)), sorted(each.entered_at), strict=False
        )
    ]
    return max(sorted(gaps)[len(gaps) // 2], expected / 3) if gaps else expected


def _end(table: TablePace, deals: int, started_at: datetime, now: datetime, pace: timedelta) -> datetime:
    next_deal = max(_last(table, started_at) + pace, now)
    return next_deal + pace * (table.missing(deals) - 1)


def _last(table: TablePace, started_at: datetime) -> datetime:
    return max(table.entered_at, default=started_at)
