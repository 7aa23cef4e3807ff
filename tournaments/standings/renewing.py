"""Which classifiche have to be made again, and what they are then."""

import gc
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter

from tournaments.standings.criteria import chosen
from tournaments.standings.facts import Facts, Settled, beginning, digest_after
from tournaments.standings.ranking import Row, ranked
from tournaments.standings.results import Ranked, verify
from tournaments.standings.rules import Rules
from tournaments.standings.storing import Stored, Storing
from tournaments.standings.tallies import TurnLine, add_lines, lots_of, tallies


@dataclass(frozen=True, slots=True)
class Renewed:
    """The classifica after a turn: its digest, its rows, and the rows as they are stored."""

    turn: int
    digest: str
    rows: tuple[Row, ...]
    stored: list[Stored]


def renewed(facts: Facts, rules: Rules, lots_seed: int, kept: Mapping[int, str]) -> list[Renewed]:
    """The classifica of every turn whose digest is not the one kept, in order of turn.

    Linear in what was played, but for the sorting. Raises `RankingError` as `standings` does.
    """
    made = _turn_by_turn if facts.course.is_plain else _by_the_course
    return list(made(facts, rules, lots_seed, kept))


def _by_the_course(facts: Facts, rules: Rules, lots_seed: int, kept: Mapping[int, str]) -> Iterator[Renewed]:
    """As the way to the end has it, which looks at everything that was played until then."""
    settled, storing = facts.settled(), Storing(rules, share=True)
    for turn, digest in settled.digests(facts.turns, rules, lots_seed).items():
        if kept.get(turn) != digest:
            rows = settled.until(turn).standings(rules, lots_seed)
            yield Renewed(turn, digest, rows, storing.rows(rows))


def _turn_by_turn(facts: Facts, rules: Rules, lots_seed: int, kept: Mapping[int, str]) -> Iterator[Renewed]:
    """The same where the classifica alone counts: each turn is read, verified, digested and added to the sums
    while it is at hand, and an entry's lines are summed and made into what is stored while they are. Of
    thousands of pairs, going through memory again costs more than the computing."""
    asked, digest, last = chosen(rules.criteria), beginning(rules, lots_seed), facts.last_turn
    lines: defaultdict[int, list[TurnLine]] = defaultdict(list)
    there: list[Ranked] = []
    storing: Storing | None = None
    for turn, alone in facts.turn_by_turn():
        there = _with_new(there, alone)
        verify(there, alone.results, alone.rests, alone.penalties)
        digest = digest_after(digest, [what for _turn, what in alone.said()])
        add_lines(lines, alone.results, alone.rests, alone.penalties, rules)
        if kept.get(turn) != digest:
            # After a turn that has changed, all have: they share the lines of the turns before.
            storing = storing or Storing(rules, share=turn < last)
            counted, told = [], {}
            for tally in tallies(there, lines, lots_of(there, lots_seed), rules):
                counted.append(tally)
                told[tally.entry.id] = storing.lines(tally.lines)
            rows = ranked(counted, asked, rules)
            yield Renewed(turn, digest, rows, [storing.row(row, told[row.entry]) for row in rows])


def _with_new(there: list[Ranked], alone: Settled) -> list[Ranked]:
    """Those who had a place before the turn and those who have one since, by number."""
    known = {each.number for each in there}
    new = [each for each in alone.ranked() if each.number not in known]
    return sorted((*there, *new), key=attrgetter("number")) if new else there


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the collector of cycles, from before the facts are read until what was made of them is stored
    and gone. It is all trees: of thousands of lines the collector would look at each, and again and again at
    the whole process, for nothing. Whoever found it at work sets it to work again."""
    at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if at_work:
            gc.enable()
