"""A sheet as plain text, whatever the format of its file, with notes about the file."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict, cast

#: No club's register is larger; the longest field of a person has 200 letters.
MOST_ROWS, MOST_COLUMNS, MOST_LETTERS = 10_000, 60, 1_000
UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
#: The program's own files put this before text that a spreadsheet would evaluate as a formula.
GUARDED = re.compile(r"'(?=[ \u00a0]*[=+\-@＝＋－＠])")
#: UTF-8 that was read as Windows-1252 and saved again.
MANGLED = re.compile(r"[ÃÂâ][\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")
#: Our mark for a formula that was never computed; the other errors are in Excel's own words.
NO_VALUE: Final = "#FORMULA!"
ERRORS: Final = frozenset({
    NO_VALUE, "#N/A", "#N/D", "#REF!", "#RIF!", "#VALUE!", "#VALORE!", "#NAME?", "#NOME?", "#DIV/0!",
    "#NULL!", "#NULLO!", "#NUM!",
})  # fmt: skip

#: Words for "as above".
DITTO: Final = frozenset({"idem", "id.", '"', "''", "”", "“", "„", "»", "c.s.", "c. s.", "come sopra"})


class Note(TypedDict, total=False):
    """A note about the file: its code, and the facts of its sentence."""

    code: str
    count: int
    club: str
    day: str
    sheet: str
    encoding: str
    separator: str
    most: int
    row: int


class Unreadable(Exception):
    """The file cannot be read as a sheet; `wording` has the sentence of `code`."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    @property
    def as_json(self) -> Note:
        return cast(Note, {"code": self.code, **self.facts})


@dataclass(frozen=True)
class Grid:
    """The rows that are not empty, all equally long, each with its number in the sheet."""

    rows: list[tuple[int, list[str]]]
    notes: list[Note] = field(default_factory=list)
    sheets: tuple[str, ...] = ()
    #: The sheet, or encoding and separator, that were chosen or guessed.
    reading: dict[str, str] = field(default_factory=dict)


def trim_rows(rows: Iterable[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, all as wide as the widest. Raises `Unreadable` beyond the limits."""
    full: list[tuple[int, list[str]]] = []
    for number, cells in rows:
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if len(full) >= MOST_ROWS:
            raise Unreadable("too-many-rows", most=MOST_ROWS)
        if len(cells) > MOST_COLUMNS:
            raise Unreadable("too-many-columns", most=MOST_COLUMNS, row=number)
        full.append((number, cells))
    width = max((len(cells) for _number, cells in full), default=0)
    return [(number, cells + [""] * (width - len(cells))) for number, cells in full]


def resolve_ditto(rows: Iterable[tuple[int, list[str]]]) -> tuple[list[tuple[int, list[str]]], int]:
    """The rows with every "idem" replaced by the cell above, and how many there were."""
    last: dict[int, str] = {}
    full, count = [], 0
    for number, cells in rows:
        resolved = [last.get(at, "") if cell.casefold() in DITTO else cell for at, cell in enumerate(cells)]
        count += sum(cell.casefold() in DITTO for cell in cells)
        last |= {at: cell for at, cell in enumerate(resolved) if cell}
        full.append((number, resolved))
    return full, count


def tidy_cell(text: str) -> str:
    """A cell's text on one line, without invisible characters, cut at `MOST_LETTERS`."""
    text = GUARDED.sub("", UNSEEN.sub("", text), count=1) if text.startswith("'") else UNSEEN.sub("", text)
    return " ".join(unicodedata.normalize("NFC", text[: 4 * MOST_LETTERS]).split())[:MOST_LETTERS]


def repair_encoding(text: str) -> str:
    """The text before its UTF-8 was taken for Windows-1252: "NicolÃ²" becomes "Nicolò"."""
    if not MANGLED.search(text):
        return text
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        # Some bytes have no letter in Windows-1252: programs pass them through.
        try:
            return text.encode("latin-1").decode("utf-8")
        except UnicodeError:
            return text
