"""What a row says of dues: which years were paid, how much, when and how, and which were not."""

import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Final

from club.imports import years
from club.imports.parsing.answers import answer
from club.imports.parsing.row import NOTHING, Row
from club.imports.parsing.told import Quota
from club.imports.rules import BlankDues
from club.models import Means
from club.money import cents_of
from club.people import plain

DAY: Final = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d\S*)?|\d{1,2}[/.\-]\d{1,2}[/.\-](?:\d{4}|\d{2})(?!\d)"
)
NOTE: Final = re.compile(
    r"\b(?:ricevuta|ricev\.?|ric\.?|receipt)\s*(?:n\s*[.°ºr]*\s*)?([\w/\-]*\d[\w/\-]*)", re.I
)
AMOUNT: Final = re.compile(r"\d[\d.]*(?:,\d{1,2})?")
MEANS: Final = (
    (Means.CASH, ("contant", "cont.", "cash", "cassa", "alla porta")),
    (Means.TRANSFER, ("bonific", "bon.", "banca", "iban", "c/c", "transfer")),
)
FREE: Final = frozenset(
    {"esente", "esonerato", "esonerata", "gratis", "gratuito", "omaggio", "onorario", "free"}
)
#: Words of who has not paid, or not yet: what else is in the cell is then for a person to read.
DENYING: Final = frozenset({"non", "da", "deve", "metà", "meta", "acconto", "sospeso"})
#: A number so large is no amount: it is how a spreadsheet keeps a day.
LEAST_SERIAL: Final = 10_000
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
        for heading, text in row.raw(key):
            one = told[years.found(heading)[0] or usual]
            one.has_column = one.has_column or key == "dues"
            if text and (text.casefold() not in NOTHING or answer(text)):
                READERS[key](one, row, text)
    return tuple(quota for year, one in told.items() if (quota := one.quota(row, year)) is not None)


@dataclass
class _Told:
    """What the cells of one year say together."""

    has_column: bool = False
    names_year: bool = False
    is_said: bool | None = None
    cents: int | None = None
    on: date | None = None
    means: str = ""
    note: str = ""

    def quota(self, row: Row, year: str) -> Quota | None:
        is_paid = self.is_said
        if is_paid is None and (self.cents is not None or self.on or self.note or self.names_year):
            is_paid = True
        if is_paid is None:
            # An empty cell of a column of dues.
            owes = self.has_column and row.rules.blank_dues == BlankDues.OWED
            return Quota(year, is_paid=False) if owes else None
        if not is_paid:
            return Quota(year, is_paid=False, cents=self.cents)
        if self.on and self.on > row.today:
            row.bar("in-the-future", "dues_on", value=self.on.isoformat())
        return Quota(year, True, self.cents, self.on, self.means, self.note)

    def say(self, *, is_paid: bool, row: Row, text: str) -> None:
        if self.is_said is not None and self.is_said != is_paid:
            row.bar("dues-unclear", "dues", value=text)
        self.is_said = is_paid


def _read_dues(told: _Told, row: Row, text: str) -> None:
    said = answer(text)
    if said is not None:
        told.say(is_paid=said, row=row, text=text)
        return
    if plain(text) in FREE:
        told.cents, told.is_said = 0, True
        return
    rest = text
    if text.isdigit() and int(text) > LEAST_SERIAL:
        told.on, rest = row.day("dues", text), ""
    elif day := DAY.search(text):
        told.on = row.day("dues", day[0])
        rest = text.replace(day[0], " ", 1)
    if note := NOTE.search(rest):
        told.note = note[1][:LONGEST_NOTE]
        rest = rest.replace(note[0], " ", 1)
    told.means = _means(rest) or told.means
    amount = AMOUNT.search(rest)
    if amount:
        told.cents = cents_of(amount[0])
    words = [word for word in re.split(r"[\s,;:()+]+", plain(rest)) if word]
    denies = any(answer(word) is False or word in DENYING for word in words if not word[0].isdigit())
    if denies or not (amount or told.on or told.note or any(answer(word) for word in words)):
        row.bar("dues-unclear", "dues", value=text)
    else:
        told.say(is_paid=True, row=row, text=text)


def _read_day(told: _Told, row: Row, text: str) -> None:
    if answer(text) is None:
        told.on = row.day("dues_on", text) or told.on


def _read_means(told: _Told, row: Row, text: str) -> None:
    told.means = _means(text) or told.means
    if not told.means:
        row.warn("dues-means", "dues_means", value=text)


def _read_note(told: _Told, _row: Row, text: str) -> None:
    told.note = text[:LONGEST_NOTE]


def _means(text: str) -> str:
    words = plain(text)
    return next((means.value for means, stems in MEANS if any(stem in words for stem in stems)), "")


READERS: Final = {
    "dues": _read_dues, "dues_on": _read_day, "dues_means": _read_means, "dues_receipt": _read_note,
}  # fmt: skip
