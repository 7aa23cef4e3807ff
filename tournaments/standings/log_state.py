"""The state that a tournament's log describes after each of its entries."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict, cast

from tournaments.models import LogEntry, Ruling
from tournaments.standings.standings_input import Written

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
    deals: dict[Place, Written] = field(default_factory=dict)
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
            self.deals[place_of(entry)] = Written(after["points"], after["counted"])
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
