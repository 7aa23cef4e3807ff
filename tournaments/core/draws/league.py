"""The fixtures of a championship: who plays whom in each round, and at whose room.

Each half-season is a round robin by the circle method, in which n teams (n even) have n - 2 breaks, a break
being two rounds in a row at home, or two away. Fewer are impossible: two teams with the same sequence of home
and away never meet, and only two sequences have no break (D. de Werra, "Scheduling in Sports", 1981). An odd
number of teams has none.

The second half plays the same matches at the other's room, from the second round on and the first one last.
So nobody meets the same team again within n - 2 rounds, and the season has 2 n breaks. (The second half in
reverse would have four fewer, but its first round would repeat the last one.)

Teams that share a room get sequences that are never at home together.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.core.draws.inputs import DrawImpossible
from tournaments.core.draws.schedules import PlannedRound
from tournaments.core.lots import lot


@dataclass(frozen=True, slots=True)
class Team:
    """A team and the id of the room where it is at home; teams without one share no room."""

    id: int
    room: int | None = None


def season(
    teams: Sequence[Team], *, legs: int, seed: int, matches_at_once: Mapping[int, int] | None = None
) -> tuple[PlannedRound, ...]:
    """The rounds of a single (``legs`` 1) or double (2) round robin, the home team first in each match.

    The seed draws which team has which sequence, so that the calendar is drawn, not chosen. A room takes one
    match at once unless ``matches_at_once`` says more.

    Raises `DrawImpossible` ``too-few-entrants``, and ``room-too-small`` with the room, its teams and the
    matches that it would have to take at once.
    """
    if len(teams) < 2:
        raise DrawImpossible("too-few-entrants", entrants=len(teams), least=2)
    planned = _rounds(len(teams), legs)
    order = _placed(teams, _apart(planned, len(teams)), seed, matches_at_once or {})
    return tuple(
        PlannedRound(
            tuple((order[home].id, order[away].id) for home, away in turn.meets),
            tuple(order[place].id for place in turn.rests),
        )
        for turn in planned
    )


def breaks(rounds: Sequence[PlannedRound]) -> int:
    """How many times a team is at home, or away, twice in a row; a bye in between counts for nothing."""
    sides = defaultdict[int, list[bool]](list)
    for turn in rounds:
        for home, away in turn.meets:
            sides[home].append(True)
            sides[away].append(False)
    return sum(before == after for side in sides.values() for before, after in pairwise(side))


def _rounds(teams: int, legs: int) -> tuple[PlannedRound, ...]:
    """The rounds for teams 0, 1, 2 …, with the last round of the first half first: then 2 n breaks in all."""
    half = [_round(turn, teams) for turn in range(teams - 1 + teams % 2)]
    first = [*half[-1:], *half[:-1]] if teams % 2 == 0 else half
    if legs == 1:
        return tuple(first)
    again = [PlannedRound(tuple((away, home) for home, away in turn.meets), turn.rests) for turn in first]
    return (*first, *again[1:], again[0])


def _round(turn: int, teams: int) -> PlannedRound:
    """A round by the circle method: places around a circle, and in an even group one that stands still."""
    around = teams - 1 + teams % 2
    steps = [((turn + step) % around, (turn - step) % around) for step in range(1, around // 2 + 1)]
    meets = [meet if step % 2 else (meet[1], meet[0]) for step, meet in enumerate(steps, start=1)]
    if teams % 2:
        return PlannedRound(tuple(meets), (turn,))
    still = (around, turn) if turn % 2 else (turn, around)
    return PlannedRound((still, *meets))


def _apart(rounds: Sequence[PlannedRound], teams: int) -> list[tuple[int, int]]:
    """Places by twos that are never at home in the same round, as many as there are."""
    home: list[set[int]] = [set() for _place in range(teams)]
    for number, turn in enumerate(rounds):
        for host, _guest in turn.meets:
            home[host].add(number)
    import rustworkx  # here, because numpy costs 15 MB that a process without draws does not need

    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph()
    graph.add_nodes_from(range(teams))
    graph.add_edges_from_no_data(
        [(one, other) for other in range(teams) for one in range(other) if not home[one] & home[other]]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True)
    return sorted(tuple(sorted(couple)) for couple in matched)  # type: ignore[misc]


def _placed(
    teams: Sequence[Team], apart: list[tuple[int, int]], seed: int, matches_at_once: Mapping[int, int]
) -> list[Team]:
    """The teams by place: those of one room by twos on places that are never at home together."""
    drawn = sorted(teams, key=lambda team: lot(seed, "place", team.id))
    by_room = defaultdict[int, list[Team]](list)
    for team in drawn:
        if team.room is not None:
            by_room[team.room].append(team)
    alone = [team for team in drawn if team.room is None]
    couples: list[tuple[Team, Team]] = []
    crowded = 0
    for room, hosts in by_room.items():
        least = (len(hosts) + 1) // 2
        takes = matches_at_once.get(room, 1)
        if least > takes:
            raise DrawImpossible("room-too-small", room=room, teams=len(hosts), matches=least)
        needed = max(0, len(hosts) - takes)
        crowded = room
        couples += zip(hosts[: 2 * needed : 2], hosts[1 : 2 * needed : 2], strict=True)
        alone += hosts[2 * needed :]
    if len(couples) > len(apart):
        raise DrawImpossible("room-too-small", room=crowded, teams=len(by_room[crowded]), matches=2)
    free = sorted(apart, key=lambda places: lot(seed, "places", *places))
    order: dict[int, Team] = {}
    for (one, other), places in zip(couples, free, strict=False):
        order |= {places[0]: one, places[1]: other}
    rest = [place for place in range(len(teams)) if place not in order]
    order |= dict(zip(rest, alone, strict=True))
    return [order[place] for place in range(len(teams))]
