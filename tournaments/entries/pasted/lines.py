"""The lines of a pasted list, parted into the names of their players; plain text, no database.

A line comes from a chat, a letter or a sheet: "3) Rossi Mario – Bianchi Anna", "ROSSI MARIO e BIANCHI ANNA",
two columns with a player each, four with surname and name. The strongest separator of a line parts the
players, so that "Rossi, Mario / Bianchi, Anna" keeps its commas for the names.
"""

import re
import unicodedata
from typing import Final

from django.utils.translation import gettext as _

from club.plain_text import plain
from tournaments.errors import InputRefused

#: Forty tables of pairs; more is another evening.
MOST_LINES: Final = 80
LONGEST_LINE: Final = 200

#: What stands before the names: "12.", "12)", "(12)", "n. 12", "coppia 12:", a bullet.
NUMBER = re.compile(
    r"^\s*(?:[-–—•*·>]\s+|(?:(?:n|nr|coppia|cp|pair)\b[.°]?\s*)?[(\[#]?\d{1,3}(?:\s*[.):°\]ª-]+(?=\D|$)|\s+|$))\s*",
    re.IGNORECASE,
)
#: Separators of two players, the stronger first.
SEPARATORS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (r"\t", r";", r"/|\\|\|", r"\s*[–—]\s*|\s+-+\s+", r"\s*[&+]\s*", r"\s+(?:e|ed|con|and)\s+")
)
#: Weaker ones, which may also part a surname from a name or belong to a double surname.
WEAK: Final = (re.compile(r","), re.compile(r"\s*-\s*"), re.compile(r"\s{2,}"))
#: The words of a heading; a line of nothing else is no pair.
HEADING = re.compile(
    r"(?:n|nr|num|numero|coppi[ae]|cognome|nome|nominativo|giocator[ei]|compagno|iscritt[oi]|pair|player|name|"
    r"surname|first|last|partner|number|[12])"
)

#: A player as written: one cell, or two where a separator parts the surname from the name.
Player = tuple[str, ...]


def lines_of(text: str) -> list[str]:
    """The lines with anything on them, without headings. Raises InputRefused for none and for too many."""
    lines = [line for line in map(_tidy, text.splitlines()) if line.strip() and not _is_heading(line)]
    if not lines:
        raise InputRefused("list-empty", _("L'elenco è vuoto: incollalo qui, una riga per iscrizione."))
    if len(lines) > MOST_LINES:
        raise InputRefused(
            "list-too-long",
            _("L'elenco ha %(count)s righe: incollane al massimo %(most)s per volta.")
            % {"count": len(lines), "most": MOST_LINES},
        )
    return [line[:LONGEST_LINE] for line in lines]


def _tidy(line: str) -> str:
    """The line without signs that are no text (ticks, hands, invisible ones); tabs stay."""
    plain_line = unicodedata.normalize("NFC", line).replace("\u00a0", " ")
    return "".join(
        each
        for each in plain_line
        if each == "\t" or unicodedata.category(each) not in ("So", "Sk", "Cf", "Cc")
    ).strip(" ")


def _is_heading(line: str) -> bool:
    words = re.findall(r"\w+", plain(line))
    return any(map(str.isalpha, words)) and all(HEADING.fullmatch(word) for word in words)


def players_of(line: str, size: int) -> list[Player]:
    """The players of a line. Raises InputRefused unless they are `size`."""
    text = NUMBER.sub("", line, count=1) if not _is_numbered_cell(line) else line.split("\t", 1)[1]
    players = _one(text) if size == 1 else _two(text)
    if len(players) != size:
        raise InputRefused("pair-size", _wrong_count(players, size))
    return players


def _is_numbered_cell(line: str) -> bool:
    first, *others = line.split("\t")
    return bool(others) and bool(re.fullmatch(r"\s*\d{1,3}[.)]?\s*", first))


def _one(text: str) -> list[Player]:
    parts = next((parts for by in SEPARATORS[:2] if len(parts := _parts(by, text)) > 1), None)
    parts = parts or _parts(WEAK[0], text)
    if len(parts) == 2:
        return [tuple(parts)]
    return [(part,) for part in parts]


def _two(text: str) -> list[Player]:
    for by in SEPARATORS:
        parts = _parts(by, text)
        if len(parts) == 4:
            return [(parts[0], parts[1]), (parts[2], parts[3])]
        if len(parts) > 1:
            return [_cells(part) for part in parts]
    for by in WEAK:
        parts = _parts(by, text)
        if len(parts) == 4:
            return [(parts[0], parts[1]), (parts[2], parts[3])]
        if len(parts) == 2:
            return [(part,) for part in parts]
    return [(part,) for part in _parts(WEAK[0], text)]


def _cells(part: str) -> Player:
    """A player, whose surname and name a comma may part."""
    cells = _parts(WEAK[0], part)
    return tuple(cells) if len(cells) == 2 else (part,)


def _parts(by: re.Pattern[str], text: str) -> list[str]:
    return [part for part in (part.strip(" \t.") for part in by.split(text)) if part]


def _wrong_count(players: list[Player], size: int) -> str:
    if not players:
        return _("Su questa riga non c'è nessun nome: scrivilo o lasciala fuori.")
    if size == 1:
        return _("Qui ognuno gioca da solo: lascia su questa riga un nome.")
    if len(players) == 1:
        return _("Manca il compagno di %(name)s: scrivilo dopo un trattino.") % {"name": " ".join(players[0])}
    return _("Una coppia ha due giocatori, su questa riga i nomi sono %(count)s: lasciane due.") % {
        "count": len(players)
    }
