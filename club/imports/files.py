"""Reads an uploaded file as a grid. The content shows its kind, not the name.

A file that is not a spreadsheet, or was made to exhaust the memory, is refused before it is parsed.
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import Final

from club.imports.grid import (
    MOST_ROWS,
    Grid,
    Note,
    Unreadable,
    repair_encoding,
    tidy_cell,
    trim_rows,
)
from club.untrusted_files import DAMAGED, Failed, TooMuch, answer_of, open_zip

MOST_BYTES: Final = 10 * 2**20
#: Limits of a workbook: unpacked bytes, "<" characters in one part (each takes memory), number of parts.
MOST_UNPACKED, MOST_MARKS, MOST_PARTS = 150 * 2**20, 3_000_000, 2_000
#: Seconds of CPU time for reading a file; the sheet of three hundred members takes a quarter of one.
MOST_SECONDS = 2
OLD_OR_LOCKED, ZIPPED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04"
NO_SHEET = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"Rar!", b"7z\xbc\xaf")


def read_apart(body: bytes, choices: Mapping[str, str]) -> Grid:
    """The result of `read_file`, which runs in a process of its own. Raises `Unreadable`, also for a file
    that takes too long or too much memory.
    """
    try:
        answer = answer_of("club.imports", json.dumps(choices), body=body, seconds=MOST_SECONDS)
    except TooMuch as too_much:
        raise Unreadable("gave-up" if too_much.by_clock else "grows-too-big") from too_much
    except Failed as failed:
        raise Unreadable("broken") from failed
    if wrong := answer.get("unreadable"):
        raise Unreadable(**wrong)
    rows = [(number, cells) for number, cells in answer["rows"]]
    return Grid(rows, answer["notes"], tuple(answer["sheets"]), answer["reading"])


def read_file(body: bytes, *, encoding: str = "", separator: str = "", sheet: str = "") -> Grid:
    """The file as a grid, from a workbook's sheet or from separated text. Raises `Unreadable`.

    Encoding, separator and sheet are guessed unless given. Macros are never run, formulas never computed.
    """
    verify_file(body)
    if body.startswith(ZIPPED):
        from club.imports import workbooks  # Imported late: openpyxl takes 8 MB, and numpy with it 12 more.

        return workbooks.read_workbook(body, sheet=sheet)
    return read_text(body, encoding=encoding, separator=separator)


def verify_file(body: bytes) -> None:
    """Refuses a file that is not a spreadsheet, is too big, or would unpack to too much; parses nothing.

    Raises `Unreadable`.
    """
    if not body.strip():
        raise Unreadable("empty-file")
    if len(body) > MOST_BYTES:
        raise Unreadable("too-big", most=MOST_BYTES // 2**20)
    if body.startswith(OLD_OR_LOCKED):
        raise Unreadable("old-or-locked")
    if body.startswith(NO_SHEET):
        raise Unreadable("no-sheet")
    if body.startswith(ZIPPED):
        _verify_workbook(body)
    elif re.match(
        rb"\s*(<!doctype html|<html|<table|<\?xml)", body[:200].removeprefix(b"\xef\xbb\xbf"), re.I
    ):
        raise Unreadable("web-page")
    elif b"\x00" in body[:4096] and not body.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable("no-sheet")


def _verify_workbook(body: bytes) -> None:
    try:
        with open_zip(body) as book:
            _verify_parts(book)
    except DAMAGED as broken:
        raise Unreadable("broken") from broken


def _verify_parts(book: zipfile.ZipFile) -> None:
    parts = book.infolist()
    names = {part.filename for part in parts}
    if "mimetype" in names or "content.xml" in names:
        raise Unreadable("open-document")
    if "xl/workbook.xml" not in names:
        raise Unreadable("old-or-locked" if "xl/workbook.bin" in names else "no-sheet")
    # A part never unpacks to more bytes than its size says: the reader stops there.
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Unreadable("grows-too-big")
    for part in parts:
        if part.filename.endswith((".xml", ".rels")):
            _verify_marks(book, part)


def _verify_marks(book: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    marks, before = 0, b""
    with book.open(part) as stream:
        while piece := stream.read(2**20):
            marks += piece.count(b"<")
            if marks > MOST_MARKS:
                raise Unreadable("grows-too-big")
            # No spreadsheet program writes these: entities serve to make a small file grow in memory.
            if b"<!DOCTYPE" in before + piece or b"<!ENTITY" in before + piece:
                raise Unreadable("broken")
            before = piece[-16:]


SEPARATORS: Final = {";": "semicolon", ",": "comma", "\t": "tab", "|": "bar"}
#: The encodings to choose from, by Python's names, in the order in which they are tried.
ENCODINGS: Final = ("utf-8", "cp1252", "cp850", "mac_roman", "utf-16")
ITALIAN = frozenset("àèéìòùÀÈÉÌÒÙçñöüäëïâêîôû’‘“”–€°ºª")
SAMPLE = 200
#: The number of letters from which an old encoding is guessed.
SAMPLE_LETTERS = 2**20
SEPARATOR_LINE = re.compile(r"\s*sep=(.)\r?\n", re.I)


def read_text(body: bytes, *, encoding: str = "", separator: str = "") -> Grid:
    """The rows; encoding and separator are guessed unless given. Raises `Unreadable`."""
    text, encoding = decode(body, encoding)
    notes: list[Note] = []
    declared = SEPARATOR_LINE.match(text)
    if declared:
        text = text[declared.end() :]
        separator = separator or declared[1]
    separator = separator or guess_separator(text)
    rows = list(_rows(text, separator))
    if declared:
        rows = [(number + 1, cells) for number, cells in rows]
    mangled = sum(any(cell != repair_encoding(cell) for cell in cells) for _number, cells in rows)
    if mangled:
        notes.append({"code": "mended", "count": mangled})
    full = trim_rows((number, [tidy_cell(repair_encoding(cell)) for cell in cells]) for number, cells in rows)
    if not full:
        raise Unreadable("nothing-in-it")
    notes.append({"code": "text", "encoding": encoding, "separator": SEPARATORS.get(separator, separator)})
    return Grid(full, notes, reading={"encoding": encoding, "separator": separator})


def decode(body: bytes, encoding: str = "") -> tuple[str, str]:
    """The text and its encoding. Raises `Unreadable` if the bytes do not fit the chosen encoding."""
    if encoding:
        strictness = "strict" if encoding.startswith("utf") else "replace"
        try:
            return body.decode(encoding, errors=strictness).removeprefix("\ufeff"), encoding
        except UnicodeError as wrong:
            raise Unreadable("other-encoding", encoding=encoding) from wrong
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return decode(body, "utf-16")
    try:
        return body.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        return max(
            (_decode_old(body, each) for each in ("cp1252", "cp850", "mac_roman")), key=_italian_letters
        )


def _decode_old(body: bytes, encoding: str) -> tuple[str, str]:
    return body.decode(encoding, errors="replace"), encoding


def _italian_letters(decoded: tuple[str, str]) -> tuple[int, bool]:
    """The likelihood that this is the encoding, by the Italian letters in the text; Windows wins a tie."""
    text, encoding = decoded
    others = [letter for letter in text[:SAMPLE_LETTERS] if not letter.isascii()]
    return sum(1 if letter in ITALIAN else -1 for letter in others), encoding == "cp1252"


def guess_separator(text: str) -> str:
    """The separator that cuts most rows into the same number of cells."""
    sample = "\n".join(text.splitlines()[:SAMPLE])

    def evenness(separator: str) -> tuple[int, int]:
        try:
            widths = [len(row) for row in csv.reader(io.StringIO(sample), delimiter=separator) if row]
        except csv.Error:
            return 0, 0
        usual = max(set(widths), key=widths.count, default=0)
        return (widths.count(usual), usual) if usual > 1 else (0, 0)

    return max(SEPARATORS, key=evenness)


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty. Raises `Unreadable` before a file of separators fills the memory."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    begins, full = 1, 0
    try:
        for cells in reader:
            if any(cells):
                full += 1
                yield begins, cells
            if full > MOST_ROWS:
                raise Unreadable("too-many-rows", most=MOST_ROWS)
            begins = reader.line_num + 1
    except csv.Error as broken:
        raise Unreadable("open-quotes", row=begins) from broken
