"""Which classifiche have to be made again, and what they are then."""

import gc
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass

from tournaments.standings.criteria import chosen
from tournaments.standings.digests import beginning, digest_after, said_of, said_of_penalty, said_of_rest
from tournaments.standings.facts import Facts, Turn
from tournaments.standings.ranking import Row, ranked
from tournaments.standings.results import Ranked, verify_penalties, verify_turn
from tournaments.standings.rules import Rules
from tournaments.standings.storing import Storing, whole
from tournaments.standings.tallies import TurnLine, add_besides, add_match, lots_of, tallies, worth_of


@dataclass(frozen=True, slots=True)
class Renewed:
    """The classifica after a turn: its digest, its rows, and the rows as they are stored."""

    turn: int
    digest: str
    rows: tuple[Row, ...]
    stored: str


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
            yield Renewed(turn, digest, rows, storing.text(rows))


def _turn_by_turn(facts: Facts, rules: Rules, lots_seed: int, kept: Mapping[int, str]) -> Iterator[Renewed]:
    """The same where the classifica alone counts: each result is read, digested and added to the lines while
    it is at hand, and an entry's lines are summed and written while they are. Of thousands of pairs, going
    through memory again costs more than the computing."""
    asked, digest = chosen(rules.criteria), beginning(rules, lots_seed, facts.course)
    lines: defaultdict[int, list[TurnLine]] = defaultdict(list)
    there: set[int] = set()
    storing: Storing | None = None
    for turn in facts.turn_by_turn():
        there.update(turn.new, [rest.entry for rest in turn.rests])
        digest = digest_after(digest, _taken_in(turn, lines, there, rules))
        if kept.get(turn.number) != digest:
            # After a turn that has changed, all have: they share the lines of the turns before.
            storing = storing or Storing(rules, share=not turn.is_last)
            counted, told = [], {}
            ranks = [Ranked(number, number) for number in sorted(there)]
            for tally in tallies(ranks, lines, lots_of(ranks, lots_seed), rules):
                counted.append(tally)
                told[tally.entry.id] = storing.lines(tally.lines)
            rows = ranked(counted, asked, rules)
            yield Renewed(
                turn.number, digest, rows, whole([storing.row(row, told[row.entry]) for row in rows])
            )


def _taken_in(
    turn: Turn, lines: defaultdict[int, list[TurnLine]], there: Set[int], rules: Rules
) -> list[str]:
    """What a turn gave, added to the lines; and all that is said of it. Raises `RankingError`."""
    said = [repr(number) for number in turn.new]
    worth, busy, results = worth_of(rules), [rest.entry for rest in turn.rests], []
    for result in turn.results:
        said.append(repr(said_of(result)))
        for side in result.sides:
            busy.extend(side)
        add_match(lines, result, worth)
        if turn.rests:
            results.append(result)
    verify_penalties(turn.penalties, there)
    verify_turn(turn.number, busy, there)
    add_besides(lines, results, turn.rests, turn.penalties, rules)
    said += [repr(said_of_rest(rest)) for rest in turn.rests]
    said += [repr(said_of_penalty(taken)) for taken in turn.penalties]
    return said


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
