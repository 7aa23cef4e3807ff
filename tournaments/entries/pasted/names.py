"""The people whom the names of a list mean, and which word of a new name is the surname.

A surname in capitals shows itself. Else the people whom the club knows decide: a word that is only a surname
there, or only a first name, is that here. Then the list of usual given names decides, then the order of most
other lines.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from club.imports.rows.names import BEGIN_SURNAME, capitalise
from club.models import Club, Person
from club.plain_text import name_key, plain
from club.register.given_names import is_given_name
from tournaments.entries.pasted.lines import Player

#: Two words at least so alike may be one that is misspelt: "Rosi" and "Rossi", "Ana" and "Anna".
ALIKE: Final = 0.8
# A word of at least this many letters is a whole name rather than the beginning of one.
WHOLE_NAME: Final = 4
#: A phone shows this many.
MOST_CANDIDATES: Final = 6


@dataclass(frozen=True)
class NewName:
    """A name of a list with its two parts; `is_sure` says whether anything told them apart."""

    last_name: str
    first_name: str
    is_sure: bool = True

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


@dataclass(frozen=True)
class NameMatch:
    """The person whom a name means, or those whom it may mean; neither for a name that is new here."""

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

    def meant(self, name: str) -> NameMatch:
        """The person of exactly that name, in either order, or the only one whom an abbreviation fits.

        Two namesakes, somebody of a similar name, and a surname alone leave candidates.
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
        found = dict.fromkeys([*fitting, *close])
        return NameMatch(None, tuple(found)[:MOST_CANDIDATES])

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

    def parted(self, players: Iterable[Player]) -> list[NewName]:
        """Each name in its two parts. Names that tell nothing follow the order of most others."""
        players = list(players)
        votes = Counter(told for player in players if (told := self._order(_words(player))) is not None)
        is_first_name_first = votes[True] > votes[False]
        return [self._parted(player, is_first_name_first=is_first_name_first) for player in players]

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

    def _parted(self, player: Player, *, is_first_name_first: bool) -> NewName:
        words = _words(player)
        if len(words) == 1:
            alone = capitalise(words[0])
            return NewName("", alone) if self._is_given(alone) else NewName(alone, "")
        told = self._order(words)
        order = is_first_name_first if told is None else told
        if len(player) == 2:
            one, other = player
        else:
            at = self._cut(words, is_first_name_first=order)
            one, other = " ".join(words[:at]), " ".join(words[at:])
        last, first = (other, one) if order else (one, other)
        return NewName(capitalise(last), capitalise(first), told is not None)

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
    """Whether a word that only begins one of the person's is long enough to be a whole name of its own."""
    return any(word not in known and len(word) >= WHOLE_NAME for word in words)
