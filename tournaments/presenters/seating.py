"""Where everybody sits in a round, by name and by number, besides by table."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from club.person_names import plain
from tournaments.presenters.tables import ShownRound
from tournaments.presenters.tournaments import ShownEntry
from tournaments.text import names


@dataclass(frozen=True)
class Seated:
    """A player or an entry, with the table and the side; without a table, `where` is the reason."""

    number: int
    name: str
    table: int | None
    where: str


def seated_by_name(shown: ShownRound, entries: Iterable[ShownEntry]) -> list[Seated]:
    """Returns every player of the round in the order of the names.

    Players whose name the reader may not see are left out; the list by number has them.
    """
    players_seated = [
        Seated(seat.entry, seat.name, table.table, table.sides[seat.side].heading)
        for table in shown.tables
        for seat in table.seats
    ]
    players = {entry.number: entry.players for entry in entries}
    for number, reason in _without_table(shown):
        players_seated += [Seated(number, name, None, reason) for name in players[number]]
    named = [each for each in players_seated if each.name != names.unnamed(each.number)]
    return sorted(named, key=lambda seated: (plain(seated.name), seated.number))


def seated_by_number(shown: ShownRound, entries: Iterable[ShownEntry]) -> list[Seated]:
    """Returns every entry of the round in the order of the numbers, with the people who play for it."""
    sitting: defaultdict[int, list[str]] = defaultdict(list)
    for table in shown.tables:
        for seat in table.seats:
            sitting[seat.entry].append(seat.name)
    entries_seated = [
        Seated(number, " – ".join(dict.fromkeys(sitting[number])), table.table, side.heading)
        for table in shown.tables
        for side in table.sides.values()
        for number in side.entries
    ]
    name = {entry.number: entry.name for entry in entries}
    entries_seated += [Seated(number, name[number], None, reason) for number, reason in _without_table(shown)]
    return sorted(entries_seated, key=lambda seated: seated.number)


def _without_table(shown: ShownRound) -> list[tuple[int, str]]:
    """Returns the entries without a table that stay in the tournament, each with the reason."""
    return [
        *((rest.number, gettext("riposo")) for rest in shown.rests),
        *((each.number, gettext("passa il turno senza giocare")) for each in shown.passing),
    ]
