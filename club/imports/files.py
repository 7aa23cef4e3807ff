"""What a file is, whatever it is called; refused before it is opened if it is no sheet, or a trap."""

import io
import re
import zipfile
from typing import Final

from club.imports import texts
from club.imports.grid import Grid, Unreadable

MOST_BYTES: Final = 10 * 2**20
#: Of the unpacked parts of a workbook; and of the marks "<" in one of them, which are what takes memory.
MOST_UNPACKED, MOST_MARKS, MOST_PARTS = 150 * 2**20, 3_000_000, 2_000
OLD_OR_LOCKED, ZIPPED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04"
NO_SHEET = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"Rar!", b"7z\xbc\xaf")


def read(body: bytes, *, encoding: str = "", separator: str = "", sheet: str = "") -> Grid:
    """The file as a grid: a workbook's sheet, or separated text. Raises `Unreadable`.

    What is not said is guessed. Macros are never run and formulas never worked out.
    """
    verify(body)
    if body.startswith(ZIPPED):
        from club.imports import workbooks  # Here: openpyxl takes 8 MB, and numpy with it 12 more.

        return workbooks.read(body, sheet=sheet)
    return texts.read(body, encoding=encoding, separator=separator)


def verify(body: bytes) -> None:
    """Refuses, at a glance, what is no sheet, is too big, or would grow too big. Raises `Unreadable`."""
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
        with zipfile.ZipFile(io.BytesIO(body)) as book:
            _verify_parts(book)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as broken:
        raise Unreadable("broken") from broken


def _verify_parts(book: zipfile.ZipFile) -> None:
    parts = book.infolist()
    names = {part.filename for part in parts}
    if "mimetype" in names or "content.xml" in names:
        raise Unreadable("open-document")
    if "xl/workbook.xml" not in names:
        raise Unreadable("old-or-locked" if "xl/workbook.bin" in names else "no-sheet")
    # A part never gives more bytes than its size says: beyond them the reader stops.
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
            # No program writes them in a workbook: entities are there to make it grow.
            if b"<!DOCTYPE" in before + piece or b"<!ENTITY" in before + piece:
                raise Unreadable("broken")
            before = piece[-16:]
