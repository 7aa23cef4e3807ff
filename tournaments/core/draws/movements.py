"""The movements of an evening: settings stored once, from which any round is drawn with a `DrawInput`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal, Self, get_args

from tournaments.core.boards import first_dealer
from tournaments.core.draws.challenge import challenge_round, teams_of
from tournaments.core.draws.danish import draw
from tournaments.core.draws.inputs import DrawImpossible, DrawInput, starters, verify
from tournaments.core.draws.knockout import Stage, finalists, knockout_turns, next_stage
from tournaments.core.draws.larger import draw_larger
from tournaments.core.draws.rotation import draw_rotation, whole_whist
from tournaments.core.draws.rules import (
    LAST_IGNORING_MISSED,
    LAST_SEARCHING,
    RULES,
    UNNUMBERED,
    larger_of_rules_2,
    rotation_of_rules_1,
    without_missed,
)
from tournaments.core.draws.schedules import (
    EvenWay,
    Meet,
    PlannedRound,
    draw_scheduled,
    in_places,
    mitchell_schedule,
    round_robin_schedule,
    serpentine,
)
from tournaments.core.draws.swiss import draw_swiss
from tournaments.core.draws.tables import CHAIRS, Draw, DrawnTable, Reason

Kind = Literal[
    "danish", "swiss", "girone", "groups-final", "mitchell", "knockout", "rotation", "larger", "challenge"
]

KINDS: tuple[Kind, ...] = get_args(Kind)
#: Kinds whose rounds are scheduled or follow from results: nobody can enter after round 1.
CLOSED: frozenset[Kind] = frozenset(("girone", "groups-final", "mitchell", "knockout", "challenge"))


@dataclass(frozen=True, slots=True)
class Movement:
    """The settings by which an evening is drawn. They are stored with every round, so that it can be drawn
    again.

    | field | kinds |
    | --- | --- |
    | ``groups`` | girone, groups-final |
    | ``is_double`` | girone, groups-final: opponents meet twice, with the sides changed |
    | ``qualifiers`` | groups-final: how many of each group come to the final |
    | ``third_place`` | knockout, groups-final: whether the losers of the semi-finals play for it |
    | ``turns`` | mitchell, and rotation: how many rounds the evening has |
    | ``sections``, ``even_way`` | mitchell |
    | ``rules`` | all: the number of the `rules` of the draw, not a setting; `UNNUMBERED` in old draws |
    """

    kind: Kind = "danish"
    groups: int = 1
    is_double: bool = False
    qualifiers: int = 2
    third_place: bool = True
    turns: int = 1
    sections: int = 1
    even_way: EvenWay = "skip"
    rules: int = field(default=RULES, compare=False)

    @property
    def legs(self) -> int:
        return 2 if self.is_double else 1

    @property
    def is_closed(self) -> bool:
        """Whether only entries that started can play."""
        return self.kind in CLOSED

    @property
    def is_decided_by_winning(self) -> bool:
        """Whether its last rounds are a knock-out, so that every match needs a winner."""
        return self.kind in ("knockout", "groups-final")

    def as_json(self) -> dict[str, object]:
        """Plain data of JSON's own types, which `from_json` reads back as an equal movement."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The movement that `as_json` wrote; missing fields are defaults, missing rules `UNNUMBERED`.

        Raises `DrawImpossible` ``unknown-format`` for an unknown kind or setting, ``newer-rules`` with the
        newest ``known`` for ``rules`` that do not exist yet.
        """
        defaults = {field.name: field.default for field in fields(cls)}
        for name, value in data.items():
            if name not in defaults or type(value) is not type(defaults[name]):
                raise DrawImpossible("unknown-format", known=1)
        made = cls(**{"rules": UNNUMBERED, **data})
        if made.kind not in KINDS or made.even_way not in get_args(EvenWay):
            raise DrawImpossible("unknown-format", known=1)
        if made.rules > RULES:
            raise DrawImpossible("newer-rules", rules=made.rules, known=RULES)
        if made.rules < UNNUMBERED:
            raise DrawImpossible("unknown-format", known=1)
        return made

    @property
    def by_rules(self) -> "tuple[Movement, ...]":
        """The movement alone; if its rules are not known, a copy for each version, newest first."""
        if self.rules != UNNUMBERED:
            return (self,)
        earlier = sorted((rules for rules, kind in EARLIER if kind == self.kind), reverse=True)
        return tuple(replace(self, rules=rules) for rules in (RULES, *earlier))

    @property
    def was_searched(self) -> bool:
        """Whether its rules searched for optimal tables with an algorithm that no longer exists."""
        return self.kind == "larger" and self.rules <= LAST_SEARCHING

    @property
    def is_of_earlier_rules(self) -> bool:
        """Whether the current rules draw its kind differently."""
        return _last_equal_rules(self) is not None


def drawn(movement: Movement, given: DrawInput) -> Draw:
    """The tables of the round, the same ones for the same movement, rules and input on every machine.

    Raises `DrawImpossible` with the codes of `inputs.verify` and of the function that draws the kind;
    ``after-the-last-turn`` where a schedule has ended, with its ``turns``; ``already-decided`` where a
    knock-out has; ``match-level`` where a played match of a knock-out has no winner, with ``turn`` and the
    two, ``first`` and ``second``.
    """
    rules = _last_equal_rules(movement)
    draw_by = DRAWN_BY[movement.kind] if rules is None else EARLIER[rules, movement.kind]
    made = draw_by(movement, given)
    return _dealt_by_boards(made, given.turn) if given.dealers == "boards" else made


def _dealt_by_boards(made: Draw, turn: int) -> Draw:
    """The draw with the first dealers of the sets of deals that the tables play."""
    tables = (replace(table, first_dealer=CHAIRS[first_dealer(table.board or turn)]) for table in made.tables)
    return replace(made, tables=tuple(tables))


def _last_equal_rules(movement: Movement) -> int | None:
    """The last earlier rules that draw as the movement's own rules do; None if the current rules do.

    A movement without a number of rules is drawn by the current rules.
    """
    later = (
        rules for rules, kind in EARLIER if kind == movement.kind and UNNUMBERED < movement.rules <= rules
    )
    return min(later, default=None)


def begun_by(movement: Movement, given: DrawInput) -> tuple[int, ...]:
    """The ids of the entrants who begin the evening, in the movement's order; later rounds have them in
    ``started``.

    The order is that of seed; a Mitchell then seats each entrant with a fixed table at that table, as N-S.
    Raises `DrawImpossible` with the codes of `schedules.in_places`, entrants by their numbers.
    """
    if movement.kind != "mitchell" or given.started:
        return starters(given)
    by_number = {entrant.number: entrant for entrant in given.entrants}
    number_of = {entrant.id: entrant.number for entrant in given.entrants}
    fixed = {number: one.fixed_table for number, one in sorted(by_number.items()) if one.fixed_table}
    order = in_places([number_of[id_] for id_ in starters(given)], fixed, movement.sections)
    return tuple(by_number[number].id for number in order)


def proper_turns(movement: Movement, entries: int) -> int | None:
    """The number of rounds for that many entries, if the movement decides it; else None."""
    if movement.kind == "girone":
        return _group_rounds(movement, entries)
    if movement.kind == "groups-final":
        return _group_rounds(movement, entries) + knockout_turns(movement.groups * movement.qualifiers)
    if movement.kind == "knockout":
        return knockout_turns(entries)
    return None


def final_from(movement: Movement, entries: int) -> int | None:
    """The first knock-out round; None if there is none."""
    if movement.kind == "knockout":
        return 1
    return _group_rounds(movement, entries) + 1 if movement.kind == "groups-final" else None


def groups_of(movement: Movement, started: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The groups of the entrants who started, balanced by seed. Raises `DrawImpossible`
    ``too-many-groups``."""
    return serpentine(started, movement.groups)


