"""The dues in a row: by year, whether paid, how much, when and how.

A cell may say "25", "€ 25,00 bonifico", "pag. 12/3/25 ric. 9", "esente" or "0".
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Final

from club.imports.rows import dates
from club.imports.rows.row_data import NOTHING, Row, SheetDue, yes_or_no
from club.imports.rules import BlankDues, ZeroDues
from club.models import Means
from club.money import cents_of
from club.person_names import plain

LONGEST_NOTE: Final = 60


def dues_of(row: Row) -> tuple[SheetDue, ...]:
    """The dues of each year in the row, in the order of the columns."""
    years: defaultdict[str, _YearCells] = defaultdict(_YearCells)
    year_text = row.text("dues_year")
    usual = dates.find_year(year_text)[0] if year_text else row.rules.dues_year
    if year_text:
        if not usual:
            row.bar("dues-year", "dues_year", value=year_text)
        years[usual].names_year = True
    for key in ("dues", "dues_on", "dues_means", "dues_receipt"):
        year_of = dates.years_of_headings(heading for heading, _text in row.cells.get(key, ()))
        for heading, text in row.raw(key):
            one = years[year_of[heading] or usual]
            one.has_column = one.has_column or key == "dues"
            one.has_days = one.has_days or key == "dues_on"
            if text and (text.casefold() not in NOTHING or yes_or_no(text)):
                READERS[key](one, row, text)
    return tuple(due for year, one in years.items() if (due := one.sheet_due(row, year)) is not None)


@dataclass
class _YearCells:
    """The content of one year's cells together."""

    has_column: bool = False
    has_days: bool = False
    names_year: bool = False
    stated_paid: bool | None = None
    cents: int | None = None
    on: date | None = None
    means: str = ""
    note: str = ""
    is_nought: bool = False

    def sheet_due(self, row: Row, year: str) -> SheetDue | None:
        if self.is_nought:
            self._settle_nought(row)
        is_paid = self.stated_paid
        if is_paid is None and (self.cents is not None or self.on or self.note or self.names_year):
            is_paid = True
            if self.cents and self.has_days and not self.on:
                row.warn("dues-no-day", "dues", value=year)
        if is_paid is None:
            # An empty cell in a column of dues.
            owes = self.has_column and row.rules.blank_dues == BlankDues.OWED
            return SheetDue(year, is_paid=False) if owes else None
        if not is_paid:
            return SheetDue(year, is_paid=False, cents=self.cents, is_nought=self.is_nought)
        if self.on and self.on > row.today:
            row.bar("in-the-future", "dues_on", value=self.on.isoformat())
        return SheetDue(year, True, self.cents, self.on, self.means, self.note, self.is_nought)

    def _settle_nought(self, row: Row) -> None:
        """Records a zero as not paid, or as not owed.

        It is not owed by an honorary member, or if the rule or another cell says so.
        """
        is_free = row.rules.zero_dues == ZeroDues.FREE or "onorari" in plain(row.text("category"))
        if is_free or (self.stated_paid and self.cents == 0):
            self.set_amount(0, row, "0")
        self.set_paid(is_paid=self.cents == 0, row=row, text="0")

    def set_paid(self, *, is_paid: bool, row: Row, text: str) -> None:
        if self.stated_paid is not None and self.stated_paid != is_paid:
            row.bar("dues-unclear", "dues", value=text)
        self.stated_paid = is_paid

    def set_amount(self, cents: int, row: Row, text: str) -> None:
        if self.cents is not None and self.cents != cents:
            row.bar("dues-unclear", "dues", value=text)
        self.cents = cents


def _read_dues(cells: _YearCells, row: Row, text: str) -> None:
    if SERIAL.fullmatch(text):
        cells.on = row.day("dues", text)
        cells.set_paid(is_paid=True, row=row, text=text)
        return
    try:
        cell = read_cell(text)
    except Unclear:
        row.bar("dues-unclear", "dues", value=text)
        return
    if cell.is_nothing:
        cells.is_nought = True
        return
    if cell.cents is not None:
        cells.set_amount(cell.cents, row, text)
    if cell.is_paid is not None:
        cells.set_paid(is_paid=cell.is_paid, row=row, text=text)
    cells.on = row.day("dues", cell.day) if cell.day else cells.on
    cells.means, cells.note = cell.means or cells.means, cell.note[:LONGEST_NOTE] or cells.note
    if cell.is_loose:
        row.warn("dues-loose", "dues", value=text)


