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
    """A player or an entry with the table and the side, or without a table and with the reason."""

    number: int
    name: str
    table: int | None
    where: str


def seated_by_name(shown: ShownRound, entries: Iterable[ShownEntry]) -> list[Seated]:
    """Every player of the round whose name the reader may see, in the order of the names.

    People for whom their number stands are left out: the list by number has them.
    """
    found = [
        Seated(seat.entry, seat.name, table.table, table.sides[seat.side].heading)
        for table in shown.tables
        for seat in table.seats
    ]
    players = {entry.number: entry.players for entry in entries}
    for number, reason in _without_table(shown):
        found += [Seated(number, name, None, reason) for name in players[number]]
    named = [each for each in found if each.name != names.unnamed(each.number)]
    return sorted(named, key=lambda seated: (plain(seated.name), seated.number))


def seated_by_number(shown: ShownRound, entries: Iterable[ShownEntry]) -> list[Seated]:
    """Every entry of the round in the order of the numbers, with the names of those who sit for it."""
    sitting: defaultdict[int, list[str]] = defaultdict(list)
    for table in shown.tables:
        for seat in table.seats:
            sitting[seat.entry].append(seat.name)
    found = [
        Seated(number, " – ".join(dict.fromkeys(sitting[number])), table.table, side.heading)
        for table in shown.tables
        for side in table.sides.values()
        for number in side.entries
    ]
    name = {entry.number: entry.name for entry in entries}
    found += [Seated(number, name[number], None, reason) for number, reason in _without_table(shown)]
    return sorted(found, key=lambda seated: seated.number)


def _without_table(shown: ShownRound) -> list[tuple[int, str]]:
    """The numbers of the entries without a table that play on, each with the reason."""
    return [
        *((rest.number, gettext("riposo")) for rest in shown.rests),
        *((each.number, gettext("passa il turno senza giocare")) for each in shown.passing),
    ]
