"""The ledger of acknowledged writes, and its comparison with the log and the deals in the database."""

import json
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.service.installation import Installation


class Place(NamedTuple):
    """A deal's place."""

    tournament: str
    turn: int
    table: int
    number: int


@dataclass(frozen=True)
class Acknowledged:
    """A write that the server has acknowledged; `value` is empty for a confirmation."""

    key: str
    place: Place
    value: str
    #: The version of the answer; 0 from a page, which does not tell it.
    version: int
    #: By `time.monotonic`: when the phone first sent it, and when it was acknowledged.
    begun: float
    heard: float


class Ledger:
    """What the phones have been told is stored."""

    def __init__(self) -> None:
        self._writes: list[Acknowledged] = []
        self._counts: Counter[str] = Counter()
        self._one_at_a_time = threading.Lock()

    def add(self, write: Acknowledged) -> None:
        with self._one_at_a_time:
            self._writes.append(write)
            self._counts[write.place.tournament] += 1

    def writes(self) -> list[Acknowledged]:
        """The writes so far."""
        with self._one_at_a_time:
            return list(self._writes)

    def first_after(self, moment: float) -> float | None:
        """When the first write after that moment was acknowledged; None if none was yet."""
        return min((each.heard for each in self.writes() if each.heard >= moment), default=None)

    def count(self, tournament: str) -> int:
        return self._counts[tournament]


@dataclass(frozen=True)
class Logged:
    """A line of the log about a deal; `value` is empty where it does not tell the deal."""

    key: str
    place: Place
    value: str
    number: int


@dataclass(frozen=True)
class Stored:
    """A deal in the database."""

    place: Place
    value: str
    version: int


@dataclass(frozen=True)
class Found:
    """What is in a database: the lines about deals in their order, the deals, and its faults in words."""

    log: list[Logged]
    deals: list[Stored]
    faults: list[str]


LOOK = """
import io, json
from django.core.management import call_command
from django.db import connection
from tournaments.models import Deal, LogEntry, Tournament
codes, faults = %r, []
log = LogEntry.objects.filter(tournament__code__in=codes, act__startswith="deal.").order_by("pk")
said = [
    [each.key and each.key.hex, each.tournament.code, each.subject, each.after, each.number]
    for each in log.select_related("tournament")
]
deals = [
    [each.match.round.tournament.code, each.match.deal_subject(each.number), each.entered, each.version]
    for each in Deal.objects.filter(match__round__tournament__code__in=codes)
]
for words in (["recompute_standings", *codes], ["verify_logs"]):
    out = io.StringIO()
    try:
        call_command(*words, stdout=out)
    except SystemExit:
        faults.append(out.getvalue())
if connection.vendor == "sqlite":
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        faults += [each for (each,) in cursor.fetchall() if each != "ok"]
print(json.dumps([said, deals, faults]))
"""


def found_in(here: Installation, tournaments: Iterable[str]) -> Found:
    """What an installation has of these tournaments: rows, standings computed again, chains verified."""
    said, deals, faults = json.loads(here.run(LOOK % list(tournaments)).splitlines()[-1])
    return Found(
        [
            Logged(key or "", _place(code, subject), value_of((after or {}).get("entered")), number)
            for key, code, subject, after, number in said
        ],
        [
            Stored(_place(code, subject), value_of(entered), version)
            for code, subject, entered, version in deals
        ],
        faults,
    )


def _place(code: str, subject: dict[str, int]) -> Place:
    return Place(code, subject["turn"], subject["table"], subject["deal"])


def value_of(entered: Any) -> str:
    """An entered deal as text, equal for equal deals; empty for none."""
    if not entered:
        return ""
    cards = {side: sorted(codes) for side, codes in entered.get("cards", {}).items()}
    totals = {side: entered[side]["total"] for side in "AB" if side in entered}
    return json.dumps([entered["last_trick"], cards, totals], sort_keys=True)


def differences(writes: Sequence[Acknowledged], found: Found, *, is_over: bool = True) -> list[str]:
    """The faults found, and every acknowledged write that is not in the log exactly once or whose deal is not
    the newest one.

    With `is_over` all phones have had their answers: the log may have nothing more than the ledger either.
    """
    times = Counter(each.key for each in found.log)
    wrong = [*found.faults, *_lost_or_altered(writes, found.log)]
    wrong += [f"twice in the log: {key}" for key in times if times[key] > 1]
    if is_over:
        acknowledged = {each.key for each in writes}
        wrong += [f"never acknowledged: {each}" for each in found.log if each.key not in acknowledged]
    return [*wrong, *_not_the_newest(writes, found)]


def _lost_or_altered(writes: Iterable[Acknowledged], log: Iterable[Logged]) -> Iterator[str]:
    by_key = {each.key: each for each in log}
    for write in writes:
        line = by_key.get(write.key)
        if line is None:
            yield f"lost: {write}"
        elif line.place != write.place or write.value not in ("", line.value):
            yield f"altered: {write}, in the log {line}"
        elif write.version and line.number > write.version:
            yield f"acknowledged with an older version: {write}, in the log {line.number}"


def _not_the_newest(writes: Iterable[Acknowledged], found: Found) -> Iterator[str]:
    """The deals that are missing, twice there, or other than the last line of the log about them."""
    stored = {each.place: each for each in found.deals}
    if len(stored) != len(found.deals):
        yield "a deal is stored twice"
    newest: dict[Place, Logged] = {}
    values: dict[Place, str] = {}
    for line in found.log:
        newest[line.place] = line
        values[line.place] = line.value or values.get(line.place, "")
    for place in {each.place for each in writes}:
        deal, last = stored.get(place), newest.get(place)
        if deal is None:
            yield f"no deal: {place}"
        elif last is None or (deal.version, deal.value) != (last.number, values[place]):
            yield f"not the last one: {deal}, in the log {last}"
