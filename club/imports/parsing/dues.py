"""What a row says of dues: which years were paid, how much, when and how, and which were not."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Final

from club.imports import years
from club.imports.parsing import paid
from club.imports.parsing.answers import answer
from club.imports.parsing.row import NOTHING, Row
from club.imports.parsing.told import Quota
from club.imports.rules import BlankDues, ZeroDues
from club.people import plain

LONGEST_NOTE: Final = 60


def dues_of(row: Row) -> tuple[Quota, ...]:
    """The dues of each year that the row tells of, in the order of the columns."""
    told: defaultdict[str, _Told] = defaultdict(_Told)
    said = row.text("dues_year")
    usual = years.found(said)[0] if said else row.rules.dues_year
    if said:
        if not usual:
            row.bar("dues-year", "dues_year", value=said)
        told[usual].names_year = True
    for key in ("dues", "dues_on", "dues_means", "dues_receipt"):
        year_of = years.of_headings(heading for heading, _text in row.cells.get(key, ()))
        for heading, text in row.raw(key):
            one = told[year_of[heading] or usual]
            one.has_column = one.has_column or key == "dues"
            one.has_days = one.has_days or key == "dues_on"
            if text and (text.casefold() not in NOTHING or answer(text)):
                READERS[key](one, row, text)
    return tuple(quota for year, one in told.items() if (quota := one.quota(row, year)) is not None)


@dataclass
class _Told:
    """What the cells of one year say together."""

    has_column: bool = False
    has_days: bool = False
    names_year: bool = False
    is_said: bool | None = None
    cents: int | None = None
    on: date | None = None
    means: str = ""
    note: str = ""
    is_nought: bool = False

    def quota(self, row: Row, year: str) -> Quota | None:
        if self.is_nought:
            self._settle_nought(row)
        is_paid = self.is_said
        if is_paid is None and (self.cents is not None or self.on or self.note or self.names_year):
            is_paid = True
            if self.cents and self.has_days and not self.on:
                row.warn("dues-no-day", "dues", value=year)
        if is_paid is None:
            # An empty cell of a column of dues.
            owes = self.has_column and row.rules.blank_dues == BlankDues.OWED
            return Quota(year, is_paid=False) if owes else None
        if not is_paid:
            return Quota(year, is_paid=False, cents=self.cents, is_nought=self.is_nought)
        if self.on and self.on > row.today:
            row.bar("in-the-future", "dues_on", value=self.on.isoformat())
        return Quota(year, True, self.cents, self.on, self.means, self.note, self.is_nought)

    def _settle_nought(self, row: Row) -> None:
        """Nothing was paid; of honorary members, and where the rule or a cell says so, nothing was owed."""
        is_free = row.rules.zero_dues == ZeroDues.FREE or "onorari" in plain(row.text("category"))
        if is_free or (self.is_said and self.cents == 0):
            self.amount(0, row, "0")
        self.say(is_paid=self.cents == 0, row=row, text="0")

    def say(self, *, is_paid: bool, row: Row, text: str) -> None:
        if self.is_said is not None and self.is_said != is_paid:
            row.bar("dues-unclear", "dues", value=text)
        self.is_said = is_paid

    def amount(self, cents: int, row: Row, text: str) -> None:
        if self.cents is not None and self.cents != cents:
            row.bar("dues-unclear", "dues", value=text)
        self.cents = cents


def _read_dues(told: _Told, row: Row, text: str) -> None:
    if paid.SERIAL.fullmatch(text):
        told.on = row.day("dues", text)
        told.say(is_paid=True, row=row, text=text)
        return
    try:
        cell = paid.read(text)
    except paid.Unclear:
        row.bar("dues-unclear", "dues", value=text)
        return
    if cell.is_nothing:
        told.is_nought = True
        return
    if cell.cents is not None:
        told.amount(cell.cents, row, text)
    if cell.is_paid is not None:
        told.say(is_paid=cell.is_paid, row=row, text=text)
    told.on = row.day("dues", cell.day) if cell.day else told.on
    told.means, told.note = cell.means or told.means, cell.note[:LONGEST_NOTE] or told.note
    if cell.is_loose:
        row.warn("dues-loose", "dues", value=text)
    if cell.is_other_means:
        row.warn("dues-means", "dues", value=text)


def _read_day(told: _Told, row: Row, text: str) -> None:
    said = answer(text)
    if said is None:
        told.on = row.day("dues_on", text) or told.on
    else:
        told.say(is_paid=said, row=row, text=text)


def _read_means(told: _Told, row: Row, text: str) -> None:
    told.means = paid.means_of(text)[0] or told.means
    if not told.means:
        row.warn("dues-means", "dues_means", value=text)


def _read_note(told: _Told, _row: Row, text: str) -> None:
    told.note = text[:LONGEST_NOTE]


READERS: Final = {
    "dues": _read_dues, "dues_on": _read_day, "dues_means": _read_means, "dues_receipt": _read_note,
}  # fmt: skip
