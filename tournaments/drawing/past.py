"""What schedules and knock-outs go by: who started, who has won, who has gone, how the gironi ended.

What an earlier turn was drawn from stays as it was: a result corrected since changes the classifica, never
who went on (FIELD, Correction). So every turn takes over what the one before it knew, and adds its results.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.draws import DrawInput, Meeting, Movement, Win
from tournaments.draws.line import starters
from tournaments.draws.movements import final_from, groups_of
from tournaments.models import Round, Tournament

#: Of who was left alone at a table, whatever a match is worth.
LEFT_ALONE = 1_000

Standing = Mapping[int, Mapping[str, Any]]


@dataclass(frozen=True)
class Bracket:
    """By the entries' numbers, as `DrawInput` has them."""

    started: tuple[int, ...] = ()
    wins: tuple[Win, ...] = ()
    gone: tuple[int, ...] = ()
    group_orders: tuple[tuple[int, ...], ...] = ()


def bracket(
    tournament: Tournament,
    movement: Movement,
    last: Round,
    standing: Standing,
    meetings: Sequence[Meeting],
    here: Collection[int],
) -> Bracket:
    """What the turn after `last` goes by. One query."""
    before = DrawInput.from_json(last.draw_input)
    started = starters(before)
    final = final_from(movement, len(started)) or 1
    if last.number + 1 < final:
        return Bracket(started)
    if last.number + 1 == final:
        orders = tuple(
            tuple(number for number in _in_order(group, standing) if number in here)
            for group in groups_of(movement, started)
        )
        return Bracket(started, (), (), orders)
    met = [meeting for meeting in meetings if meeting.turn == last.number]
    return Bracket(
        started,
        (*before.wins, *_wins(met, standing)),
        (*before.gone, *_newly_gone(tournament, started, {*here, *before.gone})),
        before.group_orders,
    )


def _in_order(group: Sequence[int], standing: Standing) -> list[int]:
    return sorted(group, key=lambda number: standing.get(number, {}).get("group_place", len(group)))


def _newly_gone(tournament: Tournament, started: Sequence[int], known: Collection[int]) -> list[int]:
    """Those who left since the last turn was drawn, the first to go first."""
    left_at = dict(
        tournament.entries.filter(number__in=started)
        .order_by("withdrawn_at", "number")
        .values_list("number", "withdrawn_at")
    )
    return [number for number in left_at if number not in known]


def _wins(met: Sequence[Meeting], standing: Standing) -> Iterator[Win]:
    """Who won each of these matches, played out or left to them; none of a match that ended level."""
    for meeting in met:
        pair = (meeting.first_id, meeting.second_id)
        got = [_got(standing.get(number, {}), meeting.turn) for number in pair]
        if got[0] != got[1]:
            winner = pair[got.index(max(got))]
            yield Win(meeting.turn, winner, pair[0] if winner == pair[1] else pair[1])


def _got(row: Mapping[str, Any], turn: int) -> int:
    """The match points of that turn; more than any match gives, for who was left alone at the table."""
    for line in row.get("per_turn", ()):
        if line["turn"] == turn and not line.get("penalty"):
            return LEFT_ALONE if line["rested"] else int(line["match_points"])
    return -1
