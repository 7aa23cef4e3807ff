"""One cell of dues as people write it: "25", "€ 25,00 bonifico", "pag. 12/3/25 ric. 9", "esente", "0"."""

import re
from dataclasses import dataclass
from typing import Final

from club.imports.parsing.answers import answer
from club.models import Means
from club.money import cents_of
from club.people import plain

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
#: So many figures are no amount: it is how a spreadsheet keeps a day.
SERIAL: Final = re.compile(r"[1-9]\d{4}", re.ASCII)
NOTE: Final = re.compile(
    r"\b(?:ricevuta|ricev\.?|ric\.?|receipt)\s*(?:n\s*[.°ºr]*\s*)?([\w/\-]*\d[\w/\-]*)", re.I
)
MEANS: Final = (
    (Means.CASH, re.compile(r"\bcontant\w*|\bcont\b\.?|\bcash\b|\bcassa\b|\balla porta\b", re.I)),
    (Means.TRANSFER, re.compile(r"\bbonific\w*|\bbon\b\.?|\bbanca\w*|\biban\b|\bc/c\b|\btransfer\b", re.I)),
)
OTHER_MEANS: Final = frozenset(
    {"pos", "carta", "bancomat", "assegno", "satispay", "paypal", "vaglia", "bollettino", "card", "cheque"}
)
#: "0", "0,00 €", "€ 0.-"
ZERO: Final = re.compile(r"(?:€|euro?)?\s*0+(?:[.,]0*)?\s*[-=]*\s*(?:€|euro?)?", re.I)
FREE: Final = frozenset(
    {"esente", "esonerato", "esonerata", "gratis", "gratuito", "gratuita", "omaggio", "onorario", "onoraria",
     "free"}
)  # fmt: skip
NOT_DUE: Final = frozenset({"non dovuto", "non dovuta", "non deve", "niente da pagare", "nothing to pay"})
#: Words of who has not paid, or not yet: what else is in the cell is then for a person to read.
DENYING: Final = frozenset({"non", "da", "deve", "metà", "meta", "acconto", "sospeso", "sospesa"})
EUROS: Final = re.compile(r"€|\b(?:euro|eur)\b", re.I)
#: "20.-" and "20,=" are how a cheque says twenty and no cents.
NO_CENTS: Final = re.compile(r"(?<=\d)[.,](?:[-=–]+(?!\d)|(?!\d))")
NEGATIVE: Final = re.compile(r"\s*(?:€\s*)?[-−–]\s*(?:€\s*)?\d.*|\s*\(\s*(?:€\s*)?[\d.,]+\s*(?:€\s*)?\)\s*")
#: "2024", "15.01": no amount of dues, but a year, a day of January.
YEAR_OR_DAY: Final = re.compile(r"(?:19|20)\d{2}|\d{1,2}\.(?:0[1-9]|1[0-2])")
#: Words that may stand beside an amount or a day and change nothing.
FILLING: Final = frozenset(
    {"il", "lo", "del", "di", "in", "data", "con", "a", "al", "per", "mezzo", "tramite", "quota", "quote",
     "associativa", "anno", "ricevuta", "ric", "socio", "on", "by", "of"}
)  # fmt: skip


class Unclear(ValueError):
    """Whether the dues are paid, or how much, cannot be told from the cell."""


@dataclass(frozen=True)
class Cell:
    """What a cell says; `day` as it is written. `is_paid` is None where there is an amount and no more.

    `is_nothing` for a nought, which may say that nothing was paid or that nothing was owed; `is_loose` for
    words of which no sense was made beside an amount, `is_other_means` for a way of paying unknown here.
    """

    is_paid: bool | None = None
    cents: int | None = None
    day: str = ""
    means: str = ""
    note: str = ""
    is_nothing: bool = False
    is_loose: bool = False
    is_other_means: bool = False


def read(text: str) -> Cell:
    """The cell, which holds something. Raises `Unclear` rather than guess an amount."""
    if ZERO.fullmatch(text.strip()):
        return Cell(is_nothing=True)
    said = answer(text)
    if said is not None:
        return Cell(is_paid=said)
    if _is_free(text):
        return Cell(is_paid=True, cents=0)
    if NEGATIVE.fullmatch(text) or "?" in text:
        raise Unclear(text)
    return _pieces(text)


def means_of(text: str) -> tuple[str, str]:
    """The way of paying, empty where none is known, and the rest of the text."""
    for means, look in MEANS:
        if look.search(text):
            return means.value, look.sub(" ", text)
    return "", text


def _is_free(text: str) -> bool:
    words = re.split(r"[\s,;:()/]+", plain(text))
    return plain(text) in NOT_DUE or (
        not re.search(r"\d", text) and not DENYING & set(words) and bool(FREE & set(words))
    )


def _pieces(text: str) -> Cell:
    day, rest = _taken(DAY, text)
    note, rest = _taken(NOTE, rest)
    means, rest = means_of(rest)
    cents, words = _amount(rest)
    is_said = any(answer(word) for word in words)
    others = [word for word in words if answer(word) is None and word not in FILLING]
    if DENYING & set(words) or any(answer(word) is False for word in words):
        raise Unclear(text)
    if MONTHS & set(others):
        raise Unclear(text)
    if cents is None and not (day or note or is_said):
        raise Unclear(text)
    found = NOTE.search(note)
    loose = [word for word in others if word not in OTHER_MEANS]
    return Cell(
        True if day or note or is_said else None,
        cents,
        day,
        means,
        found[1] if found else "",
        is_loose=bool(loose),
        is_other_means=len(loose) < len(others),
    )


def _taken(look: re.Pattern[str], text: str) -> tuple[str, str]:
    """What is found of it, and the rest. Raises `Unclear` where it is there twice."""
    found = [each[0] for each in look.finditer(text)]
    if len(found) > 1:
        raise Unclear(text)
    return (found[0], text.replace(found[0], " ", 1)) if found else ("", text)


def _amount(rest: str) -> tuple[int | None, list[str]]:
    """The cents of the only number that is left, and the words beside it. Raises `Unclear`."""
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
