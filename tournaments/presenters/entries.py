"""An entry as pages, paper, files and API show it, and an entry's number with its name."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Entry
from tournaments.presenters import Reading
from tournaments.text import names


@dataclass(frozen=True)
class ShownEntry:
    """An entry: its players' names, one by one and on one line, and its state at the desk."""

    number: int
    name: str
    players: list[str]
    present: bool
    withdrawn: bool
    #: None for the public, because a need for a fixed table is private.
    fixed_table: int | None
    seed: int | None
    circle: str


@dataclass(frozen=True)
class NumberedName:
    """An entry that has no table: its number and its names on one line."""

    number: int
    name: str


def shown_entry(entry: Entry, reading: Reading) -> ShownEntry:
    """The entry as its reader may see it; needs `players__person` prefetched."""
    players = [player.person for player in entry.players.all()]
    return ShownEntry(
        number=entry.number,
        name=names.pair(players, reading, entry.number),
        players=[names.shown(person, reading, entry.number) for person in players],
        present=entry.checked_in_at is not None,
        withdrawn=entry.withdrawn_at is not None,
        fixed_table=entry.fixed_table if reading.get("full_names") else None,
        seed=entry.seed,
        circle=entry.circle,
    )


def shown_entries(entries: Iterable[Entry], reading: Reading) -> list[ShownEntry]:
    """The entries in their order, as their reader may see them."""
    return [shown_entry(entry, reading) for entry in entries]
