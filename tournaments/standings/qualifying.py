"""The groups of stored standings, and the entries level at the last place that leads to the final.

If the ranking does not end with a draw of lots, entries may stay level there. Those with the lower numbers
then qualify, and the organiser sees this before the tables are announced.
"""

from dataclasses import dataclass

from tournaments import queries
from tournaments.core.draws import DrawInput
from tournaments.core.draws.movements import final_from
from tournaments.core.standings import Row, standings_by_group
from tournaments.core.standings.stored_standings import row_from, rules_of
from tournaments.models import Round, RoundState, Snapshot, Tournament
from tournaments.models.round import movement_of
from tournaments.text.format_wording import group_name


@dataclass(frozen=True)
class Level:
    """Entries of a group that share a place, and those of them that qualify in the draft."""

    group: str
    numbers: tuple[int, ...]
    taken: tuple[int, ...]


def level_at_the_cut(tournament: Tournament, round_: Round) -> list[Level]:
    """The groups in which a shared place decides the draft of the final's first round.

    One query for that draft, none for any other round.
    """
    if round_.state != RoundState.DRAFT or tournament.format != "groups-final":
        return []
    draw_input = DrawInput.from_json(round_.draw_input)
    orders = draw_input.group_orders
    if not orders or final_from(movement_of(tournament), len(draw_input.started)) != round_.number:
        return []
    each = min([tournament.qualifiers, *map(len, orders)])
    places = _places(tournament, round_.number - 1)
    levels = []
    for at, order in enumerate(orders, start=1):
        numbers = _level(order, each, places)
        if numbers:
            levels.append(Level(group_name(at), numbers, tuple(n for n in order[:each] if n in numbers)))
    return levels


def _level(order: tuple[int, ...], each: int, places: dict[int, int]) -> tuple[int, ...]:
    """The entries that share the place of the last qualifier, if some of them do not qualify."""
    if each >= len(order) or places.get(order[each - 1]) != places.get(order[each]):
        return ()
    return tuple(number for number in order if places.get(number) == places.get(order[each]))


def _places(tournament: Tournament, last_turn: int) -> dict[int, int]:
    """Each entry's place in its group by number, shared where nothing separates them."""
    snapshot = queries.snapshot(tournament)
    groups = stored_standings_by_group(snapshot, tournament, last_turn) if snapshot else {}
    return {row.number: row.place for rows in groups.values() for row in rows}


def stored_standings_by_group(
    snapshot: Snapshot, tournament: Tournament, last_turn: int | None
) -> dict[int, tuple[Row, ...]]:
    """The standings of each group by its number, by the rules of the stored ones. No query."""
    rules = rules_of(snapshot.rules, snapshot.criteria)
    rows = [row_from(row) for row in snapshot.rows if row.get("group") is not None]
    return standings_by_group(rows, rules, tournament.lots_seed, last_turn)
