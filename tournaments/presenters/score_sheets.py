"""The score sheets of a round, each a table with the codes that let its sides enter results."""

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Match, Round
from tournaments.presenters.tables import ShownTable, shown_table
from tournaments.results import codes


@dataclass(frozen=True)
class SideKeys:
    """The codes that let a side enter and confirm its results."""

    code: str
    path: str
    short_code: str


@dataclass(frozen=True)
class ShownSheet(ShownTable):
    """A table with the keys of each side, for its printed score sheet."""

    keys: dict[str, SideKeys]


def shown_sheets(round_: Round) -> list[ShownSheet]:
    """Returns every table of a round from `queries.with_tables`, with full names, because its players get it.

    Closed results are left out: anybody in the room can use the print station.
    """
    sheets = []
    for match in round_.matches.all():
        match.round = round_
        keys = {side: _keys(match, side) for side in match.play.sides}
        sheets.append(ShownSheet(**vars(shown_table(match, {"full_names": True})), keys=keys))
    return sheets


def _keys(match: Match, side: str) -> SideKeys:
    code = codes.code_of(match, side)
    return SideKeys(code, reverse("table_by_code", args=[code]), codes.short_code(match, side))