def _group_rounds(movement: Movement, entries: int) -> int:
    largest = -(-entries // movement.groups)
    return (largest - 1 + largest % 2) * movement.legs


def _round_robin(movement: Movement, given: DrawInput) -> Draw:
    verify(given)
    schedule = round_robin_schedule(groups_of(movement, starters(given)), movement.legs)
    if given.turn > len(schedule):
        raise DrawImpossible("after-the-last-turn", turns=len(schedule))
    return draw_scheduled(given, schedule[given.turn - 1])


def _mitchell(movement: Movement, given: DrawInput) -> Draw:
    verify(given)
    if given.turn > movement.turns:
        raise DrawImpossible("after-the-last-turn", turns=movement.turns)
    schedule = mitchell_schedule(
        begun_by(movement, given), movement.turns, movement.sections, movement.even_way
    )
    return draw_scheduled(given, schedule[given.turn - 1])


def _groups_final(movement: Movement, given: DrawInput) -> Draw:
    verify(given)
    started = starters(given)
    smallest = min(map(len, groups_of(movement, started)))
    if movement.qualifiers > smallest or movement.groups * movement.qualifiers < 2:
        raise DrawImpossible("too-few-finalists", each=movement.qualifiers, most=smallest)
    if given.turn <= _group_rounds(movement, len(started)):
        return _round_robin(movement, given)
    return _knockout_draw(movement, given, qualified(movement, given.group_orders))


def qualified(movement: Movement, group_orders: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The seeds of the final: equally many from each group, fewer if a group has too few left.

    Raises `DrawImpossible` ``too-few-finalists`` where fewer than two are left.
    """
    orders = [order for order in group_orders if order]
    return finalists(orders, min([movement.qualifiers, *map(len, orders)]))


def _challenge(_movement: Movement, given: DrawInput) -> Draw:
    """The tables of the challenge's plan; if an entrant has a fixed table, matches are numbered around it."""
    verify(given)
    teams = teams_of(given)
    planned = challenge_round(teams, given.turn)
    if any(entrant.fixed_table for entrant in given.entrants):
        given, planned = replace(given, table_order="standings"), replace(planned, tables=())
    made = draw_scheduled(given, planned)
    if not made.tables:
        raise DrawImpossible("empty-team", team=1 if set(made.byes) & set(teams[1]) else 2)
    return made


def _knockout(movement: Movement, given: DrawInput) -> Draw:
    return _knockout_draw(movement, given, starters(given))


def _knockout_draw(movement: Movement, given: DrawInput, seeds: Sequence[int]) -> Draw:
    verify(given)
    from_turn = final_from(movement, len(starters(given))) or 1
    results = {(win.winner_id, win.loser_id) for win in given.wins if win.turn >= from_turn}
    stage = next_stage(seeds, results, third_place=movement.third_place, gone=given.gone)
    meets = (*stage.matches, *((stage.third_place,) if stage.third_place else ()))
    if not meets:
        raise DrawImpossible("already-decided")
    _verify_none_level(given, meets, from_turn)
    made = draw_scheduled(given, PlannedRound(meets), is_side_free=True)
    passing = tuple(id_ for id_ in stage.byes if id_ in made.idle)
    return replace(
        made,
        tables=tuple(replace(table, reason=_stage_reason(stage, table)) for table in made.tables),
        idle=tuple(id_ for id_ in made.idle if id_ not in passing),
        passing=passing,
    )


def _verify_none_level(given: DrawInput, meets: Sequence[Meet], from_turn: int) -> None:
    numbers = {entrant.id: entrant.number for entrant in given.entrants}
    open_ = {frozenset(meet) for meet in meets}
    for met in given.meetings:
        if met.turn >= from_turn and {met.first_id, met.second_id} in open_:
            first, second = numbers[met.first_id], numbers[met.second_id]
            raise DrawImpossible("match-level", turn=met.turn, first=first, second=second)


def _stage_reason(stage: Stage, table: DrawnTable) -> Reason:
    if stage.third_place and set(table.entrants) == set(stage.third_place):
        return Reason("third-place")
    return Reason("final") if stage.podium else Reason("stage", {"left": stage.left})


DrawBy = Callable[[Movement, DrawInput], Draw]


def _missed_ignored(draw_by: DrawBy) -> DrawBy:
    return lambda movement, given: draw_by(movement, without_missed(given))


DRAWN_BY: dict[Kind, DrawBy] = {
    "danish": lambda _movement, given: draw(given),
    "swiss": lambda _movement, given: draw_swiss(given),
    "girone": _round_robin,
    "groups-final": _groups_final,
    "mitchell": _mitchell,
    "knockout": _knockout,
    "rotation": lambda movement, given: draw_rotation(given, whole_whist(given, movement.turns)),
    "larger": lambda _movement, given: draw_larger(given),
    "challenge": _challenge,
}
#: Key: a number of rules, and a kind. Value: the function that drew the kind up to those rules.
EARLIER: dict[tuple[int, Kind], DrawBy] = {
    (1, "rotation"): _missed_ignored(lambda movement, given: rotation_of_rules_1(given, movement.turns)),
    (LAST_SEARCHING, "larger"): _missed_ignored(lambda _movement, given: larger_of_rules_2(given)),
    **{(LAST_IGNORING_MISSED, kind): _missed_ignored(DRAWN_BY[kind]) for kind in KINDS if kind not in CLOSED},
}
