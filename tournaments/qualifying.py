"""The gironi of a stored classifica, and who is level at the last place that leads to the final.

Where the ranking ends without a draw of lots, nothing tells them apart: the draw takes the lower number, and
who runs the evening hears of it before the tables are announced.
"""

from dataclasses import dataclass

from tournaments import queries
from tournaments.draws import DrawInput
from tournaments.draws.movements import final_from
from tournaments.format_wording import group_name
from tournaments.models import Round, RoundState, Snapshot, Tournament
from tournaments.movements import movement_of
from tournaments.standings import Row, of_gironi
from tournaments.standings.earlier import rules_of
from tournaments.standings.storing import row_from


@dataclass(frozen=True)
class Level:
    """Entries of a girone that share a place, and which of them the draft has in the final."""

    girone: str
    numbers: tuple[int, ...]
    taken: tuple[int, ...]


def level_at_the_cut(tournament: Tournament, round_: Round) -> list[Level]:
    """The gironi in which a shared place decides who is in the draft of the final's first turn.

    A query for that draft, none for any other turn.
    """
    if round_.state != RoundState.DRAFT or tournament.format != "groups-final":
        return []
    given = DrawInput.from_json(round_.draw_input)
    orders = given.group_orders
    if not orders or final_from(movement_of(tournament), len(given.started)) != round_.number:
        return []
    each = min([tournament.qualifiers, *map(len, orders)])
    places = _places(tournament, round_.number - 1)
    found = []
    for at, order in enumerate(orders, start=1):
        numbers = _level(order, each, places)
        if numbers:
            found.append(Level(group_name(at), numbers, tuple(n for n in order[:each] if n in numbers)))
    return found


def _level(order: tuple[int, ...], each: int, places: dict[int, int]) -> tuple[int, ...]:
    """Those who share the place of the last taken, where one of them is not."""
    if each >= len(order) or places.get(order[each - 1]) != places.get(order[each]):
        return ()
    return tuple(number for number in order if places.get(number) == places.get(order[each]))


def _places(tournament: Tournament, last_turn: int) -> dict[int, int]:
    """Everybody's place in their girone, shared where nothing tells them apart."""
    snapshot = queries.snapshot(tournament)
    gironi = gironi_in(snapshot, tournament, last_turn) if snapshot else {}
    return {row.number: row.place for there in gironi.values() for row in there}


def gironi_in(
    snapshot: Snapshot, tournament: Tournament, last_turn: int | None
) -> dict[int, tuple[Row, ...]]:
    """Of each girone by its number its classifica, by the rules that made the stored one. No query."""
    rules = rules_of(snapshot.rules, snapshot.criteria)
    rows = [row_from(row) for row in snapshot.rows if row.get("group") is not None]
    return of_gironi(rows, rules, tournament.lots_seed, last_turn)
