"""Whether a pairing of a line can be bettered, by an algorithm that has nothing in common with `matching`.

From the top of the line down, each entrant either waits for an opponent further on or meets one who waits.
What has been done above matters only through who waits: for each set of those waiting the cheapest way is
kept, and forgotten once it cannot end below the pairing in question. All that is taken over is `parts` with
its proof: which couples may meet at all, and where the line falls apart.
"""

from collections.abc import Callable, Mapping, Sequence

from tournaments.draws.line import Couple
from tournaments.draws.parts import Part, parts

Waiting = tuple[int, ...]
Cost = Callable[[int, int], int]

DIGIT = 10**12  # more than any term adds up to
ONE_PLACE = DIGIT + 1  # what one place of distance costs, with its square
MOST_STEPS = 2_000_000


class TooManySteps(Exception):
    """The answer would take too long to find."""


def can_be_bettered(
    size: int, penalties: Mapping[Couple, tuple[int, ...]], pairing: Sequence[Couple]
) -> bool | None:
    """Whether a pairing costs less in penalties, then in distances, then in their squares.

    None, it is not known, where more than `MOST_STEPS` would be needed: for hundreds of entrants who have met
    nearly everyone near them.
    """
    cost = whole_cost(penalties)
    steps = 0
    try:
        for part in parts(size, penalties):
            inside = [(i, j) for i, j in pairing if part.start <= i and j < part.end]
            if len(inside) < len(part) // 2:
                return True
            pays = sum(cost(i, j) for i, j in inside)
            least, taken = _least(part, cost, pays, MOST_STEPS - steps)
            steps += taken
            if least < pays:
                return True
    except TooManySteps:
        return None
    return False


def whole_cost(penalties: Mapping[Couple, tuple[int, ...]]) -> Cost:
    """What it costs that two meet: its terms are the digits of one number, so that sums can be compared."""
    terms = max((len(penalty) for penalty in penalties.values()), default=0)

    def cost(i: int, j: int) -> int:
        whole = 0
        for term in (*penalties.get((i, j), (0,) * terms), j - i, (j - i) ** 2):
            whole = whole * DIGIT + term
        return whole

    return cost


def _least(part: Part, cost: Cost, at_most: int, most_steps: int) -> tuple[int, int]:
    """The least cost of a pairing of the part, which is ``at_most`` that, and how many steps it took."""
    above: dict[int, list[int]] = {position: [] for position in range(part.start, part.end)}
    last = {position: position for position in range(part.start, part.end)}
    for i, j in part.couples:
        above[j].append(i)
        last[i] = max(last[i], j)
    ways: dict[Waiting, int] = {(): 0}
    steps = 0
    for position in range(part.start, part.end):
        steps += sum(len(waiting) + 1 for waiting in ways)
        if steps > most_steps:
            raise TooManySteps
        ways = {
            waiting: paid
            for waiting, paid in _further(ways, position, above[position], cost).items()
            if paid + _still_to_pay(waiting, position + 1, part.end) <= at_most
            and all(last[one] > position for one in waiting)
        }
    return ways[()], steps


def _further(
    ways: Mapping[Waiting, int], position: int, above: Sequence[int], cost: Cost
) -> dict[Waiting, int]:
    """The cheapest ways one position further: it waits, or meets one of those above who wait."""
    further = {(*waiting, position): paid for waiting, paid in ways.items()}
    for waiting, paid in ways.items():
        for other in above:
            if other in waiting:
                left = tuple(one for one in waiting if one != other)
                pays = paid + cost(other, position)
                further[left] = min(pays, further.get(left, pays))
    return further


def _still_to_pay(waiting: Waiting, position: int, end: int) -> int:
    """The least that is to come: those who wait meet the next ones there are, the others their neighbours."""
    so_far = sum(position - one for one in waiting)
    count = len(waiting)
    return (so_far + count * (count - 1) // 2 + max(0, end - position - count) // 2) * ONE_PLACE
