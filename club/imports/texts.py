"""Separated text read as a grid: in whatever encoding and with whatever separator it was saved."""

import csv
import io
import re
from typing import Final

from club.imports.grid import Grid, Note, Unreadable, mended, tidy, trimmed

SEPARATORS: Final = {";": "semicolon", ",": "comma", "\t": "tab", "|": "bar"}
#: Those that a person may choose; by name of Python, in the order in which they are tried.
ENCODINGS: Final = ("utf-8", "cp1252", "cp850", "mac_roman", "utf-16")
ITALIAN = frozenset("àèéìòùÀÈÉÌÒÙçñöüäëïâêîôû’‘“”–€°ºª")
SAMPLE = 200
SAID = re.compile(r"\s*sep=(.)\r?\n", re.I)


def read(body: bytes, *, encoding: str = "", separator: str = "") -> Grid:
    """The rows; encoding and separator are guessed unless said. Raises `Unreadable`."""
    text, encoding = decoded(body, encoding)
    notes: list[Note] = []
    told = SAID.match(text)
    if told:
        text = text[told.end() :]
        separator = separator or told[1]
    separator = separator or sniffed(text)
    rows = _rows(text, separator)
    if told:
        rows = [(number + 1, cells) for number, cells in rows]
    mangled = sum(any(cell != mended(cell) for cell in cells) for _number, cells in rows)
    if mangled:
        notes.append({"code": "mended", "count": mangled})
    full = trimmed((number, [tidy(mended(cell)) for cell in cells]) for number, cells in rows)
    if not full:
        raise Unreadable("nothing-in-it")
    notes.append({"code": "text", "encoding": encoding, "separator": SEPARATORS.get(separator, separator)})
    return Grid(full, notes, reading={"encoding": encoding, "separator": separator})


def decoded(body: bytes, encoding: str = "") -> tuple[str, str]:
    """The text and the encoding it was in. Raises `Unreadable` where the one asked for cannot be."""
    if encoding:
        strictness = "strict" if encoding.startswith("utf") else "replace"
        try:
            return body.decode(encoding, errors=strictness).removeprefix("\ufeff"), encoding
        except UnicodeError as wrong:
            raise Unreadable("other-encoding", encoding=encoding) from wrong
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return decoded(body, "utf-16")
    try:
        return body.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        return max((_old(body, each) for each in ("cp1252", "cp850", "mac_roman")), key=_italian_letters)


def _old(body: bytes, encoding: str) -> tuple[str, str]:
    return body.decode(encoding, errors="replace"), encoding


def _italian_letters(read: tuple[str, str]) -> tuple[int, bool]:
    """How Italian it looks in that encoding; the one of Windows where two look the same."""
    text, encoding = read
    others = [letter for letter in text if not letter.isascii()]
    return sum(1 if letter in ITALIAN else -1 for letter in others), encoding == "cp1252"


def sniffed(text: str) -> str:
    """The separator that cuts the most rows in the same number of cells."""
    sample = "\n".join(text.splitlines()[:SAMPLE])

    def evenness(separator: str) -> tuple[int, int]:
        try:
            widths = [len(row) for row in csv.reader(io.StringIO(sample), delimiter=separator) if row]
        except csv.Error:
            return 0, 0
        usual = max(set(widths), key=widths.count, default=0)
        return (widths.count(usual), usual) if usual > 1 else (0, 0)

    return max(SEPARATORS, key=evenness)


def _rows(text: str, separator: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows, begins = [], 1
    try:
        for cells in reader:
            rows.append((begins, cells))
            begins = reader.line_num + 1
    except csv.Error as broken:
        raise Unreadable("open-quotes", row=begins) from broken
    return rows
