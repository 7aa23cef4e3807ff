"""The fixtures of a championship: the matches of each round, each in the room of one of its teams.

Each half-season is a round robin by the circle method, in which n teams (n even) have n - 2 breaks, a break
being two rounds in a row at home, or two away. Fewer are impossible: two teams with the same sequence of home
and away never meet, and only two sequences have no break (D. de Werra, "Scheduling in Sports", 1981). An odd
number of teams has none.

The second half plays the same matches at the other's room, from the second round on and the first one last.
So nobody meets the same team again within n - 2 rounds, and the season has 2 n breaks. (The second half in
reverse would have four fewer, but its first round would repeat the last one.)

Teams that share a room get places in the calendar that are never at home together, in one group or in several
(`home_rooms`). Where no such places are found, single matches change sides, which costs breaks.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from tournaments.core.draws import home_rooms
from tournaments.core.draws.home_rooms import Crowded, Team
from tournaments.core.draws.inputs import DrawImpossible
from tournaments.core.draws.schedules import PlannedRound
from tournaments.core.lots import lot

#: The number of rotations of the rounds that are tried.
TRIES = 4


@dataclass(frozen=True, slots=True)
class Calendar:
    """The rounds of each group, the home team first in each match.

    ``crowded`` are the rooms that would have to take more matches in a round than they can. ``extra_breaks``
    counts the breaks beyond the fewest possible, which the rooms cost.
    """

    groups: tuple[tuple[PlannedRound, ...], ...]
    crowded: tuple[Crowded, ...]
    extra_breaks: int


def calendar(
    groups: Sequence[Sequence[Team]],
    *,
    legs: int,
    seed: int,
    matches_at_once: int = 1,
    other_events: Mapping[int, Sequence[int]] | None = None,
) -> Calendar:
    """The rounds of a single (``legs`` 1) or double (2) round robin of each group; all groups play their
    round 1 on the same day, and so on.

    The seed draws the place of each team, so that the calendar is drawn, not chosen. A room takes
    ``matches_at_once``; ``other_events`` has for each room how many of these other events take in each round.

    Raises `DrawImpossible` ``too-few-entrants`` with the group, and ``room-too-small`` with the room, its
    teams in one group and the matches that it would have to take at once.
    """
    for number, teams in enumerate(groups, start=1):
        _verify(number, teams, matches_at_once)
    usual_rounds = [_rounds(len(teams), legs, 0) for teams in groups]
    rounds = max(map(len, usual_rounds))
    rooms = {team.room for teams in groups for team in teams if team.room is not None}
    # Where other events overbook a room, it has 0 free matches, not fewer: no calendar can mend that.
    free = {
        room: [
            max(0, matches_at_once - number) for number in _filled((other_events or {}).get(room, ()), rounds)
        ]
        for room in sorted(rooms)
    }
    planned, fewest = _placed(groups, free, legs, seed)
    if fewest:
        planned = home_rooms.with_sides_changed(groups, planned, free)
    least = sum(map(breaks, usual_rounds))
    return Calendar(
        tuple(map(tuple, planned)),
        home_rooms.crowded(groups, planned, free),
        max(0, sum(map(breaks, planned)) - least),
    )


def _placed(
    groups: Sequence[Sequence[Team]], free: home_rooms.Free, legs: int, seed: int
) -> tuple[list[list[PlannedRound]], int]:
    """The rounds of each group with the best places found for its teams, and the number of matches beyond
    what the rooms can take."""
    best, fewest = None, 0
    for attempt in range(TRIES):
        plans = [
            _rounds(len(teams), legs, lot(seed, "rotation", attempt, at) if attempt else 0)
            for at, teams in enumerate(groups)
        ]
        order, over = home_rooms.placed(groups, plans, free, seed=seed + attempt)
        if best is None or over < fewest:
            best, fewest = (plans, order), over
        if not over:
            break
    assert best  # noqa: S101  (one attempt at least)
    return [_named(plan, teams) for plan, teams in zip(*best, strict=True)], fewest


def _verify(number: int, teams: Sequence[Team], matches_at_once: int) -> None:
    if len(teams) < 2:
        raise DrawImpossible("too-few-entrants", entrants=len(teams), least=2, group=number)
    hosts = defaultdict[int, int](int)
    for team in teams:
        if team.room is not None:
            hosts[team.room] += 1
    for room, count in hosts.items():
        if (count + 1) // 2 > matches_at_once:
            raise DrawImpossible("room-too-small", room=room, teams=count, matches=(count + 1) // 2)


def _filled(counts: Sequence[int], rounds: int) -> list[int]:
    """The counts for that many rounds: cut off, or filled up with 0."""
    return [*counts[:rounds], *[0] * (rounds - len(counts))]


def _named(plan: Sequence[PlannedRound], order: Sequence[int]) -> list[PlannedRound]:
    """The rounds with the ids of the teams on their places."""
    return [
        PlannedRound(
            tuple((order[home], order[away]) for home, away in turn.meets),
            tuple(order[place] for place in turn.rests),
        )
        for turn in plan
    ]


def fewest_breaks(teams: int, legs: int) -> int:
    """The breaks of a group's calendar if rooms cost none."""
    return breaks(_rounds(teams, legs, 0))


def breaks(rounds: Sequence[PlannedRound]) -> int:
    """The number of times that a team is at home, or away, twice in a row, byes in between left out."""
    sides = defaultdict[int, list[bool]](list)
    for turn in rounds:
        for home, away in turn.meets:
            sides[home].append(True)
            sides[away].append(False)
    return sum(before == after for side in sides.values() for before, after in pairwise(side))


@cache
def _rounds(teams: int, legs: int, rotation: int) -> tuple[PlannedRound, ...]:
    """The rounds for teams 0, 1, 2 …, from one of the rounds from which a half has the fewest breaks."""
    circle = [_round(turn, teams) for turn in range(teams - 1 + teams % 2)]
    starts = _starts(teams)
    start = starts[rotation % len(starts)]
    first = [*circle[start:], *circle[:start]]
    if legs == 1:
        return tuple(first)
    again = [PlannedRound(tuple((away, home) for home, away in turn.meets), turn.rests) for turn in first]
    return (*first, *again[1:], again[0])


@cache
def _starts(teams: int) -> tuple[int, ...]:
    """The rounds of the circle from which n teams have n - 2 breaks, or none if n is odd, the last first."""
    circle = [_round(turn, teams) for turn in range(teams - 1 + teams % 2)]
    fewest = 0 if teams % 2 else teams - 2
    return tuple(
        start
        for start in reversed(range(len(circle)))
        if breaks([*circle[start:], *circle[:start]]) == fewest
    )


def _round(turn: int, teams: int) -> PlannedRound:
    """A round by the circle method: places around a circle, and in an even group one that stands still."""
    around = teams - 1 + teams % 2
    steps = [((turn + step) % around, (turn - step) % around) for step in range(1, around // 2 + 1)]
    meets = [meet if step % 2 else (meet[1], meet[0]) for step, meet in enumerate(steps, start=1)]
    if teams % 2:
        return PlannedRound(tuple(meets), (turn,))
    still = (around, turn) if turn % 2 else (turn, around)
    return PlannedRound((still, *meets))
