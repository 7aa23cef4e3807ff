"""What an evening may bring: drawn and played many times over, with scores from outside."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tournaments.draws.danish import draw
from tournaments.draws.girone import girone_schedule
from tournaments.draws.inputs import DrawInput, Entrant, Meeting, Rematches
from tournaments.draws.mitchell import mitchell_schedule
from tournaments.draws.schedules import Meet, Turn
from tournaments.draws.swiss import draw_swiss
from tournaments.lots import lot, lots

Score = Callable[[int, int, int], int]  # a lot, side A's number, side B's: by how many points side A wins
Drawn = tuple[tuple[Meet, ...], tuple[int, ...]]
NextTurn = Callable[[DrawInput], Drawn]


@dataclass(frozen=True, slots=True)
class Simulated:
    """Of so many evenings: in how many anybody met again, at how many tables in all; how often number 1, the
    strongest, came first, and among the first three.
    """

    evenings: int
    with_rematches: int
    rematches: int
    best_first: int
    best_among_three: int


def danish_turns(rematches: Rematches) -> NextTurn:
    def next_turn(given: DrawInput) -> Drawn:
        drawn = draw(replace(given, rematches=rematches))
        meets = tuple((table.side_a, table.side_b) for table in drawn.tables)
        return meets, () if drawn.rests is None else (drawn.rests,)

    return next_turn


def swiss_turns(given: DrawInput) -> Drawn:
    drawn = draw_swiss(given)
    meets = tuple((table.side_a, table.side_b) for table in drawn.tables)
    return meets, () if drawn.rests is None else (drawn.rests,)


def scheduled_turns(schedule: tuple[Turn, ...]) -> NextTurn:
    """The turns of a schedule whose ids are places in an order drawn by lot, 0 and up."""

    def next_turn(given: DrawInput) -> Drawn:
        by_lot = lots(len(given.entrants), given.seed, "places")
        order = sorted(range(len(given.entrants)), key=by_lot.__getitem__)
        turn = schedule[given.turn - 1]
        ids = [given.entrants[at].id for at in order]
        return tuple((ids[a], ids[b]) for a, b in turn.meets), tuple(ids[at] for at in turn.rests)

    return next_turn


def girone_turns(entries: int) -> NextTurn:
    return scheduled_turns(girone_schedule([range(entries)]))


def mitchell_turns(entries: int, turns: int) -> NextTurn:
    return scheduled_turns(mitchell_schedule(range(entries), turns))


def simulate(
    next_turn: NextTurn,
    entries: int,
    turns: int,
    score: Score,
    *,
    evenings: int,
    seed: int,
    tell: Callable[[int], object] = int,
) -> Simulated:
    """The same evenings for the same seed; ``tell`` hears after each one how many are done.

    Ranked by match points 2 / 1 / 0, then difference; who rests wins by nothing. The classifica of an evening
    is a step to the next turn, not the tournament's own ranking, which this does not know.
    """
    rematches, places = [], []
    for at in range(evenings):
        met, place = _evening(next_turn, entries, turns, score, lot(seed, "evening", at))
        rematches.append(met)
        places.append(place)
        tell(at + 1)
    return Simulated(
        evenings=evenings,
        with_rematches=sum(met > 0 for met in rematches),
        rematches=sum(rematches),
        best_first=places.count(1),
        best_among_three=sum(place <= 3 for place in places),
    )


def _evening(next_turn: NextTurn, entries: int, turns: int, score: Score, seed: int) -> tuple[int, int]:
    """How many tables were rematches, and the place of number 1."""
    table = dict.fromkeys(range(1, entries + 1), (0, 0))
    given = DrawInput(1, tuple(Entrant(number, number) for number in table), (), seed)
    again = 0
    for turn in range(1, turns + 1):
        meets, rests = next_turn(given)
        met = {frozenset((meeting.first_id, meeting.second_id)) for meeting in given.meetings}
        again += sum(frozenset(meet) in met for meet in meets)
        for a, b in meets:
            margin = score(lot(seed, "score", turn, a, b), a, b)
            for number, mine in ((a, margin), (b, -margin)):
                points, difference = table[number]
                table[number] = points + 1 + (mine > 0) - (mine < 0), difference + mine
        for number in rests:
            table[number] = table[number][0] + 2, table[number][1]
        given = _next(given, table, meets, rests)
    return again, sum(line > table[1] for line in table.values()) + 1


def _next(
    given: DrawInput, table: dict[int, tuple[int, int]], meets: tuple[Meet, ...], rests: tuple[int, ...]
) -> DrawInput:
    lines = sorted(table.values(), reverse=True)
    return replace(
        given,
        turn=given.turn + 1,
        meetings=(*given.meetings, *(Meeting(given.turn, a, b) for a, b in meets)),
        entrants=tuple(
            replace(
                one,
                rank=lines.index(table[one.id]) + 1,
                points=table[one.id][0],
                rests=one.rests + (one.id in rests),
            )
            for one in given.entrants
        ),
    )
