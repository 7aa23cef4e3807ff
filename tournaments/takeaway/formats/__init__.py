"""The formats in which the tables of an evening can be taken away: those of every table, and JSON."""

from club.tables import formats
from club.tables.columns import Table
from club.tables.formats import Format
from tournaments.takeaway.formats.as_json import as_json

FORMATS = {**formats.FORMATS, "json": Format("application/json", as_json, 100_000)}


def written(table: Table, ending: str) -> bytes:
    """The table as a file of that ending. Raises ClubInputRefused where the rows are too many for it."""
    return formats.written(table, ending, FORMATS)
