"""The preview of a pasted list: its rows, the person that each name means, and the organiser's answers.

The page sends the lines back with the answers beside them. Nothing is stored until every row is certain or
left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext as _

from club import person_names
from club.models import Person
from club.person_names import name_key
from tournaments.entries.guests import Guest, identity_of
from tournaments.entries.pasted import (
    LONGEST_LINE,
    MOST_LINES,
    KnownPeople,
    NameMatch,
    NewName,
    lines_of,
    players_of,
)
from tournaments.errors import InputRefused
from tournaments.models import EntryPlayer, Tournament
from tournaments.text.names import by_entry
from tournaments.web.forms.entries import GUEST_CHOICE, distinct_names

LONGEST_NAME = 60


@dataclass(frozen=True)
class Choice:
    """A person that a name may mean; `taken` is the number of the person's entry, if there is one."""

    person: Person
    name: str
    taken: int | None


@dataclass(frozen=True)
class PastedPlayer:
    """A name of a row: known, new, or doubtful until the organiser makes a choice."""

    prefix: str
    name: NewName
    meant: NameMatch
    answer: str
    taken: dict[int, int]

    @property
    def about(self) -> str:
        """The key of the name, sent with an answer: an answer about another name does not count."""
        return name_key(self.name.full_name)

    @property
    def choices(self) -> list[Choice]:
        people = self.meant.candidates
        named = zip(people, distinct_names(people), strict=True)
        return [Choice(person, name, self.taken.get(person.pk)) for person, name in named]

    @property
    def is_known(self) -> bool:
        return isinstance(self.chosen, Person)

    @property
    def is_new(self) -> bool:
        return isinstance(self.chosen, Guest)

    @property
    def is_doubtful(self) -> bool:
        return self.chosen is None

    @property
    def chosen(self) -> Person | Guest | None:
        """The person, or the new guest; None while it must be chosen."""
        if self.answer == GUEST_CHOICE or not (self.meant.person or self.meant.candidates):
            return Guest(self.name.last_name, self.name.first_name)
        if self.meant.person:
            return self.meant.person
        return next((person for person in self.meant.candidates if str(person.pk) == self.answer), None)

    @property
    def problem(self) -> str:
        """Why the name is refused; empty if it is valid."""
        if not isinstance(self.chosen, Guest):
            return ""
        if not self.name.last_name:
            return _("Manca il cognome di %(name)s: scrivilo.") % {"name": self.name.first_name}
        return next((why for part in self._parts if (why := person_names.problem(part))), "")

    @property
    def _parts(self) -> list[str]:
        return [part for part in (self.name.last_name, self.name.first_name) if part]


@dataclass
class PastedRow:
    """A line of the list with its players; `refusal` says why it cannot be entered."""

    number: int
    line: str
    is_out: bool
    players: list[PastedPlayer] = field(default_factory=list)
    refusal: str = ""

    @property
    def index(self) -> int:
        """Its place in the form, from 0."""
        return self.number - 1

    @property
    def is_open(self) -> bool:
        """Whether one of its players must still be chosen."""
        return not self.is_out and not self.refusal and any(player.is_doubtful for player in self.players)

    @property
    def is_refused(self) -> bool:
        return bool(self.refusal) and not self.is_out

    @property
    def is_ready(self) -> bool:
        return not (self.is_out or self.is_open or self.is_refused)

    @property
    def chosen(self) -> list[Person | Guest]:
        return [player.chosen for player in self.players if player.chosen is not None]


