"""The rows of a tournament as its log describes them: the entries about each, by its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, cast

from club.history.hash_chain import REWRITTEN
from tournaments.models import LogEntry
from tournaments.standings.log_state import WRITING, Place, place_of

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
