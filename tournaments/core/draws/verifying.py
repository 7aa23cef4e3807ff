"""The checks of a published draw: a file with inputs, seed, tables and cost that anyone can check.

| code | what is checked | movements |
| --- | --- | --- |
| ``same-draw`` | input and seed make these tables, byes and figures again, by the rules of the file | all |
| ``everyone-once`` | every entrant is at one table, or has a bye, or has no table in this round | all |
| ``rests-fair`` | nobody with a bye has had more (missed rounds count) than a player | drawn round by round |
| ``figures-true`` | the figures, counted anew | drawn round by round |
| ``none-cheaper`` | no draw has fewer or older rematches, or is nearer | danish |
| ``none-nearer`` | no draw has fewer or older rematches, or points nearer to each other | swiss |
| ``partners-fewest`` | no draw has fewer couples who are partners again | rotation |
| ``opponents-fewest`` | with these partners, opponents have met as seldom as possible | rotation |
| ``girone-complete`` | all of a group meet as often as they should, sides in balance | girone |
| ``girone-in-turn`` | each table has two of one group who still have to meet | girone |
| ``bracket-true`` | exactly the winners play on | knockout |
| ``byes-to-the-best`` | only the best seeds, or those whose opponent left, go on without a match | knockout |
| ``challenge-complete`` | in a leg all meet all of the other team once, then with sides changed | challenge |
| ``challenge-in-turn`` | each table has one of each team, who still had to meet in this leg | challenge |
| ``mitchell-once`` | over all rounds nobody meets anybody, or plays a set of deals, twice | mitchell |
| ``played-as-drawn`` | the tables played are the tables drawn | all, from format 2 on |
| ``played-by-hand`` | the listed changes lead from the tables drawn to those played | all, from format 2 on |
| ``costs-true`` | every change cost what the file says, counted anew | all, from format 2 on |
| ``fixed-kept`` | nobody left a fixed table without a change that says so | all, from format 2 on |

The proofs use other algorithms than those that draw (`proofs`); where one would take too long, its outcome
is *unknown*. ``same-draw`` is *unknown* where a search that no longer exists may have found these tables
(`rules.larger_of_search`): the grouping into tables is then taken from the file, and the rest is made again.
Groups with a final are checked as round robins first, then as a knock-out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

from tournaments.core.draws import by_hand, proofs
from tournaments.core.draws.challenge import challenge_round, leg_rounds, teams_of
from tournaments.core.draws.inputs import DrawImpossible, starters
from tournaments.core.draws.movements import Movement, begun_by, drawn, final_from, groups_of, qualified
from tournaments.core.draws.publishing import (
    FIRST_FORMAT,
    FORMAT,
    FORMATS,
    Check,
    Outcome,
    PublishedDraw,
    draw_data,
    outcome,
)
from tournaments.core.draws.rules import LAST_IGNORING_MISSED, larger_of_search
from tournaments.core.draws.schedules import mitchell_schedule, round_robin_schedule

# The errors that malformed rows raise, wherever they are read first.
MALFORMED = (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError)

#: A field of old draws of three and more at a table: whether the former search proved them optimal.
PROVEN = "is_proven"

Made = tuple[Movement, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Verification:
    checks: tuple[Check, ...]

    @property
    def is_kept(self) -> bool:
        """Whether no check is broken; an unknown outcome is not broken."""
        return all(check.outcome != "broken" for check in self.checks)


def verification(data: Mapping[str, Any]) -> Verification:
    """The checks of a published draw. Raises `DrawImpossible` ``unknown-format`` for any other data."""
    try:
        if data.get("criccone") != "draw" or data.get("format") not in FORMATS:
            raise DrawImpossible("unknown-format", known=FORMAT)
        file = PublishedDraw.from_json(data)
        return Verification((*_draw_checks(file), *by_hand.checks(file, data)))
    except DrawImpossible:
        raise
    except MALFORMED as error:
        raise DrawImpossible("unknown-format", known=FORMAT) from error


def _draw_checks(file: PublishedDraw) -> list[Check]:
    """The checks of the draw; only the first two if no draw can be made from the input."""
    drawn_again = list(_drawn_again(file))
    if not drawn_again:
        return [Check("same-draw", "broken"), _everyone_once(file)]
    same, movement, again = _same_draw(file, drawn_again)
    file = replace(file, movement=movement)
    params = {"rules": movement.rules} if movement.is_of_earlier_rules else {}
    checks = [Check("same-draw", same, params), _everyone_once(file)]
    if file.movement.is_closed:
        return [*checks, *schedule_checks(file)]
    return [*checks, _byes_fair(file), figures_true(file), *proofs.optimality_checks(file, again)]


def _drawn_again(file: PublishedDraw) -> Iterator[Made]:
    """Yields the draw made again by the rules in the file, or by each version that may have made it."""
    for movement in file.movement.by_rules:
        with suppress(DrawImpossible):
            yield movement, draw_data(movement, drawn(movement, file.given))


def _same_draw(
    file: PublishedDraw, drawn_again: Sequence[Made]
) -> tuple[Outcome, Movement, dict[str, object]]:
    """The outcome, and the draw made again that decided it, with its movement.

    Kept if the file's draw is one of those made again, unknown if only the former search can have made it.
    """
    for movement, again in drawn_again:
        if _is_same(file, again):
            return "kept", movement, again
    movement, again = drawn_again[-1]
    searched = larger_of_search(file.given, file.groups) if movement.was_searched else None
    if searched is not None and _is_same(file, draw_data(movement, searched)):
        return "unknown", movement, again
    return "broken", *drawn_again[0]


def _is_same(file: PublishedDraw, again: Mapping[str, Any]) -> bool:
    """Whether the draw made again is the file's.

    In a file of the first format some figures may be missing, and reasons do not count: their words have
    changed since.
    """
    draw = {name: value for name, value in file.draw.items() if name != PROVEN}
    if file.format != FIRST_FORMAT:
        return draw == again
    return set(draw) <= set(again) and all(
        _without_reasons(draw[name]) == _without_reasons(again[name]) for name in draw
    )


def _without_reasons(rows: Any) -> Any:
    if not isinstance(rows, list):
        return rows
    return [
        {name: value for name, value in row.items() if name != "reason"} if isinstance(row, dict) else row
        for row in rows
    ]


def _everyone_once(file: PublishedDraw) -> Check:
    named = Counter(id_ for group in file.groups for id_ in group) + Counter(file.without_table)
    is_kept = named == Counter(entrant.id for entrant in file.given.entrants)
    params = {"entrants": len(file.given.entrants), "tables": len(file.tables), "rests": len(file.rests)}
    return Check("everyone-once", outcome(is_kept), params)


def _byes_fair(file: PublishedDraw) -> Check:
    entrants = file.given.entrants
    counts_missed = file.movement.rules > LAST_IGNORING_MISSED
    byes = {entrant.id: entrant.byes if counts_missed else entrant.rests for entrant in entrants}
    resting = [had for id_, had in byes.items() if id_ in file.rests]
    playing = [had for id_, had in byes.items() if id_ not in file.rests]
    is_kept = not resting or not playing or max(resting) <= min(playing)
    missed = {"missed": sum(entrant.missed for entrant in entrants)} if counts_missed else {}
    return Check("rests-fair", outcome(is_kept), {"rests": len(file.rests), **missed})


PARTNERS, OPPONENTS = "partners_again", "opponents_again"


def figures_true(file: PublishedDraw) -> Check:
    """Whether cost and rematches, or partners and opponents again, are those of the file's tables."""
    counted = _rotation_figures(file) if file.movement.kind == "rotation" else _line_figures(file)
    is_kept = all(file.draw[name] == number for name, number in counted.items())
    return Check("figures-true", outcome(is_kept), counted)


