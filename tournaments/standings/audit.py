"""Recomputes all stored standings and reports where they differ from what is stored.

It does so in two ways that share only the ranking's rules. It recomputes every version ever stored from the
results that the *log* had when that version was built, and the newest version of each round from the settled
results in the *database*. Both are compared byte for byte. In addition, the log's chain of hashes must hold,
and every deal must equal its last entry in the log.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NotRequired, TypedDict, cast

from django.db import transaction

from club.history.hash_chain import first_broken
from tournaments.core.standings import Facts, RankingError, Rules
from tournaments.core.standings import Rest as Rested
from tournaments.core.standings.stored_standings import (
    StoredRow,
    as_one_criterion,
    in_bytes,
    is_of_one_criterion,
    rules_of,
    stored_rows,
)
from tournaments.locking import lock
from tournaments.models import Deal, LogEntry, Match, Rest, Ruling, Seat, Snapshot, Tournament
from tournaments.standings.standings_input import Deals, Written, as_given, facts_of, seats_of, settled_facts

WRITING = ("deal.entered", "deal.corrected")
RULING = ("ruling.given", "ruling.revoked")

#: A deal's round, table and number.
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Fault:
    """A difference: where it is, what is stored and what was recomputed."""

    where: str
    stored: str
    recomputed: str

    def __str__(self) -> str:
        return f"{self.where}: conservato {self.stored}, ricalcolato {self.recomputed}"


@dataclass(frozen=True)
class Report:
    """The number of standings compared for a tournament, and every fault."""

    snapshots: int
    #: Whether a build is still to come: then the newest standings are not compared with the results.
    waiting: bool
    faults: list[Fault]


class LoggedDeal(TypedDict):
    """A deal as the log stores it; a ruling's entry has the points only."""

    points: dict[str, int]
    counted: NotRequired[dict[str, dict[str, int | None]]]


@dataclass
class LogState:
    """The state that the log entries read so far describe."""

    deals: dict[Place, Written] = field(default_factory=dict)
    settled: set[int] = field(default_factory=set)

    def apply(self, entry: LogEntry) -> None:
        """Adds the change that one more entry describes."""
        after = cast(LoggedDeal, entry.after)
        if entry.act == "round.settled":
            self.settled.add(entry.subject["turn"])
        elif entry.act in WRITING:
            self.deals[_place(entry)] = Written(after["points"], after["counted"])
        elif entry.act == "deal.erased":
            self.deals.pop(_place(entry), None)
        elif entry.act in RULING and entry.subject.get("deal") and _place(entry) in self.deals:
            self.deals[_place(entry)].points = after["points"]


def _place(entry: LogEntry) -> Place:
    subject = entry.subject
    return subject["turn"], subject["table"], subject["deal"]


@transaction.atomic
def recompute(tournament_id: int) -> Report:
    """The report of recomputing all stored standings of a tournament; writes nothing.

    The tournament is locked, so that a correction meanwhile is not taken for a fault.
    """
    tournament = lock(tournament_id)
    entries = list(tournament.log.order_by("number"))
    snapshots = list(tournament.snapshots.order_by("results_version", "round_number"))
    waiting = not tournament.standings_are_current
    faults = [
        *_chain(entries),
        *_deals(tournament, entries),
        *_from_the_log(tournament, entries, snapshots),
        *([] if waiting else _from_the_results(tournament, snapshots)),
    ]
    return Report(len(snapshots), waiting, faults)


def _chain(entries: Sequence[LogEntry]) -> Iterator[Fault]:
    broken = first_broken(entries)
    if broken is not None:
        yield Fault(f"registro, riga {broken}", "la catena", "interrotta")


def _deals(tournament: Tournament, entries: Iterable[LogEntry]) -> Iterator[Fault]:
    """The deals that differ from their last entry in the log."""
    state = LogState()
    for entry in entries:
        state.apply(entry)
    rows = Deal.objects.filter(match__round__tournament=tournament).order_by(
        "match__round__number", "match__table", "number"
    )
    stored = {
        (turn, table, number): points
        for turn, table, number, points in rows.values_list(
            "match__round__number", "match__table", "number", "points"
        )
    }
    for place in sorted(stored.keys() | state.deals.keys()):
        points_in_log = state.deals[place].points if place in state.deals else None
        if stored.get(place) != points_in_log:
            turn, table, number = place
            where = f"turno {turn}, tavolo {table}, smazzata {number}"
            yield Fault(where, str(stored.get(place)), f"{points_in_log} nel registro")


