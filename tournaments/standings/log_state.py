"""The state and the rows of a tournament as its log describes them after each of its entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NotRequired, TypedDict, cast

from club.history.hash_chain import REWRITTEN
from tournaments.models import LogEntry, Ruling
from tournaments.standings.standings_input import CountedDeal

WRITING = ("deal.entered", "deal.corrected")
RULING = ("ruling.given", "ruling.revoked")

#: A deal's round, table and number.
Place = tuple[int, int, int]


class LoggedDeal(TypedDict):
    """A deal as the log stores it; a ruling's entry has the points only."""

    points: dict[str, int]
    counted: NotRequired[dict[str, dict[str, int | None]]]


@dataclass
class LogState:
    """The state that the log entries read so far describe."""

    #: The tournament's rulings in the order in which they were given.
    rulings: Sequence[Ruling]
    deals: dict[Place, CountedDeal] = field(default_factory=dict)
    settled: set[int] = field(default_factory=set)
    #: The title and subject of each ruling given so far, and the positions of those in force.
    given: list[tuple[Any, ...]] = field(default_factory=list)
    in_force: set[int] = field(default_factory=set)
    #: The numbers of the entries that raised the tournament's version of results.
    raised_by: list[int] = field(default_factory=list)

    def apply(self, entry: LogEntry) -> None:
        """Adds the change that one more entry describes."""
        after = cast(LoggedDeal, entry.after)
        if raises_version(entry, self.settled):
            self.raised_by.append(entry.number)
        if entry.act == "round.settled":
            self.settled.add(entry.subject["turn"])
        elif entry.act in WRITING:
            self.deals[place_of(entry)] = CountedDeal(after["points"], after["counted"])
        elif entry.act == "deal.erased":
            self.deals.pop(place_of(entry), None)
        elif entry.act in RULING:
            self._apply_ruling(entry)
            if entry.subject.get("deal") and place_of(entry) in self.deals:
                self.deals[place_of(entry)].points = after["points"]

    def _apply_ruling(self, entry: LogEntry) -> None:
        if entry.act == "ruling.given":
            self.in_force.add(len(self.given))
            self.given.append(_identity(entry, entry.after))
            return
        position = self._revoked(entry)
        if position is not None:
            self.in_force.discard(position)

    def _revoked(self, entry: LogEntry) -> int | None:
        """The position of the ruling that the entry revokes.

        Entries without digests name it only by subject and title. If several rulings share these, the entry
        means the one that was revoked first.
        """
        for place in entry.digests or ():
            if place.startswith("ruling "):
                return int(place.removeprefix("ruling ")) - 1
        identity = _identity(entry, entry.before)
        alike = [at for at in sorted(self.in_force) if self.given[at] == identity]
        revoked = {at: ruling.revoked_at for at, ruling in enumerate(self.rulings) if ruling.revoked_at}
        known = sorted((revoked[at], at) for at in alike if at in revoked)
        return known[0][1] if known else next(iter(alike), None)


def place_of(entry: LogEntry) -> Place:
    """The deal that the entry is about."""
    subject = entry.subject
    return subject["turn"], subject["table"], subject["deal"]


def raises_version(entry: LogEntry, settled: set[int]) -> bool:
    """Whether the act raised the tournament's version of results; `settled` are the rounds settled before."""
    if entry.act == "round.settled":
        return True
    if entry.act == "tournament.ranking":
        return bool(settled)
    is_on_results = entry.act in WRITING or (entry.act in RULING and entry.subject.get("table"))
    return bool(is_on_results) and entry.subject["turn"] in settled


def _identity(entry: LogEntry, logged: Any) -> tuple[Any, ...]:
    return (sorted(entry.subject.items(), key=str), logged.get("title"), logged.get("effect"))


ANSWERS: Final = ("deal.confirmed", "deal.contested", "deal.accepted")
#: Acts on a round that do not set its version.
UNVERSIONED: Final = ("round.extended", "round.codes-renewed")
TAKEN_BACK: Final = ("round.discarded", "round.taken-back")


def values(logged: Any) -> dict[str, Any]:
    """The values before or after an act, empty for an act without any."""
    return cast(dict[str, Any], logged) if isinstance(logged, dict) else {}


@dataclass
class LoggedRow:
    """The entries about one deal, or one round: the first, the last with content, the last that set its
    version, and the last answer to that content."""

    first: LogEntry
    content: LogEntry
    last: LogEntry
    answer: LogEntry | None = None


@dataclass
class LoggedRows:
    """The rows that the log describes, by their place."""

    digests: dict[str, LogEntry] = field(default_factory=dict)
    deals: dict[Place, LoggedRow] = field(default_factory=dict)
    rounds: dict[int, LoggedRow] = field(default_factory=dict)
    entries: dict[int, LogEntry] = field(default_factory=dict)
    rulings: list[LogEntry] = field(default_factory=list)
    substitutions: list[LogEntry] = field(default_factory=list)
    #: The last logged name and date of the tournament.
    settings: dict[str, str] = field(default_factory=dict)
    #: The numbers of entries rewritten when a person was erased.
    rewritten: set[int] = field(default_factory=set)

    def apply(self, entry: LogEntry) -> None:
        """Adds the change that one more entry describes."""
        for place in entry.digests or ():
            self.digests[place] = entry
        if entry.act in (*WRITING, *ANSWERS, "deal.erased"):
            self._apply_deal(entry)
        elif entry.act.startswith("round."):
            self._apply_round(entry)
        elif entry.act == "entry.entered":
            self.entries[entry.subject["entry"]] = entry
        elif entry.act == "entry.removed":
            self.entries.pop(entry.subject["entry"], None)
            self.digests.pop(f"entry {entry.subject['entry']}", None)
        elif entry.act == "entry.substituted":
            self.substitutions.append(entry)
        elif entry.act == "ruling.given":
            self.rulings.append(entry)
        elif entry.act in ("tournament.created", "tournament.changed"):
            after = values(entry.after)
            self.settings |= {name: after[name] for name in ("name", "date") if name in after}
        self.rewritten |= {int(number) for number in values(entry.after).get(REWRITTEN) or ()}

    def _apply_deal(self, entry: LogEntry) -> None:
        place = place_of(entry)
        logged = self.deals.get(place)
        if entry.act == "deal.erased":
            self.deals.pop(place, None)
            self.digests.pop(f"deal {'.'.join(map(str, place))}", None)
        elif entry.act in WRITING:
            self.deals[place] = LoggedRow(logged.first if logged else entry, entry, entry)
        elif logged:
            logged.last = logged.answer = entry

    def _apply_round(self, entry: LogEntry) -> None:
        number = entry.subject["turn"]
        logged = self.rounds.get(number)
        if entry.act in TAKEN_BACK:
            self.rounds.pop(number, None)
            for kind in ("round", "tables"):
                self.digests.pop(f"{kind} {number}", None)
        elif entry.act == "round.drawn":
            self.rounds[number] = LoggedRow(entry, entry, entry)
        elif logged and entry.act not in UNVERSIONED:
            logged.last = entry