def _line_figures(file: PublishedDraw) -> dict[str, int]:
    groups = file.positions(file.line())
    met = file.met
    return {
        "cost": sum(other - one for group in groups for one, other in combinations(group, 2)),
        "rematches": sum(
            frozenset(couple) in met for group in file.groups for couple in combinations(group, 2)
        ),
    }


def _rotation_figures(file: PublishedDraw) -> dict[str, int]:
    together = {frozenset((past.first_id, past.second_id)) for past in file.given.partnerships}
    seen = together | file.met.keys()
    sides = file.tables.values()
    return {
        PARTNERS: sum(frozenset(side) in together for table in sides for side in table),
        OPPONENTS: sum(frozenset((one, other)) in seen for a, b in sides for one in a for other in b),
    }


def schedule_checks(file: PublishedDraw) -> list[Check]:
    """The checks of the file's movement, at its round."""
    if file.movement.kind == "mitchell":
        return [_mitchell_once(file)]
    if file.movement.kind == "challenge":
        return [_challenge_complete(file), _challenge_in_turn(file)]
    from_turn = final_from(file.movement, len(starters(file.given)))
    if from_turn is not None and file.given.turn >= from_turn:
        return [_bracket_true(file, from_turn), _byes_to_the_best(file, from_turn)]
    return [_groups_complete(file), _groups_in_turn(file)]


def _groups_complete(file: PublishedDraw) -> Check:
    """Whether in the whole schedule all couples of a group meet once in each leg, and sides differ by at most
    one."""
    groups, legs = groups_of(file.movement, starters(file.given)), file.movement.legs
    turns = round_robin_schedule(groups, legs)
    meets = [meet for turn in turns for meet in turn.meets]
    met, north, east = (
        Counter(map(frozenset, meets)),
        Counter(a for a, _b in meets),
        Counter(b for _a, b in meets),
    )
    wanted = {frozenset((a, b)): legs for group in groups for a in group for b in group if a != b}
    is_kept = met == Counter(wanted) and all(abs(north[id_] - east[id_]) <= 1 for id_ in chain(*groups))
    return Check("girone-complete", outcome(is_kept), {"turns": len(turns), "times": legs})