class PastedList:
    """The rows of a list with the organiser's answers. Raises InputRefused for no list, or one too long.

    Two queries for a list of any length.
    """

    def __init__(self, tournament: Tournament, data: QueryDict) -> None:
        self.tournament = tournament
        self._data = data
        self._people = KnownPeople(tournament.club)
        players = EntryPlayer.objects.filter(tournament=tournament)
        self._taken = dict(players.values_list("person_id", "entry__number"))
        self.rows = self._read(self._lines())
        self._verify()
        if data.get("do") == "leave":
            for row in self.rows:
                row.is_out = row.is_out or row.is_refused

    @property
    def is_ready(self) -> bool:
        return self.ready_count > 0 and not self.waiting_count

    @property
    def ready_count(self) -> int:
        return sum(row.is_ready for row in self.rows)

    @property
    def refused_count(self) -> int:
        return sum(row.is_refused for row in self.rows)

    @property
    def waiting_count(self) -> int:
        """The rows that are refused or wait for a choice."""
        return sum(row.is_refused or row.is_open for row in self.rows)

    @property
    def to_enter(self) -> list[list[Person | Guest]]:
        return [row.chosen for row in self.rows if row.is_ready]

    def _lines(self) -> list[str]:
        sent = [line[:LONGEST_LINE] for line in self._data.getlist("line")]
        return sent[:MOST_LINES] or lines_of(self._data.get("text", ""))

    def _read(self, lines: Sequence[str]) -> list[PastedRow]:
        rows, written = [], []
        for at, line in enumerate(lines):
            row = PastedRow(at + 1, line, is_out=f"row{at}-out" in self._data)
            try:
                written += [(row, player) for player in players_of(line, self.tournament.entry_size)]
            except InputRefused as refusal:
                row.refusal = str(refusal)
            rows.append(row)
        names = self._people.split_names(player for _row, player in written)
        for (row, _player), name in zip(written, names, strict=True):
            row.players.append(self._player(row, len(row.players), name))
        return rows

    def _player(self, row: PastedRow, position: int, name: NewName) -> PastedPlayer:
        """Returns the player with the organiser's answer; a line that was edited has no answer."""
        prefix = f"row{row.index}-player{position}"
        answer = ""
        if self._data.get(f"row{row.index}-of") == row.line:
            name = self._corrected(prefix, name)
            if self._data.get(f"{prefix}-about") == name_key(name.full_name):
                answer = self._data.get(f"{prefix}-choice", "")
        return PastedPlayer(prefix, name, self._people.match(name.full_name), answer, self._taken)

    def _corrected(self, prefix: str, name: NewName) -> NewName:
        """Returns the name as corrected in the row, with its parts swapped if that button was pressed."""
        if f"{prefix}-last" not in self._data:
            return name
        last, first = (
            self._data.get(f"{prefix}-{part}", "").strip()[:LONGEST_NAME] for part in ("last", "first")
        )
        if self._data.get("swap") == prefix:
            last, first = first, last
        if not (last or first):
            return name
        is_changed = (last, first) != (name.last_name, name.first_name)
        return NewName(last, first, name.is_sure or is_changed)

    def _verify(self) -> None:
        """Sets the refusal of each row that is invalid, or whose players are entered or in an earlier row."""
        rows_of: dict[int | str, int] = {}
        for row in self.rows:
            row.refusal = row.refusal or self._refusal(row, rows_of)
            if not row.is_out and not row.refusal:
                rows_of |= {identity_of(player): row.number for player in row.chosen}

    def _refusal(self, row: PastedRow, rows_of: dict[int | str, int]) -> str:
        if problem := next((player.problem for player in row.players if player.problem), ""):
            return problem
        chosen = row.chosen
        if len({identity_of(player) for player in chosen}) < len(chosen):
            return _("%(name)s è scritto due volte su questa riga.") % {"name": chosen[0].full_name}
        entries = [number for player in chosen if (number := self._taken.get(getattr(player, "pk", 0)))]
        if len(entries) == 2 and entries[0] == entries[1]:
            return _("Questa coppia è già iscritta, con il numero %(number)s.") % {"number": entries[0]}
        for player in chosen:
            if number := self._taken.get(getattr(player, "pk", 0)):
                sentence = by_entry(
                    self.tournament,
                    _("%(name)s gioca già nella coppia %(number)s."),
                    _("%(name)s è già iscritto con il numero %(number)s."),
                )
                return sentence % {"name": player.full_name, "number": number}
            if number := rows_of.get(identity_of(player)):
                return _("%(name)s è già alla riga %(row)s.") % {"name": player.full_name, "row": number}
        return ""
