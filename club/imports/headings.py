"""Where the headings of a sheet are, and what each column is: a guess that a person then corrects."""

import re
from collections.abc import Sequence
from typing import Final

from club.imports import years
from club.imports.fields import BY_KEY, BY_NAME, KEPT_IN_NOTES, NAMES, OF_A_YEAR, SURE_NUMBERS
from club.imports.grid import Unreadable
from club.imports.parsing.answers import answer
from club.imports.parsing.paid import NOT_DUE
from club.imports.parsing.row import NOTHING
from club.people import plain

#: Rows in which headings are looked for: above them stand a title, the club, a date.
TOP: Final = 30
SAMPLE: Final = 100
SIGNS = re.compile(r"[^\w/]+")
LOOKS: Final = {
    "fiscal_code": re.compile(r"[A-Z]{6}\w{2}[A-Z]\w{2}[A-Z]\w{3}[A-Z]", re.I),
    "email": re.compile(r"[^@\s]+@[^@\s]+\.[a-z]{2,}", re.I),
    "postcode": re.compile(r"\d{5}"),
    "phone": re.compile(r"(?:\+39|0|3)[\d ./-]{7,14}"),
}
#: What is left of a heading that says a year and nothing else.
ONLY_A_YEAR: Final = frozenset({"", "anno", "anno sociale", "a s", "as", "stagione", "year"})
#: What a heading says of how it is answered: "Foto (SI/NO)".
ANSWERS: Final = re.compile(r"\b(?:si/no|s/n|x)$")
STATES: Final = frozenset({"stato", "state", "stato quota", "situazione"})
UNSAID: Final = NOT_DUE | NOTHING
Rows = Sequence[tuple[int, list[str]]]


def field_of(heading: str) -> str:
    """The field that goes by this heading; empty for one that says nothing to us."""
    words = _words(heading)
    if reason_of(heading):
        return "notes"
    if words in BY_NAME:
        return BY_NAME[words]
    if of_year := _field_of_a_year(heading):
        return of_year
    # "Data di nascita (gg/mm/aaaa)", "Cognome del socio *": the longest heading that it begins with.
    known = [name for name in BY_NAME if len(name) > 4 and words.startswith(f"{name} ")]
    return BY_NAME[max(known, key=len)] if known else ""


def reason_of(heading: str) -> str:
    """Why a column under this heading is kept in the notes; empty where it has a field of its own."""
    words = _words(heading)
    found = [name for name in KEPT_IN_NOTES if words == name or words.startswith(f"{name} ")]
    return KEPT_IN_NOTES[found[0]] if found else ""


def _words(heading: str) -> str:
    words = re.sub(r" ?/ ?", "/", " ".join(SIGNS.sub(" ", plain(heading)).split()))
    return ANSWERS.sub("", words).strip() or words


def _field_of_a_year(heading: str) -> str:
    """The field of "Quota 2025", "Pagato il (2024/25)", "Tessera 2025", "2025"; empty for any other."""
    year, rest = years.found(heading)
    if not year:
        return ""
    words = _words(rest.replace("/", " "))
    if words in ONLY_A_YEAR:
        return "dues"
    if words.split()[-1:] in (["tessera"], ["tess"]) or words.startswith("tess"):
        return "card"
    field = BY_NAME.get(words, "")
    return field if field in OF_A_YEAR else ""


def line_of(rows: Rows) -> int:
    """The number of the row of headings, the one among the first that has most of them; 0 where none has.

    Two lines of headings, the upper one for groups of columns, count as the lower one.
    """
    best, most = 0, 1
    for number, cells in rows[:TOP]:
        found = {field_of(cell) for cell in cells if cell} - {""}
        if len(found) >= most + (best == 0) or (best and len(found) == most and found & NAMES):
            best, most = number, len(found)
    return best


def beneath(rows: Rows, line: int) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The headings, and the rows below them but for those that only repeat them (one a printed page).

    Without a line of headings the columns are called by their letter. Raises `Unreadable` where nothing is
    left.
    """
    width = len(rows[0][1]) if rows else 0
    headings = next((cells for number, cells in rows if number == line), [""] * width)
    above = next((cells for number, cells in rows if number == line - 1), [""] * width)
    below = [(number, cells) for number, cells in rows if number > line and cells not in (headings, above)]
    if not below:
        raise Unreadable("no-rows")
    headings = _of_groups(headings, above)
    used = [at for at in range(width) if headings[at] or any(cells[at] for _number, cells in below)]
    named = [headings[at] or f"({_letter(at)})" for at in used]
    return named, [(number, [cells[at] for at in used]) for number, cells in below]


def _of_groups(headings: Sequence[str], above: Sequence[str]) -> list[str]:
    """The headings, with the year that stands over them in a line of groups: "2024" over "Quota", "Data"."""
    told, group = [], ""
    for heading, over in zip(headings, above, strict=True):
        group = over or group
        is_without = field_of(heading) in OF_A_YEAR and not years.found(heading)[0]
        year = years.found(group)[0] if is_without and _field_of_a_year(group) else ""
        told.append(f"{heading} {year}".strip())
    return told


def guessed(headings: Sequence[str], below: Rows) -> list[str]:
    """For each column the field it seems to be, by its heading or by what stands in it; each field once."""
    found = [field_of(heading) for heading in headings]
    _prefer_sure_number(found, headings)
    if {"last_name", "full_name"} <= set(found) and "first_name" in found:
        found = ["" if field == "full_name" else field for field in found]
    # "Nome" alone, without a surname anywhere, holds both.
    if "first_name" in found and not set(found) & (NAMES - {"first_name"}):
        found[found.index("first_name")] = "full_name"
    for at, field in enumerate(found):
        if field and not BY_KEY[field].is_many and field in found[:at]:
            found[at] = ""
    for at, field in enumerate(found):
        if not field:
            sample = [cells[at] for _number, cells in below[:SAMPLE] if cells[at]]
            found[at] = _of_state(headings[at], sample) or _by_looks(sample, found)
    return found


def _prefer_sure_number(found: list[str], headings: Sequence[str]) -> None:
    """Where one column is surely the number of the register, others called "tessera" or "n." are not."""
    sure = {at for at, heading in enumerate(headings) if _words(heading) in SURE_NUMBERS}
    for at, field in enumerate(found):
        if field == "number" and sure and at not in sure:
            words = _words(headings[at]).split()
            found[at] = "card" if {"tessera", "tess"} & set(words) else ""


def _by_looks(cells: Sequence[str], taken: Sequence[str]) -> str:
    for field, look in LOOKS.items():
        if cells and (field not in taken or BY_KEY[field].is_many):
            alike = sum(bool(look.fullmatch(cell)) for cell in cells)
            if 5 * alike >= 4 * len(cells):
                return field
    return ""


def _of_state(heading: str, cells: Sequence[str]) -> str:
    """ "Stato", as our own list of a year has it, is of dues where each cell says whether they are paid."""
    said = {answer(cell) is not None or plain(cell) in UNSAID for cell in cells}
    return "dues" if _words(heading) in STATES and said == {True} else ""


def _letter(at: int) -> str:
    """A column as spreadsheets call it: 0 is A, 26 is AA."""
    return chr(65 + at) if at < 26 else _letter(at // 26 - 1) + chr(65 + at % 26)