class PastRounds:
    """The settled rounds at a past moment: tables as stored now, results as the log had them then."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        inside = {"round__tournament": tournament}
        self.seats = seats_of(Seat.objects.filter(**inside))
        rests = Rest.objects.filter(**inside).order_by("round__number", "entry__number")
        self.rests = [Rested(*row) for row in rests.values_list("round__number", "entry__number")]
        matches = Match.objects.filter(**inside)
        self.matches = {
            (turn, table): match for turn, table, match in matches.values_list("round__number", "table", "id")
        }
        self.rulings = list(tournament.rulings.select_related("entry", "match").order_by("id"))

    def facts(self, state: LogState, at: datetime) -> Facts:
        """The facts at that moment, with the state of the log so far."""
        return facts_of(
            self.tournament,
            [seat for seat in self.seats if seat.turn in state.settled],
            self._deals(state),
            [rest for rest in self.rests if rest.turn in state.settled],
            [as_given(each) for each in self.rulings if _in_force(each, at) and each.turn in state.settled],
        )

    def _deals(self, state: LogState) -> Deals:
        deals: defaultdict[tuple[int, int, int], dict[int, Written]] = defaultdict(dict)
        for (turn, table, number), written in sorted(state.deals.items(), key=lambda each: each[0]):
            if turn in state.settled:
                deals[turn, table, self.matches[turn, table]][number] = written
        return deals


def _in_force(ruling: Ruling, at: datetime) -> bool:
    return ruling.at <= at and (ruling.revoked_at is None or ruling.revoked_at > at)


def _from_the_log(
    tournament: Tournament, entries: Iterable[LogEntry], snapshots: Iterable[Snapshot]
) -> Iterator[Fault]:
    """The faults of every version, recomputed from the log up to its build."""
    past_rounds, state, coming = PastRounds(tournament), LogState(), list(entries)[::-1]
    for snapshot in snapshots:
        while coming and coming[-1].at <= snapshot.built_at:
            state.apply(coming.pop())
        yield from _compared(snapshot, past_rounds.facts(state, snapshot.built_at), "dal registro")


def _from_the_results(tournament: Tournament, snapshots: Iterable[Snapshot]) -> Iterator[Fault]:
    """The faults of the newest standings of each settled round, recomputed from the stored results."""
    newest = {snapshot.round_number: snapshot for snapshot in snapshots}
    facts = settled_facts(tournament)
    for turn in facts.turns:
        if turn not in newest:
            yield Fault(f"turno {turn}", "nessuna classifica", "una classifica dai risultati")
            continue
        if _rules(newest[turn]) != tournament.ranking and newest[turn].rules is not None:
            yield Fault(f"turno {turn}", "un'altra regola della classifica", "quella del torneo")
        yield from _compared(newest[turn], facts, "dai risultati")


def _rules(snapshot: Snapshot) -> Rules:
    return rules_of(snapshot.rules, snapshot.criteria)


def _compared(snapshot: Snapshot, facts: Facts, how: str) -> Iterator[Fault]:
    where = f"turno {snapshot.round_number}, versione {snapshot.results_version}, {how}"
    try:
        rules = _rules(snapshot)
        rows = facts.settled().until(snapshot.round_number).standings(rules, snapshot.tournament.lots_seed)
        recomputed = stored_rows(rows, rules)
        if is_of_one_criterion(snapshot.rules, snapshot.criteria):
            as_one_criterion(recomputed, rules.criteria)
    except RankingError as refusal:
        yield Fault(where, "una classifica", f"nessuna: {refusal.code} {refusal.params}")
        return
    if in_bytes(recomputed) != in_bytes(snapshot.rows):
        yield _first_difference(where, snapshot.rows, recomputed)


def _first_difference(where: str, stored: list[StoredRow], recomputed: list[StoredRow]) -> Fault:
    """The first place, pair and figure that differ."""
    for at, (old, new) in enumerate(zip(stored, recomputed, strict=False), 1):
        if old.get("number") != new["number"]:
            return Fault(f"{where}, riga {at}", f"coppia {old.get('number')}", f"coppia {new['number']}")
        for key in sorted(old.keys() | new.keys()):
            if old.get(key) != new.get(key):
                pair = f"{where}, coppia {new['number']}, {key}"
                return Fault(pair, str(old.get(key)), str(new.get(key)))
    return Fault(f"{where}, coppie", str(len(stored)), str(len(recomputed)))
