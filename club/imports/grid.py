"""A sheet as plain text, whatever file it came from, and what there is to say of that file."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

#: Beyond, it is no register of a club; the longest column of a person is 200 letters.
MOST_ROWS, MOST_COLUMNS, MOST_LETTERS = 10_000, 60, 1_000
UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
#: What our own files put before text that a spreadsheet would work out.
GUARDED = re.compile(r"'(?=[ \u00a0]*[=+\-@＝＋－＠])")
#: UTF-8 that somebody read as Windows-1252 and saved again.
MANGLED = re.compile(r"[ÃÂâ][\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")
#: What the cell of a formula that was never worked out reads as; the others are Excel's own words.
NO_VALUE: Final = "#FORMULA!"
ERRORS: Final = frozenset({
    NO_VALUE, "#N/A", "#N/D", "#REF!", "#RIF!", "#VALUE!", "#VALORE!", "#NAME?", "#NOME?", "#DIV/0!",
    "#NULL!", "#NULLO!", "#NUM!",
})  # fmt: skip

#: What people write for "as above".
DITTO: Final = frozenset({"idem", "id.", '"', "''", "”", "“", "„", "»", "c.s.", "c. s.", "come sopra"})

Note = dict[str, Any]


class Unreadable(Exception):
    """The file cannot be read as a sheet; `code` is told by `wording`."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    @property
    def said(self) -> Note:
        return {"code": self.code, **self.facts}


@dataclass(frozen=True)
class Grid:
    """The rows that hold anything, each with its number in the sheet; all are equally long."""

    rows: list[tuple[int, list[str]]]
    notes: list[Note] = field(default_factory=list)
    sheets: tuple[str, ...] = ()
    #: What was chosen, or guessed, to read it: the sheet, or encoding and separator.
    reading: dict[str, str] = field(default_factory=dict)


def trimmed(rows: Iterable[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The rows without the empty ones, as wide as the widest. Raises `Unreadable` beyond the limits."""
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


def repeated(rows: Iterable[tuple[int, list[str]]]) -> tuple[list[tuple[int, list[str]]], int]:
    """The rows with what stands above in place of each "idem"; and how many there were."""
    last: dict[int, str] = {}
    full, count = [], 0
    for number, cells in rows:
        told = [last.get(at, "") if cell.casefold() in DITTO else cell for at, cell in enumerate(cells)]
        count += sum(cell.casefold() in DITTO for cell in cells)
        last |= {at: cell for at, cell in enumerate(told) if cell}
        full.append((number, told))
    return full, count


def tidy(text: str) -> str:
    """A cell's text on one line, without what cannot be seen; no longer than `MOST_LETTERS`."""
    text = GUARDED.sub("", UNSEEN.sub("", text), count=1) if text.startswith("'") else UNSEEN.sub("", text)
    return " ".join(unicodedata.normalize("NFC", text[: 4 * MOST_LETTERS]).split())[:MOST_LETTERS]


def mended(text: str) -> str:
    """The text as it was before its UTF-8 was taken for Windows-1252: "NicolÃ²" is "Nicolò"."""
    if not MANGLED.search(text):
        return text
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        # Some of the bytes have no letter in Windows-1252: programs pass them through.
        try:
            return text.encode("latin-1").decode("utf-8")
        except UnicodeError:
            return text
