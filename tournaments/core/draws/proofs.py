"""Proofs that no draw costs less, for draws made round by round, by other algorithms than those that draw.

`can_be_bettered` is a dynamic program down the line: each entrant either waits for an opponent further down
or meets a waiting entrant. Its state is the set of waiting entrants. For each set it keeps only the cheapest
way, and drops it once it cannot end cheaper than the pairing in question. From `matching` it uses only
`parts`, which is proven there: the couples that may meet, and the places where the line falls into parts.

`can_be_paired_cheaper` uses networkx, which proves its result by linear duality. It is slower but works for
any cost, also if the cheapest opponent may be far away.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import networkx

from tournaments.core.draws.inputs import Couple, Entrant, Line, penalties
from tournaments.core.draws.matching import Part, parts
from tournaments.core.draws.publishing import Check, PublishedDraw, draw_data, outcome
from tournaments.core.draws.rotation import FixedTables, draw_rotation
from tournaments.core.draws.rules import LAST_IGNORING_FIXED_TABLES
from tournaments.core.draws.swiss import ScoreGroups

Penalties = Mapping[Couple, tuple[int, ...]]
Entrants = Mapping[int, Entrant]  # by id

NO_PENALTY = (0, 0, 0, 0)


def optimality_checks(file: PublishedDraw, again: Mapping[str, Any]) -> list[Check]:
    """The proofs for the file's movement; ``again`` is the draw made again.

    Empty for tables of three and more: their draw is a heuristic and does not claim to be optimal.
    """
    prove = BY_KIND.get(file.movement.kind)
    return prove(file, again) if prove else []


def _danish(file: PublishedDraw, _again: Mapping[str, Any]) -> list[Check]:
    line = file.line()
    size, kept_apart, couples = len(line.entrants), penalties(file.given, line), file.couples(line)
    params = {"cost": sum(j - i for i, j in couples)}
    if not _is_pairing(size, couples):
        return [Check("none-cheaper", "broken", params)]
    bettered = can_be_bettered(size, kept_apart, couples)
    if bettered is None:
        bettered = can_be_paired_cheaper(size, _danish_terms(kept_apart), couples)
    return [Check("none-cheaper", outcome(_negated(bettered)), params)]


def _danish_terms(kept_apart: Penalties) -> Callable[[int, int], tuple[int, ...]]:
    return lambda i, j: (*kept_apart.get((i, j), NO_PENALTY), j - i, (j - i) ** 2)


def _swiss(file: PublishedDraw, _again: Mapping[str, Any]) -> list[Check]:
    line = file.line()
    couples = file.couples(line)
    points = [entrant.points for entrant in line.entrants]
    params = {"points": sum(abs(points[i] - points[j]) for i, j in couples)}
    if not _is_pairing(len(points), couples):
        return [Check("none-nearer", "broken", params)]
    bettered = can_be_paired_cheaper(len(points), _swiss_terms(file, line), couples)
    return [Check("none-nearer", outcome(_negated(bettered)), params)]


def _swiss_terms(file: PublishedDraw, line: Line) -> Callable[[int, int], tuple[int, ...]]:
    kept_apart, groups = penalties(file.given, line), ScoreGroups.from_line(line)

    def terms(i: int, j: int) -> tuple[int, ...]:
        points = (line.entrants[i].points - line.entrants[j].points) ** 2
        return (*kept_apart.get((i, j), NO_PENALTY), points, groups.distance(i, j) ** 2)

    return terms


def _rotation(file: PublishedDraw, again: Mapping[str, Any]) -> list[Check]:
    """Opponents are checked only if matchings chose them, not if a whist table did."""
    sees_fixed = file.movement.rules > LAST_IGNORING_FIXED_TABLES
    entrants = {one.id: one if sees_fixed else replace(one, fixed_table=None) for one in file.given.entrants}
    checks = [_partners_fewest(file, entrants)]
    if draw_data(file.movement, draw_rotation(file.given, sees_fixed=sees_fixed)) == again:
        checks.append(_opponents_fewest(file, entrants))
    return checks


def _partners_fewest(file: PublishedDraw, entrants: Entrants) -> Check:
    """The fewest among the draws that seat as many as possible at their fixed tables."""
    playing = [entrant.id for entrant in file.given.entrants if entrant.id not in file.rests]
    together = {frozenset((past.first_id, past.second_id)) for past in file.given.partnerships}
    position = {id_: at for at, id_ in enumerate(playing)}
    partners = [side for sides in file.tables.values() for side in sides]
    params = {"partners": sum(frozenset(side) in together for side in partners)}
    if not all(len(side) == 2 and position.keys() >= set(side) for side in partners):
        return Check("partners-fewest", "broken", params)
    fixed_tables = FixedTables.from_groups(([entrants[id_]] for id_ in playing), enough=2)

    def terms(i: int, j: int) -> tuple[int, ...]:
        again = frozenset((playing[i], playing[j])) in together
        return fixed_tables.is_apart(i, j), bool(fixed_tables.split(i, j)), again

    partner_couples = [(position[one], position[other]) for one, other in partners]
    bettered = can_be_paired_cheaper(len(playing), terms, partner_couples)
    return Check("partners-fewest", outcome(_negated(bettered)), params)


def _opponents_fewest(file: PublishedDraw, entrants: Entrants) -> Check:
    """The check of opponents. Their cost is the sum of the squares of how often they were at one table."""
    past = (*file.given.meetings, *file.given.partnerships)
    seen = Counter(frozenset((one.first_id, one.second_id)) for one in past)
    partners = [side for _number, sides in sorted(file.tables.items()) for side in sides]

    couples = ([entrants[id_] for id_ in side if id_ in entrants] for side in partners)
    fixed_tables = FixedTables.from_groups(couples, enough=1)

    def terms(i: int, j: int) -> tuple[int, int]:
        again = sum(seen[frozenset((a, b))] ** 2 for a in partners[i] for b in partners[j])
        return fixed_tables.is_apart(i, j) + fixed_tables.split(i, j), again

    opponent_couples = [(at, at + 1) for at in range(0, len(partners), 2)]
    bettered = can_be_paired_cheaper(len(partners), terms, opponent_couples)
    return Check("opponents-fewest", outcome(_negated(bettered)), {"opponents": file.draw["opponents_again"]})


def _is_pairing(size: int, couples: list[Couple]) -> bool:
    return sorted(at for couple in couples for at in couple) == list(range(size))


def _negated(bettered: bool | None) -> bool | None:
    return None if bettered is None else not bettered


BY_KIND: dict[str, Callable[[PublishedDraw, Mapping[str, Any]], list[Check]]] = {
    "danish": _danish,
    "swiss": _swiss,
    "rotation": _rotation,
}


Waiting = tuple[int, ...]
Cost = Callable[[int, int], int]

DIGIT = 10**12  # more than the sum of any term
ONE_PLACE = DIGIT + 1  # the cost of one place of distance, with its square
MOST_STEPS = 2_000_000


class TooManySteps(Exception):
    """The search would take more than `MOST_STEPS`."""


def can_be_bettered(
    size: int, penalties: Mapping[Couple, tuple[int, ...]], pairing: Sequence[Couple]
) -> bool | None:
    """Whether a pairing costs less in penalties, then in distances, then in their squares.

    None, not known, if it would take more than `MOST_STEPS`: with hundreds of entrants who have met nearly
    everyone near them.
    """
    cost = whole_cost(penalties)
    steps = 0
    try:
        for part in parts(size, penalties):
            inside = [(i, j) for i, j in pairing if part.start <= i and j < part.end]
            if len(inside) < len(part) // 2:
                return True
            pays = sum(cost(i, j) for i, j in inside)
            least, more_steps = _least(part, cost, pays, MOST_STEPS - steps)
            steps += more_steps
            if least < pays:
                return True
    except TooManySteps:
        return None
    return False


def whole_cost(penalties: Mapping[Couple, tuple[int, ...]]) -> Cost:
    """The cost of a couple, its terms the digits of one integer, so that sums can be compared."""
    terms = max((len(penalty) for penalty in penalties.values()), default=0)

    def cost(i: int, j: int) -> int:
        whole = 0
        for term in (*penalties.get((i, j), (0,) * terms), j - i, (j - i) ** 2):
            whole = whole * DIGIT + term
        return whole

    return cost


def _least(part: Part, cost: Cost, at_most: int, most_steps: int) -> tuple[int, int]:
    """The least cost of a pairing of the part, given an upper bound ``at_most``, and the steps it took."""
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
    """The cheapest ways one position further: the entrant there waits, or meets a waiting one above."""
    further = {(*waiting, position): paid for waiting, paid in ways.items()}
    for waiting, paid in ways.items():
        for other in above:
            if other in waiting:
                left = tuple(one for one in waiting if one != other)
                pays = paid + cost(other, position)
                further[left] = min(pays, further.get(left, pays))
    return further


def _still_to_pay(waiting: Waiting, position: int, end: int) -> int:
    """A lower bound on the remaining cost: waiting entrants meet the next positions, the others meet
    neighbours."""
    so_far = sum(position - one for one in waiting)
    count = len(waiting)
    return (so_far + count * (count - 1) // 2 + max(0, end - position - count) // 2) * ONE_PLACE


MOST_MATCHED = 300  # 1.5 seconds; the time grows with the third power

Terms = Callable[[int, int], tuple[int, ...]]


def can_be_paired_cheaper(size: int, terms: Terms, pairing: Sequence[Couple]) -> bool | None:
    """Whether another pairing of 0 … size - 1 costs less; terms are summed, then compared in order.

    None, not known, for more than `MOST_MATCHED`.
    """
    if size > MOST_MATCHED:
        return None
    costs = _as_numbers({couple: terms(*couple) for couple in combinations(range(size), 2)})
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((i, j, -cost) for (i, j), cost in costs.items())
    least = networkx.max_weight_matching(graph, maxcardinality=True)
    if len(pairing) < len(least):
        return True
    return sum(costs[_ordered(couple)] for couple in least) < sum(costs[_ordered(one)] for one in pairing)


def _as_numbers(terms: dict[Couple, tuple[int, ...]]) -> dict[Couple, int]:
    """Each cost as an integer with its terms as digits, in a radix that no sum reaches."""
    radices = [len(terms) * max(column) + 1 for column in zip(*terms.values(), strict=True)]
    numbers = {}
    for couple, values in terms.items():
        number = 0
        for value, radix in zip(values, radices, strict=True):
            number = number * radix + value
        numbers[couple] = number
    return numbers


def _ordered(couple: Couple) -> Couple:
    return (min(couple), max(couple))