def _groups_in_turn(file: PublishedDraw) -> Check:
    groups = groups_of(file.movement, starters(file.given))
    group_of = {id_: at for at, group in enumerate(groups) for id_ in group}
    met, legs = file.met, file.movement.legs
    is_kept = all(
        group_of.get(one) == group_of.get(other, -1) and met[frozenset((one, other))] < legs
        for one, other in file.groups
    )
    return Check("girone-in-turn", outcome(is_kept), {"tables": len(file.tables)})


def _mitchell_once(file: PublishedDraw) -> Check:
    """Whether nobody meets an opponent, plays a set of deals or moves to a table twice all evening."""
    movement = file.movement
    started = begun_by(movement, file.given)
    turns = mitchell_schedule(started, movement.turns, movement.sections, movement.even_way)
    met = Counter(frozenset(meet) for turn in turns for meet in turn.meets)
    seen: Counter[tuple[str, int, int]] = Counter()
    for turn in turns:
        for (sitting, coming), table, board in zip(turn.meets, turn.tables, turn.boards, strict=True):
            seen.update([("table", coming, table), ("board", coming, board), ("board", sitting, board)])
    again = file.met
    is_kept = max(met.values(), default=1) == max(seen.values(), default=1) == 1
    is_kept = is_kept and not any(frozenset(group) in again for group in file.groups)
    return Check("mitchell-once", outcome(is_kept), {"turns": movement.turns})


def _challenge_complete(file: PublishedDraw) -> Check:
    """Whether in a leg all couples of the two teams meet once, and in another once with sides changed."""
    teams = teams_of(file.given)
    turns = leg_rounds(*map(len, teams))
    rounds = [challenge_round(teams, turn) for turn in range(1, 2 * turns + 1)]
    met = Counter(meet for planned in rounds for meet in planned.meets)
    first_leg = Counter(frozenset(meet) for planned in rounds[:turns] for meet in planned.meets)
    across = [(one, other) for one in teams[0] for other in teams[1]]
    is_kept = met == Counter([*across, *((other, one) for one, other in across)])
    is_kept = is_kept and first_leg == Counter(map(frozenset, across))
    return Check("challenge-complete", outcome(is_kept), {"turns": turns})


def _challenge_in_turn(file: PublishedDraw) -> Check:
    first, second = teams_of(file.given)
    legs = (file.given.turn - 1) // leg_rounds(len(first), len(second))
    is_kept = all(
        len({one in first, other in first}) == 2 and file.met[frozenset((one, other))] <= legs
        for one, other in file.groups
    )
    return Check("challenge-in-turn", outcome(is_kept), {"tables": len(file.tables)})


def _bracket_true(file: PublishedDraw, from_turn: int) -> Check:
    """Whether losers have a table only for third place, and those still in have one, pass, or wait.

    An entrant can wait only where somebody has left.
    """
    wins = [win for win in file.given.wins if win.turn >= from_turn]
    lost = Counter(win.loser_id for win in wins)
    gone = set(file.given.gone)
    seated = [set(group) for group in file.groups]
    for_third = [group for group in seated if all(lost[id_] for id_ in group)]
    playing_on = set().union(*(group for group in seated if group not in for_third))
    still_in = {id_ for id_ in _seeds(file, from_turn) if not lost[id_] and id_ not in gone}
    waiting = still_in - playing_on - set(file.draw.get("passing", ()))
    is_kept = (
        playing_on <= still_in
        and len(for_third) <= int(file.movement.third_place)
        and (not for_third or len(seated) <= 2)
        and all(lost[id_] == 1 for group in for_third for id_ in group)
        and (not waiting or bool(gone))
    )
    return Check("bracket-true", outcome(is_kept), {"left": len(still_in)})


def _byes_to_the_best(file: PublishedDraw, from_turn: int) -> Check:
    """Whether byes fill only the first round of the bracket; later only withdrawals cause them."""
    seeds = _seeds(file, from_turn)
    passing = set(file.draw.get("passing", ()))
    byes = (1 << (len(seeds) - 1).bit_length()) - len(seeds) if file.given.turn == from_turn else 0
    wanted = set(seeds[:byes]) - set(file.given.gone)
    is_kept = wanted <= passing and len(passing - wanted) <= len(file.given.gone)
    return Check("byes-to-the-best", outcome(is_kept), {"byes": len(passing)})


def _seeds(file: PublishedDraw, from_turn: int) -> Sequence[int]:
    started = starters(file.given)
    return started if from_turn == 1 else qualified(file.movement, file.given.group_orders)
