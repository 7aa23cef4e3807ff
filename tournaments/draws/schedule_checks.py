"""What holds for a turn known beforehand, or made by who wins: of gironi, of Mitchell, of a bracket."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from tournaments.draws.girone import girone_schedule
from tournaments.draws.line import starters
from tournaments.draws.mitchell import mitchell_schedule
from tournaments.draws.movements import begun_by, final_from, groups_of, qualified
from tournaments.draws.told import Check, Told, outcome


def of(told: Told) -> list[Check]:
    """The checks of the file's movement, at its turn."""
    if told.movement.kind == "mitchell":
        return [_mitchell_once(told)]
    from_turn = final_from(told.movement, len(starters(told.given)))
    if from_turn is not None and told.given.turn >= from_turn:
        return [_bracket_true(told, from_turn), _byes_to_the_best(told, from_turn)]
    return [_girone_complete(told), _girone_in_turn(told)]


def _girone_complete(told: Told) -> Check:
    """The whole calendar: every two of a girone, as often as there are legs, and neither side more than once
    oftener than the other in a leg."""
    groups, legs = groups_of(told.movement, starters(told.given)), told.movement.legs
    turns = girone_schedule(groups, legs)
    meets = [meet for turn in turns for meet in turn.meets]
    met, north, east = (
        Counter(map(frozenset, meets)),
        Counter(a for a, _b in meets),
        Counter(b for _a, b in meets),
    )
    wanted = {frozenset((a, b)): legs for group in groups for a in group for b in group if a != b}
    is_kept = met == Counter(wanted) and all(abs(north[id_] - east[id_]) <= 1 for id_ in chain(*groups))
    return Check("girone-complete", outcome(is_kept), {"turns": len(turns), "times": legs})


def _girone_in_turn(told: Told) -> Check:
    groups = groups_of(told.movement, starters(told.given))
    group_of = {id_: at for at, group in enumerate(groups) for id_ in group}
    met, legs = told.met, told.movement.legs
    is_kept = all(
        group_of.get(one) == group_of.get(other, -1) and met[frozenset((one, other))] < legs
        for one, other in told.groups
    )
    return Check("girone-in-turn", outcome(is_kept), {"tables": len(told.tables)})


def _mitchell_once(told: Told) -> Check:
    """The whole evening: opponents, tables of those who move, and sets of deals, each of them once."""
    movement = told.movement
    started = begun_by(movement, told.given)
    turns = mitchell_schedule(started, movement.turns, movement.sections, movement.even_way)
    met = Counter(frozenset(meet) for turn in turns for meet in turn.meets)
    seen: Counter[tuple[str, int, int]] = Counter()
    for turn in turns:
        for (sitting, coming), table, board in zip(turn.meets, turn.tables, turn.boards, strict=True):
            seen.update([("table", coming, table), ("board", coming, board), ("board", sitting, board)])
    again = told.met
    is_kept = max(met.values(), default=1) == max(seen.values(), default=1) == 1
    is_kept = is_kept and not any(frozenset(group) in again for group in told.groups)
    return Check("mitchell-once", outcome(is_kept), {"turns": movement.turns})


def _bracket_true(told: Told, from_turn: int) -> Check:
    """Whoever lost has no table but for the third place; whoever is still in has one, or waits.

    Two wait only where somebody has gone: their opponent, before they were to meet.
    """
    wins = [win for win in told.given.wins if win.turn >= from_turn]
    lost = Counter(win.loser_id for win in wins)
    gone = set(told.given.gone)
    seated = [set(group) for group in told.groups]
    for_third = [group for group in seated if all(lost[id_] for id_ in group)]
    playing_on = set().union(*(group for group in seated if group not in for_third))
    still_in = {id_ for id_ in _seeds(told, from_turn) if not lost[id_] and id_ not in gone}
    waiting = still_in - playing_on - set(told.draw.get("passing", ()))
    is_kept = (
        playing_on <= still_in
        and len(for_third) <= int(told.movement.third_place)
        and (not for_third or len(seated) <= 2)
        and all(lost[id_] == 1 for group in for_third for id_ in group)
        and (not waiting or bool(gone))
    )
    return Check("bracket-true", outcome(is_kept), {"left": len(still_in)})


def _byes_to_the_best(told: Told, from_turn: int) -> Check:
    """In its first turn as many as the bracket has places too many; else only for want of who has gone."""
    seeds = _seeds(told, from_turn)
    passing = set(told.draw.get("passing", ()))
    byes = (1 << (len(seeds) - 1).bit_length()) - len(seeds) if told.given.turn == from_turn else 0
    wanted = set(seeds[:byes]) - set(told.given.gone)
    is_kept = wanted <= passing and len(passing - wanted) <= len(told.given.gone)
    return Check("byes-to-the-best", outcome(is_kept), {"byes": len(passing)})


def _seeds(told: Told, from_turn: int) -> Sequence[int]:
    started = starters(told.given)
    return started if from_turn == 1 else qualified(told.movement, told.given.group_orders)
