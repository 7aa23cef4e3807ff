"""Reads one row of a sheet by itself: its data and its problems."""

from datetime import date
from typing import Final

from club.imports.rows import dates
from club.imports.rows.cells import Row
from club.imports.rows.dues import dues_of
from club.imports.rows.membership import consents_of, membership_of
from club.imports.rows.person import person_of, validated
from club.imports.rows.row_data import Cells, SheetRow
from club.imports.rules import Rules
from club.plain_text import plain
from club.register import person_data
from club.register.person_data import PersonData

#: Rows with fewer filled cells and without a name are totals, titles of groups or remarks.
FEWEST_CELLS: Final = 3
TOTALS: Final = frozenset({"totale", "totali", "tot", "total", "subtotale"})
TITLES: Final = frozenset(
    {"soci", "socie", "socio", "elenco", "lista", "nuovi", "nuove", "nota", "note", "n.b", "nb", "p.s", "ps",
     "vedi", "segue", "attenzione", "aggiornato", "categoria", "anno", "dimessi", "decaduti", "cessati",
     "defunti", "ordinari", "onorari", "sostenitori"}
)  # fmt: skip
#: A longer number has no room for the suffix of a second card.
LONGEST_CARD: Final = 26


def read_row(cells: Cells, rules: Rules, today: date) -> SheetRow:
    """The row's data, with every problem that it has by itself."""
    row = Row(cells, rules, today)
    if _is_nobody(cells):
        row.warn("nobody")
        return SheetRow(
            written=PersonData(last_name="", first_name=""), problems=tuple(row.problems), is_nobody=True
        )
    written = validated(row, person_data.tidy_data(person_of(row)))
    if _is_alone(cells):
        row.warn("only-a-name")
    membership = membership_of(row, written)
    dues, consents, cards = dues_of(row), consents_of(row), _cards(row)
    return SheetRow(
        written=written,
        # Read after the calls above, because each of them may add problems.
        problems=tuple(row.problems),
        dues=dues,
        consents=consents,
        cards=cards,
        **membership,
    )


def _cards(row: Row) -> tuple[tuple[str, str], ...]:
    year_of = dates.years_of_headings(heading for heading, _text in row.cells.get("card", ()))
    cards = tuple((text, year_of[heading]) for heading, text in row.texts("card"))
    for number, _year in cards:
        if len(number) > LONGEST_CARD:
            row.bar("too-long", "card", longest=LONGEST_CARD, value=number[:40])
    return cards


def _is_nobody(cells: Cells) -> bool:
    named = [text for key in ("last_name", "first_name", "full_name", "first_last", "fiscal_code")
             for _heading, text in cells.get(key, ()) if text]  # fmt: skip
    if not named:
        return _filled(cells) < FEWEST_CELLS
    return _begins(named[0], TOTALS) or (_is_alone(cells) and _is_title(cells, named[0]))


def _filled(cells: Cells) -> int:
    return sum(bool(text) for each in cells.values() for _heading, text in each)


def _is_alone(cells: Cells) -> bool:
    """Whether the name is the only filled cell, in a sheet with other columns."""
    return _filled(cells) == 1 and sum(map(len, cells.values())) >= FEWEST_CELLS


def _is_title(cells: Cells, text: str) -> bool:
    """Whether the text is a title, such as "SOCI ORDINARI" or "N.B. da ricontrollare": it begins as titles
    do, or is several words in the column of last names.
    """
    is_surname = any(text for _heading, text in cells.get("last_name", ()))
    return _begins(text, TITLES) or (is_surname and " " in text)


def _begins(text: str, words: frozenset[str]) -> bool:
    return plain(text).split(" ")[0].strip(".:,;*-()") in words
