"""A challenge of two teams: all of one meet all of the other, round by round over a Latin square.

The smaller team (the first, if they are equal) stays: its entrants keep their tables. The others move one
place in every round, round a circle with as many places as the larger team has entrants. Where the teams are
unequal, the places in which nobody plays are spread evenly round that circle: so, in any number of rounds,
the byes of two entrants differ by at most one.

At the odd tables the first team sits N-S, at the even ones E-W; this changes in every second round. After as
many rounds as the circle has places everybody has met everybody: a *leg*. A marathon goes on with another
leg, in which all sides are changed.
"""

from collections.abc import Sequence

from tournaments.core.draws.inputs import DrawImpossible, DrawInput, starters
from tournaments.core.draws.schedules import Meet, PlannedRound

Teams = tuple[tuple[int, ...], tuple[int, ...]]


def teams_of(given: DrawInput) -> Teams:
    """The ids of the entrants of each team that began the evening, best seed first.

    Raises `DrawImpossible`: ``without-team`` with an entrant's ``number``, ``empty-team`` with the ``team``.
    """
    of_team = {id_: team for team, ids in enumerate(given.teams) for id_ in ids}
    for entrant in sorted(given.entrants, key=lambda entrant: entrant.number):
        if entrant.id not in of_team:
            raise DrawImpossible("without-team", number=entrant.number)
    began = starters(given)
    first, second = (tuple(id_ for id_ in began if of_team.get(id_) == team) for team in (0, 1))
    for team, ids in ((1, first), (2, second)):
        if not ids:
            raise DrawImpossible("empty-team", team=team)
    return first, second


def leg_rounds(first: int, second: int) -> int:
    """The number of rounds in which teams of those sizes meet everybody of the other once."""
    return max(first, second)


def challenge_round(teams: Teams, turn: int) -> PlannedRound:
    """Round ``turn``, counted from 1; there is no last one.

    >>> challenge_round(((1, 2), (3, 4)), 1).meets
    ((1, 3), (4, 2))
    >>> challenge_round(((1, 2, 5), (3, 4)), 2)
    PlannedRound(meets=((3, 2), (5, 4)), rests=(1,), tables=(1, 2), boards=())
    """
    first, second = teams
    is_first_staying = len(first) <= len(second)
    staying, moving = (first, second) if is_first_staying else (second, first)
    leg, step = divmod(turn - 1, len(moving))
    coming = [moving[(place + step) % len(moving)] for place in _places(len(staying), len(moving))]
    meets: list[Meet] = []
    for at, (sitting, guest) in enumerate(zip(staying, coming, strict=True)):
        home, away = (sitting, guest) if is_first_staying else (guest, sitting)
        is_first_north = (at + (step + 1) // 2 + leg) % 2 == 0
        meets.append((home, away) if is_first_north else (away, home))
    return PlannedRound(
        tuple(meets),
        tuple(id_ for id_ in moving if id_ not in coming),
        tuple(range(1, len(staying) + 1)),
    )


def _places(staying: int, moving: int) -> Sequence[int]:
    """The places of the circle that have a table; the others are spread evenly, the last place first."""
    spare = moving - staying
    empty = {moving - 1 - at * moving // spare for at in range(spare)}
    return [place for place in range(moving) if place not in empty]
