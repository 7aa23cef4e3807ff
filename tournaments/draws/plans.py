"""The movements as they are played out over an evening, each a `Plan` for `simulating.simulate`.

Where the order of entry matters it is drawn by lot, a new one every evening: nobody is a seed.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.draws.advising import Option
from tournaments.draws.danish import draw
from tournaments.draws.finals import finalists
from tournaments.draws.girone import girone_schedule, serpentine
from tournaments.draws.inputs import DrawInput
from tournaments.draws.knockout import Stage, next_stage
from tournaments.draws.larger import draw_larger
from tournaments.draws.mitchell import mitchell_schedule
from tournaments.draws.rotation import draw_rotation, whole_whist
from tournaments.draws.schedules import Meet, Turn
from tournaments.draws.simulating import Drawn, Evening, Plan, Played
from tournaments.draws.swiss import draw_swiss
from tournaments.draws.tables import Draw
from tournaments.lots import lots


def plan_of(option: Option, entries: int) -> Plan:
    """How the option is played by so many."""
    if option.movement == "girone":
        return scheduled(girone_schedule([range(entries)]))
    if option.movement == "groups":
        return in_groups(serpentine(range(entries), option.groups))
    if option.movement == "mitchell":
        return scheduled(mitchell_schedule(range(entries), option.turns))
    if option.movement == "groups-final":
        return groups_final(entries, option.groups, option.qualifiers)
    if option.movement == "rotation":
        return Plan(lambda evening: rotation(evening, option.turns))
    return TURN_BY_TURN[option.movement]


def danish(evening: Evening) -> Drawn:
    return _of_two(draw(evening.given))


def swiss(evening: Evening) -> Drawn:
    return _of_two(draw_swiss(evening.given))


def larger(evening: Evening) -> Drawn:
    drawn = draw_larger(evening.given, searched=0)  # near enough: there are hundreds of evenings
    return Drawn(tuple(tuple((id_,) for id_ in table.entrants) for table in drawn.tables), drawn.rests)


def rotation(evening: Evening, turns: int) -> Drawn:
    drawn = draw_rotation(evening.given, whole_whist(evening.given, turns))
    return Drawn(tuple((table.side_a, table.side_b) for table in drawn.tables), drawn.rests)


def knockout(evening: Evening) -> Drawn:
    return _stage(_bracket(evening, by_lot(evening.given), 0))


def scheduled(schedule: Sequence[Turn]) -> Plan:
    """A schedule whose ids are places in an order drawn by lot, 0 and up."""
    return Plan(lambda evening: _turn(schedule, evening))


def in_groups(made: Sequence[Sequence[int]]) -> Plan:
    """A girone in each group, whose ids are such places; the best of each come first, then the second."""

    def place(evening: Evening, id_: int) -> int:
        found = {
            one: (at, evening.place(one))
            for group in _group_orders(evening, made, len(evening.played))
            for at, one in enumerate(group)
        }
        return sum(each < found[id_] for each in found.values()) + 1

    return replace(scheduled(girone_schedule(made)), place=place)


def groups_final(entries: int, groups: int, qualifiers: int = 1) -> Plan:
    """A girone in each group, then a knock-out of the first ones of each; the third place is played."""
    made = serpentine(range(entries), groups)
    schedule = girone_schedule(made)

    def stage(evening: Evening) -> Stage:
        ranked = _group_orders(evening, made, len(schedule))
        return _bracket(evening, finalists(ranked, qualifiers), len(schedule))

    def next_turn(evening: Evening) -> Drawn:
        return _turn(schedule, evening) if len(evening.played) < len(schedule) else _stage(stage(evening))

    return Plan(next_turn, lambda evening, id_: _on_podium(stage(evening), id_, evening))


def _group_orders(evening: Evening, made: Sequence[Sequence[int]], turns: int) -> list[list[int]]:
    """The ids of each group after so many turns, best first."""
    order = by_lot(evening.given)
    return [[row.entry for row in evening.ranked(turns, {order[at] for at in group})] for group in made]


def by_lot(given: DrawInput) -> list[int]:
    """The ids in the order that the evening's lots make."""
    drawn = lots(len(given.entrants), given.seed, "places")
    return [given.entrants[at].id for at in sorted(range(len(drawn)), key=drawn.__getitem__)]


def _turn(schedule: Sequence[Turn], evening: Evening) -> Drawn:
    ids, turn = by_lot(evening.given), schedule[len(evening.played)]
    return Drawn(_tables([(ids[a], ids[b]) for a, b in turn.meets]), tuple(ids[at] for at in turn.rests))


def _tables(meets: Sequence[Meet]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(((one,), (other,)) for one, other in meets)


def _of_two(drawn: Draw) -> Drawn:
    meets = [(table.side_a, table.side_b) for table in drawn.tables]
    return Drawn(_tables(meets), () if drawn.rests is None else (drawn.rests,))


def _bracket(evening: Evening, seeds: Sequence[int], since: int) -> Stage:
    """What comes next in the knock-out of those seeds that began after ``since`` turns."""
    return next_stage(seeds, _results(evening.played[since:]))


def _results(played: Sequence[Played]) -> list[Meet]:
    return [result for turn in played for result in turn.results]


def _stage(stage: Stage) -> Drawn:
    """Who has a bye goes through and gets no score for it."""
    return Drawn(_tables([*stage.matches, *([stage.third_place] if stage.third_place else [])]))


def _on_podium(stage: Stage, id_: int, evening: Evening) -> int:
    """The place on the podium, or one after it."""
    return stage.podium.index(id_) + 1 if id_ in stage.podium else max(4, len(evening.given.entrants))


DANISH, SWISS = Plan(danish), Plan(swiss)
KNOCKOUT = Plan(
    knockout, lambda evening, id_: _on_podium(_bracket(evening, by_lot(evening.given), 0), id_, evening)
)
TURN_BY_TURN = {
    "danish": DANISH,
    "swiss": SWISS,
    "knockout": KNOCKOUT,
    "larger": Plan(larger),
}
