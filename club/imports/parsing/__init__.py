"""One row of a sheet, read by itself: what it says of a person, and everything that is wrong with it."""

from datetime import date
from typing import Any, Final

from club.imports import years
from club.imports.parsing.consents import consents_of
from club.imports.parsing.dues import dues_of
from club.imports.parsing.membership import membership_of
from club.imports.parsing.person import checked, written_of
from club.imports.parsing.row import Row
from club.imports.parsing.value import Cells, Problem, Read, kept
from club.imports.rules import Rules
from club.people import plain
from club.register import checks
from club.register.written import Written

__all__ = ["Cells", "Problem", "Read", "kept", "read"]

#: Rows with fewer cells filled and no name are totals, titles of groups, remarks: no person.
FEWEST_CELLS: Final = 3
TOTALS: Final = frozenset({"totale", "totali", "tot", "total", "subtotale"})
TITLES: Final = frozenset(
    {"soci", "socie", "socio", "elenco", "lista", "nuovi", "nuove", "nota", "note", "n.b", "nb", "p.s", "ps",
     "vedi", "segue", "attenzione", "aggiornato", "categoria", "anno", "dimessi", "decaduti", "cessati",
     "defunti", "ordinari", "onorari", "sostenitori"}
)  # fmt: skip
#: A longer number would not fit beside the bar of a second card.
LONGEST_CARD: Final = 26


def read(cells: Cells, rules: Rules, today: date) -> Read:
    """The row; everything that can be said against it by itself is among its problems."""
    row = Row(cells, rules, today)
    if _is_nobody(cells):
        row.warn("nobody")
        return Read(
            written=Written(last_name="", first_name=""), problems=tuple(row.problems), is_nobody=True
        )
    written = checked(row, checks.tidied(written_of(row)))
    if _is_alone(cells):
        row.warn("only-a-name")
    membership = membership_of(row, written)
    besides: dict[str, Any] = {"dues": dues_of(row), "consents": consents_of(row), "cards": _cards(row)}
    return Read(written=written, problems=tuple(row.problems), **membership, **besides)


def _cards(row: Row) -> tuple[tuple[str, str], ...]:
    year_of = years.of_headings(heading for heading, _text in row.cells.get("card", ()))
    found = tuple((text, year_of[heading]) for heading, text in row.texts("card"))
    for number, _year in found:
        if len(number) > LONGEST_CARD:
            row.bar("too-long", "card", longest=LONGEST_CARD, value=number[:40])
    return found


def _is_nobody(cells: Cells) -> bool:
    named = [text for key in ("last_name", "first_name", "full_name", "first_last", "fiscal_code")
             for _heading, text in cells.get(key, ()) if text]  # fmt: skip
    if not named:
        return _filled(cells) < FEWEST_CELLS
    return _begins(named[0], TOTALS) or (_is_alone(cells) and _is_title(cells, named[0]))


def _filled(cells: Cells) -> int:
    return sum(bool(text) for each in cells.values() for _heading, text in each)


def _is_alone(cells: Cells) -> bool:
    """Whether nothing stands beside the name, in a sheet where other rows say more."""
    return _filled(cells) == 1 and sum(map(len, cells.values())) >= FEWEST_CELLS


def _is_title(cells: Cells, text: str) -> bool:
    """ "SOCI ORDINARI", "N.B. da ricontrollare": two words and no name beside them, or how titles begin."""
    is_surname = any(text for _heading, text in cells.get("last_name", ()))
    return _begins(text, TITLES) or (is_surname and " " in text)


def _begins(text: str, words: frozenset[str]) -> bool:
    return plain(text).split(" ")[0].strip(".:,;*-()") in words
