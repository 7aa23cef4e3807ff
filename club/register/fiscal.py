"""The codice fiscale of a person, read and compared with what else the register says."""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

from club.people import plain


class Doubt(Enum):
    """What of a codice fiscale does not agree; a foreigner or an error of the tax office may explain it."""

    UNREADABLE = "unreadable"
    LAST_NAME = "last_name"
    FIRST_NAME = "first_name"
    BORN_ON = "born_on"
    BORN_IN = "born_in"


@dataclass(frozen=True, slots=True)
class Told:
    """What the register says of a person, as far as it is known."""

    last_name: str
    first_name: str
    born_on: date | None = None
    born_in: str = ""


def tidy(code: str) -> str:
    """The code without spaces, in capitals."""
    return "".join(code.split()).upper()


def doubts(code: str, told: Told) -> tuple[Doubt, ...]:
    """What in `code` is wrong or disagrees with `told`; empty for a code in order, or for none.

    The check letter is verified, the letters that tell homonyms apart (omocodia) are read as the digits they
    stand for. The code has two digits of the year: a person of 1926 and one of 2026 agree with the same one.
    """
    if not code:
        return ()
    library, read = _library(), _decoded(code)
    if read is None:
        return (Doubt.UNREADABLE,)
    found = {
        Doubt.LAST_NAME: read["raw"]["lastname"] != library.encode_lastname(told.last_name),
        Doubt.FIRST_NAME: read["raw"]["firstname"] != library.encode_firstname(told.first_name),
        Doubt.BORN_ON: told.born_on is not None and _day(read["birthdate"]) != _day(told.born_on),
        Doubt.BORN_IN: bool(told.born_in) and not _is_place(told.born_in, read["birthplace"]),
    }
    return tuple(doubt for doubt, is_there in found.items() if is_there)


def are_names(code: str, last_name: str, first_name: str) -> bool:
    """Whether the letters of the names are those of the code; nothing else of it is looked at."""
    library = _library()
    try:
        letters: str = library.encode_lastname(last_name) + library.encode_firstname(first_name)
    except ValueError:
        return False
    return code[:6] == letters


@lru_cache(maxsize=4096)
def _decoded(code: str) -> dict[str, Any] | None:
    """What the library reads in the code; None for one that is wrong. It takes milliseconds."""
    try:
        read: dict[str, Any] = _library().decode(code)
    except ValueError:
        return None
    return read


def _day(day: date) -> tuple[int, int, int]:
    return day.year % 100, day.month, day.day


def _is_place(told: str, place: dict[str, object]) -> bool:
    names = {
        plain(str(place[key])) for key in ("name", "name_trans", "name_alt", "name_alt_trans") if place[key]
    }
    return plain(told) in names


@cache
def _library() -> ModuleType:
    """python-codicefiscale, with every town that Italy ever had: about 20 MB that only the register needs."""
    from codicefiscale import codicefiscale

    return codicefiscale
