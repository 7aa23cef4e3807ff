"""One row of a sheet, read by itself: what it says of a person, and everything that is wrong with it."""

from datetime import date
from typing import Any, Final

from club.imports import years
from club.imports.parsing.consents import consents_of
from club.imports.parsing.dues import dues_of
from club.imports.parsing.membership import membership_of
from club.imports.parsing.person import checked, written_of
from club.imports.parsing.row import Row
from club.imports.parsing.value import Cells, Problem, Read, kept
from club.imports.rules import Rules
from club.people import plain
from club.register import checks
from club.register.written import Written

__all__ = ["Cells", "Problem", "Read", "kept", "read"]

#: Rows with fewer cells filled and no name are totals, titles of groups, remarks: no person.
FEWEST_CELLS: Final = 3
#: A longer number would not fit beside the bar of a second card.
LONGEST_CARD: Final = 26


def read(cells: Cells, rules: Rules, today: date) -> Read:
    """The row; everything that can be said against it by itself is among its problems."""
    row = Row(cells, rules, today)
    if _is_nobody(cells):
        row.warn("nobody")
        return Read(
            written=Written(last_name="", first_name=""), problems=tuple(row.problems), is_nobody=True
        )
    written = checked(row, checks.tidied(written_of(row)))
    membership = membership_of(row, written)
    besides: dict[str, Any] = {"dues": dues_of(row), "consents": consents_of(row), "cards": _cards(row)}
    return Read(written=written, problems=tuple(row.problems), **membership, **besides)


def _cards(row: Row) -> tuple[tuple[str, str], ...]:
    found = tuple((text, years.found(heading)[0]) for heading, text in row.texts("card"))
    for number, _year in found:
        if len(number) > LONGEST_CARD:
            row.bar("too-long", "card", longest=LONGEST_CARD, value=number[:40])
    return found


def _is_nobody(cells: Cells) -> bool:
    named = any(text for key in ("last_name", "first_name", "full_name", "first_last", "fiscal_code")
                for _heading, text in cells.get(key, ()) if not _is_total(text))  # fmt: skip
    filled = sum(bool(text) for each in cells.values() for _heading, text in each)
    return not named and filled < FEWEST_CELLS


def _is_total(text: str) -> bool:
    return plain(text).split(" ")[0].rstrip(":") in ("totale", "totali", "tot", "tot.", "total")
