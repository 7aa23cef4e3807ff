"""A pasted list of entries: its lines, the players' names in each line, and the people with these names.

A line comes from a chat, a letter or a sheet: "3) Rossi Mario – Bianchi Anna", "ROSSI MARIO e BIANCHI ANNA",
two columns with a player each, or four with surname and name. The strongest separator of a line is between
the players, so that the commas of "Rossi, Mario / Bianchi, Anna" separate surnames from names.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from django.utils.translation import gettext as _

from club.imports.rows.person import BEGIN_SURNAME, capitalise
from club.models import Club, Person
from club.person_names import is_given_name, name_key, plain
from tournaments.errors import InputRefused

#: Forty tables of pairs; more is another evening.
MOST_LINES: Final = 80
LONGEST_LINE: Final = 200

#: The number or bullet before the names: "12.", "12)", "(12)", "n. 12", "coppia 12:", "–".
NUMBER = re.compile(
    r"^\s*(?:[-–—•*·>]\s+|(?:(?:n|nr|coppia|cp|pair)\b[.°]?\s*)?[(\[#]?\d{1,3}(?:\s*[.):°\]ª-]+(?=\D|$)|\s+|$))\s*",
    re.IGNORECASE,
)
#: Separators of two players, the stronger first.
SEPARATORS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (r"\t", r";", r"/|\\|\|", r"\s*[–—]\s*|\s+-+\s+", r"\s*[&+]\s*", r"\s+(?:e|ed|con|and)\s+")
)
#: Weaker separators, which may also be between surname and name or within a double surname.
WEAK: Final = (re.compile(r","), re.compile(r"\s*-\s*"), re.compile(r"\s{2,}"))
#: The words of a heading; a line of nothing else is no pair.
HEADING = re.compile(
    r"(?:n|nr|num|numero|coppi[ae]|cognome|nome|nominativo|giocator[ei]|compagno|iscritt[oi]|pair|player|name|"
    r"surname|first|last|partner|number|[12])"
)

#: A player as written: one cell, or two where a separator is between surname and name.
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
    """The line without symbols (ticks, hands, invisible characters); tabs stay."""
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
    """The players of a line. Raises InputRefused unless there are `size` of them."""
    text = NUMBER.sub("", line, count=1) if not _is_numbered_cell(line) else line.split("\t", 1)[1]
    players = _single_player(text) if size == 1 else _pair(text)
    if len(players) != size:
        raise InputRefused("pair-size", _wrong_count(players, size))
    return players


def _is_numbered_cell(line: str) -> bool:
    first, *others = line.split("\t")
    return bool(others) and bool(re.fullmatch(r"\s*\d{1,3}[.)]?\s*", first))


def _single_player(text: str) -> list[Player]:
    parts = next((parts for separator in SEPARATORS[:2] if len(parts := _parts(separator, text)) > 1), None)
    parts = parts or _parts(WEAK[0], text)
    if len(parts) == 2:
        return [tuple(parts)]
    return [(part,) for part in parts]


def _pair(text: str) -> list[Player]:
    for separator in SEPARATORS:
        parts = _parts(separator, text)
        if len(parts) == 4:
            return [(parts[0], parts[1]), (parts[2], parts[3])]
        if len(parts) > 1:
            return [_cells(part) for part in parts]
    for separator in WEAK:
        parts = _parts(separator, text)
        if len(parts) == 4:
            return [(parts[0], parts[1]), (parts[2], parts[3])]
        if len(parts) == 2:
            return [(part,) for part in parts]
    return [(part,) for part in _parts(WEAK[0], text)]


def _cells(part: str) -> Player:
    """A player: two cells where a comma is between surname and name, else one."""
    cells = _parts(WEAK[0], part)
    return tuple(cells) if len(cells) == 2 else (part,)


def _parts(separator: re.Pattern[str], text: str) -> list[str]:
    return [part for part in (part.strip(" \t.") for part in separator.split(text)) if part]


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


# Finding the people with the names of a list, and telling surname and first name of a new name apart.
#
# A word in capitals beside others in small letters is the surname. Otherwise the club's people decide: a word
# that is only a surname, or only a first name, among them is the same here. Then the list of usual given
# names decides, then the order of most other lines.

#: The least similarity of two words of which one may be a misspelling: "Rosi" and "Rossi", "Ana" and "Anna".
ALIKE: Final = 0.8
# A word of at least this many letters is a whole name rather than the beginning of one.
WHOLE_NAME: Final = 4
#: As many as a phone shows.
MOST_CANDIDATES: Final = 6


@dataclass(frozen=True)
class NewName:
    """A name of a list with its two parts; `is_sure` unless only the order of other lines told them apart."""

    last_name: str
    first_name: str
    is_sure: bool = True

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


@dataclass(frozen=True)
class NameMatch:
    """The person with a name, or the candidates; neither for a name that is new to the club."""

    person: Person | None = None
    candidates: tuple[Person, ...] = ()


class KnownPeople:
    """The people of a club, read once for all names of a list. One query."""

    def __init__(self, club: Club) -> None:
        people = list(club.people.filter(erased_number=None))
        self._words = {person.pk: name_key(person.full_name).split() for person in people}
        self._by_name: defaultdict[str, list[Person]] = defaultdict(list)
        self._by_word: defaultdict[str, list[Person]] = defaultdict(list)
        self._given: Counter[str] = Counter()
        self._last: Counter[str] = Counter()
        for person in people:
            self._by_name[" ".join(self._words[person.pk])].append(person)
            for word in set(self._words[person.pk]):
                self._by_word[word].append(person)
            self._given.update(plain(person.first_name).split())
            self._last.update(plain(person.last_name).split())

    def match(self, name: str) -> NameMatch:
        """The person of exactly that name, in either order, or the only one whom an abbreviation fits.

        Namesakes, people of a similar name, and those with a surname given alone are only candidates.
        """
        words = name_key(name.replace(".", " ")).split()
        if not words:
            return NameMatch()
        if same := self._by_name.get(" ".join(words)):
            return NameMatch(same[0]) if len(same) == 1 else NameMatch(None, tuple(same[:MOST_CANDIDATES]))
        beginning = (word for word in self._by_word if word.startswith(words[0]))
        fitting = [person for person in self._having(beginning) if _fits(words, self._words[person.pk])]
        if len(fitting) == 1 and len(words) > 1 and not _may_be_another(words, self._words[fitting[0].pk]):
            return NameMatch(fitting[0])
        sharing = self._having(word for word in words if len(word) > 2)
        close = [person for person in sharing if self._is_close(words, self._words[person.pk])]
        candidates = dict.fromkeys([*fitting, *close])
        return NameMatch(None, tuple(candidates)[:MOST_CANDIDATES])

    def _having(self, words: Iterable[str]) -> Iterable[Person]:
        """The people with one of these words in their name, each once."""
        return dict.fromkeys(person for word in words for person in self._by_word.get(word, ()))

    def _is_close(self, words: list[str], known: list[str]) -> bool:
        """Whether the words that two names do not share are alike without being two given names."""
        shared = set(words) & set(known)
        ours = [word for word in words if word not in shared]
        theirs = [word for word in known if word not in shared]
        if not ours or not theirs:
            return len(shared) > 1
        if self._is_given(ours[0]) and self._is_given(theirs[0]):
            return False
        return SequenceMatcher(None, " ".join(ours), " ".join(theirs)).ratio() >= ALIKE

    def _is_given(self, word: str) -> bool:
        """Whether the word is a given name: as the club's people use it, else as usual in Italy."""
        word = plain(word).strip(".")
        as_given, as_last = word in self._given, word in self._last
        return as_given if as_given != as_last else len(word) == 1 or is_given_name(word)

    def split_names(self, players: Iterable[Player]) -> list[NewName]:
        """Each name in its two parts. Names whose order is not clear follow that of most others."""
        players = list(players)
        votes = Counter(order for player in players if (order := self._order(_words(player))) is not None)
        is_first_name_first = votes[True] > votes[False]
        return [self._split_name(player, is_first_name_first=is_first_name_first) for player in players]

    def _order(self, words: Sequence[str]) -> bool | None:
        """Whether the first name comes first; None where the words do not tell."""
        if len(words) < 2:
            return None
        if all(capitals := [_is_capitals(word) for word in words]) or not any(capitals):
            # "Luca" in "De Luca" is no given name.
            last = self._is_given(words[-1]) and plain(words[-2]) not in BEGIN_SURNAME
            first = self._is_given(words[0])
            return None if first == last else first
        return not capitals[0]

    def _split_name(self, player: Player, *, is_first_name_first: bool) -> NewName:
        words = _words(player)
        if len(words) == 1:
            alone = capitalise(words[0])
            return NewName("", alone) if self._is_given(alone) else NewName(alone, "")
        own_order = self._order(words)
        order = is_first_name_first if own_order is None else own_order
        if len(player) == 2:
            one, other = player
        else:
            at = self._cut(words, is_first_name_first=order)
            one, other = " ".join(words[:at]), " ".join(words[at:])
        last, first = (other, one) if order else (one, other)
        return NewName(capitalise(last), capitalise(first), own_order is not None)

    def _cut(self, words: Sequence[str], *, is_first_name_first: bool) -> int:
        """Where to cut: after the given names, or after the words that begin a surname and the next."""
        if any(capitals := [_is_capitals(word) for word in words]) and not all(capitals):
            return capitals.index(is_first_name_first)
        if is_first_name_first:
            at = 1
            while at < len(words) - 1 and self._is_given(words[at]) and plain(words[at]) not in BEGIN_SURNAME:
                at += 1
            return at
        at = len(words) - 1
        while at > 1 and self._is_given(words[at - 1]) and plain(words[at - 2]) not in BEGIN_SURNAME:
            at -= 1
        return at


def _words(player: Player) -> list[str]:
    return " ".join(player).split()


def _is_capitals(word: str) -> bool:
    return len(word.strip(".")) > 1 and word.isupper()


def _fits(words: Sequence[str], known: Sequence[str]) -> bool:
    return all(any(name.startswith(word) for name in known) for word in words)


def _may_be_another(words: Sequence[str], known: Sequence[str]) -> bool:
    """Whether a word that is only the beginning of a known one is long enough to be another name."""
    return any(word not in known and len(word) >= WHOLE_NAME for word in words)