def _read_day(cells: _YearCells, row: Row, text: str) -> None:
    is_paid = yes_or_no(text)
    if is_paid is None:
        cells.on = row.day("dues_on", text) or cells.on
    else:
        cells.set_paid(is_paid=is_paid, row=row, text=text)


def _read_means(cells: _YearCells, row: Row, text: str) -> None:
    cells.means = means_of(text)[0] or cells.means
    if not cells.means:
        row.warn("dues-means", "dues_means", value=text)


def _read_note(cells: _YearCells, _row: Row, text: str) -> None:
    cells.note = text[:LONGEST_NOTE]


READERS: Final = {
    "dues": _read_dues, "dues_on": _read_day, "dues_means": _read_means, "dues_receipt": _read_note,
}  # fmt: skip


MONTHS: Final = frozenset({
    "gennaio", "gen", "febbraio", "feb", "marzo", "mar", "aprile", "apr", "maggio", "mag", "giugno",
    "giu", "luglio", "lug", "agosto", "ago", "settembre", "sett", "set", "ottobre", "ott", "novembre",
    "nov", "dicembre", "dic", "january", "jan", "february", "march", "april", "may", "june", "jun",
    "july", "jul", "august", "aug", "september", "sep", "october", "oct", "november", "december", "dec",
})  # fmt: skip
_MONTH: Final = "|".join(sorted(MONTHS, key=len, reverse=True))
DAY: Final = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d\S*)?|\d{1,2}[/.\-]\d{1,2}[/.\-](?:\d{4}|\d{2})(?!\d)"
    rf"|\b\d{{1,2}}[°º]?[ /.\-]*(?:{_MONTH})(?![a-z])\.?[ /.\-]*(?:\d{{4}}|\d{{2}})(?!\d)",
    re.I,
)
#: A number of five figures is not an amount but a day, as spreadsheets store it.
SERIAL: Final = re.compile(r"[1-9]\d{4}", re.ASCII)
NOTE: Final = re.compile(
    r"\b(?:ricevuta|ricev\.?|ric\.?|receipt)\s*(?:n\s*[.°ºr]*\s*)?([\w/\-]*\d[\w/\-]*)", re.I
)
MEANS: Final = (
    (Means.CASH, re.compile(r"\bcontant\w*|\bcont\b\.?|\bcash\b|\bcassa\b|\balla porta\b", re.I)),
    (Means.TRANSFER, re.compile(r"\bbonific\w*|\bbon\b\.?|\bbanca\w*|\biban\b|\bc/c\b|\btransfer\b", re.I)),
    (Means.CARD, re.compile(r"\bpos\b|\bcarta\b|\bbancomat\b|\bcard\b", re.I)),
    (
        Means.OTHER,
        re.compile(r"\bassegno\b|\bsatispay\b|\bpaypal\b|\bvaglia\b|\bbollettino\b|\bcheque\b", re.I),
    ),
)
#: "0", "0,00 €", "€ 0.-"
ZERO: Final = re.compile(r"(?:€|euro?)?\s*0+(?:[.,]0*)?\s*[-=]*\s*(?:€|euro?)?", re.I)
FREE: Final = frozenset(
    {"esente", "esonerato", "esonerata", "gratis", "gratuito", "gratuita", "omaggio", "onorario", "onoraria",
     "free"}
)  # fmt: skip
NOT_DUE: Final = frozenset({"non dovuto", "non dovuta", "non deve", "niente da pagare", "nothing to pay"})
#: Words for unpaid or partly paid: an officer must read the rest of the cell.
DENYING: Final = frozenset({"non", "da", "deve", "metà", "meta", "acconto", "sospeso", "sospesa"})
EUROS: Final = re.compile(r"€|\b(?:euro|eur)\b", re.I)
#: "20.-" and "20,=": a cheque's way to write no cents.
NO_CENTS: Final = re.compile(r"(?<=\d)[.,](?:[-=–]+(?!\d)|(?!\d))")
NEGATIVE: Final = re.compile(r"\s*(?:€\s*)?[-−–]\s*(?:€\s*)?\d.*|\s*\(\s*(?:€\s*)?[\d.,]+\s*(?:€\s*)?\)\s*")
#: "2024" and "15.01" are a year and a day, no amounts.
YEAR_OR_DAY: Final = re.compile(r"(?:19|20)\d{2}|\d{1,2}\.(?:0[1-9]|1[0-2])")
#: Words that may stand beside an amount or a day without changing it.
FILLING: Final = frozenset(
    {"il", "lo", "del", "di", "in", "data", "con", "a", "al", "per", "mezzo", "tramite", "quota", "quote",
     "associativa", "anno", "ricevuta", "ric", "socio", "on", "by", "of"}
)  # fmt: skip


