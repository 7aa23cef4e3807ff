"""The codice fiscale of a person, compared with the other facts in the register."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache, lru_cache
from types import ModuleType
from typing import TypedDict

from club.person_names import plain


class Doubt(Enum):
    """A contradiction of a codice fiscale; a birth abroad or an error of the tax office may explain it."""

    UNREADABLE = "unreadable"
    LAST_NAME = "last_name"
    FIRST_NAME = "first_name"
    BORN_ON = "born_on"
    BORN_IN = "born_in"


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """The facts of a person that a codice fiscale encodes, as far as they are known."""

    last_name: str
    first_name: str
    born_on: date | None = None
    born_in: str = ""


def tidy_code(code: str) -> str:
    """The code in capitals, without spaces."""
    return "".join(code.split()).upper()


def doubts(code: str, known: KnownPerson) -> tuple[Doubt, ...]:
    """The parts of `code` that are wrong or contradict `known`; empty for a correct code, or for none.

    The check letter is verified; letters that replace digits for namesakes (omocodia) are read as digits. The
    code has two digits of the year, so that 1926 and 2026 both match.
    """
    if not code:
        return ()
    library, read = _library(), _decoded(code)
    if read is None:
        return (Doubt.UNREADABLE,)
    is_doubtful = {
        Doubt.LAST_NAME: read["raw"]["lastname"] != library.encode_lastname(known.last_name),
        Doubt.FIRST_NAME: read["raw"]["firstname"] != library.encode_firstname(known.first_name),
        Doubt.BORN_ON: known.born_on is not None and _day(read["birthdate"]) != _day(known.born_on),
        Doubt.BORN_IN: bool(known.born_in) and not _is_place(known.born_in, read["birthplace"]),
    }
    return tuple(doubt for doubt, is_there in is_doubtful.items() if is_there)


@dataclass(frozen=True, slots=True)
class CodeFacts:
    """The facts about a person that a codice fiscale contains; `sex` is M or F."""

    sex: str
    born_on: date
    born_in: str
    province: str


def read_code(code: str, today: date) -> CodeFacts | None:
    """The facts in the code; None if it is wrong. A year of two digits is the latest that has begun."""
    read = _decoded(tidy_code(code))
    if read is None:
        return None
    born, place = read["birthdate"], read["birthplace"]
    year = born.year if born.year <= today.year else born.year - 100
    province = str(place["province"] or "")
    return CodeFacts(read["gender"], date(year, born.month, born.day), str(place["name"]), province)


def compute_code(known: KnownPerson, sex: str) -> str:
    """The codice fiscale of that person; empty if the place of birth is unknown or a fact is missing.

    The tax office gives another code to the second of two people with the same one: the card decides.
    """
    if known.born_on is None or not (known.born_in and sex):
        return ""
    day = known.born_on.strftime("%d/%m/%Y")
    try:
        code: str = _library().encode(known.last_name, known.first_name, sex, day, known.born_in)
    except ValueError:
        return ""
    return code


def are_names(code: str, last_name: str, first_name: str) -> bool:
    """Whether the first six letters of the code come from these names."""
    library = _library()
    try:
        letters: str = library.encode_lastname(last_name) + library.encode_firstname(first_name)
    except ValueError:
        return False
    return code[:6] == letters


class RawCode(TypedDict):
    """The letters of the names in a code."""

    lastname: str
    firstname: str


class Decoded(TypedDict):
    """A code as python-codicefiscale decodes it, as far as it is used here."""

    raw: RawCode
    gender: str
    birthdate: date
    birthplace: dict[str, object]


@lru_cache(maxsize=4096)
def _decoded(code: str) -> Decoded | None:
    """The code as the library decodes it; None if it is wrong. It takes milliseconds."""
    try:
        read: Decoded = _library().decode(code)
    except ValueError:
        return None
    return read


def _day(day: date) -> tuple[int, int, int]:
    return day.year % 100, day.month, day.day


def _is_place(name: str, place: Mapping[str, object]) -> bool:
    names = {
        plain(str(place[key])) for key in ("name", "name_trans", "name_alt", "name_alt_trans") if place[key]
    }
    return plain(name) in names


@cache
def _library() -> ModuleType:
    """python-codicefiscale, with every town that Italy ever had: about 20 MB, loaded only when it
    is needed.
    """
    from codicefiscale import codicefiscale

    return codicefiscale