class Unclear(ValueError):
    """The cell does not say clearly whether the dues are paid, or how much."""


@dataclass(frozen=True)
class DuesCell:
    """The content of a cell; `day` as it is written. `is_paid` is None if there is only an amount.

    `is_nothing` is true for a zero, which may mean not paid or not owed; `is_loose` if unknown words stand
    beside an amount.
    """

    is_paid: bool | None = None
    cents: int | None = None
    day: str = ""
    means: str = ""
    note: str = ""
    is_nothing: bool = False
    is_loose: bool = False


def read_cell(text: str) -> DuesCell:
    """Parses a cell that is not empty. Raises `Unclear` rather than guess an amount."""
    if ZERO.fullmatch(text.strip()):
        return DuesCell(is_nothing=True)
    is_paid = yes_or_no(text)
    if is_paid is not None:
        return DuesCell(is_paid=is_paid)
    if _is_free(text):
        return DuesCell(is_paid=True, cents=0)
    if NEGATIVE.fullmatch(text) or "?" in text:
        raise Unclear(text)
    return _pieces(text)


def means_of(text: str) -> tuple[str, str]:
    """The means of payment, empty if unknown, and the rest of the text."""
    for means, look in MEANS:
        if look.search(text):
            return means.value, look.sub(" ", text)
    return "", text


def _is_free(text: str) -> bool:
    words = re.split(r"[\s,;:()/]+", plain(text))
    return plain(text) in NOT_DUE or (
        not re.search(r"\d", text) and not DENYING & set(words) and bool(FREE & set(words))
    )


def _pieces(text: str) -> DuesCell:
    day, rest = _cut_out(DAY, text)
    note, rest = _cut_out(NOTE, rest)
    means, rest = means_of(rest)
    cents, words = _amount(rest)
    has_answer = any(yes_or_no(word) for word in words)
    others = [word for word in words if yes_or_no(word) is None and word not in FILLING]
    if DENYING & set(words) or any(yes_or_no(word) is False for word in words):
        raise Unclear(text)
    if MONTHS & set(others):
        raise Unclear(text)
    if cents is None and not (day or note or has_answer):
        raise Unclear(text)
    match = NOTE.search(note)
    return DuesCell(
        True if day or note or has_answer else None,
        cents,
        day,
        means,
        match[1] if match else "",
        is_loose=bool(others),
    )


def _cut_out(look: re.Pattern[str], text: str) -> tuple[str, str]:
    """The match, and the rest of the text. Raises `Unclear` for two matches."""
    matches = [each[0] for each in look.finditer(text)]
    if len(matches) > 1:
        raise Unclear(text)
    return (matches[0], text.replace(matches[0], " ", 1)) if matches else ("", text)


def _amount(rest: str) -> tuple[int | None, list[str]]:
    """The cents of the only number left, and the words beside it. Raises `Unclear`."""
    in_euros = bool(EUROS.search(rest))
    pieces = NO_CENTS.sub("", EUROS.sub(" ", rest)).split()
    bare = [piece.strip(",;:()!\"'") for piece in pieces]
    numbers = [piece for piece in bare if any(sign.isdigit() for sign in piece)]
    words = [
        word for piece in bare if piece not in numbers for word in re.split(r"[^\w]+", plain(piece)) if word
    ]
    if not numbers:
        return None, words
    cents = cents_of(numbers[0])
    if len(numbers) > 1 or cents is None or (not in_euros and YEAR_OR_DAY.fullmatch(numbers[0])):
        raise Unclear(rest)
    return cents, words
