"""Recomputes all stored standings and reports where they differ from what is stored.

It does so in two ways that share only the ranking's rules. It recomputes every version ever stored from the
results that the *log* had when that version was built, and the newest version of each round from the settled
results in the *database*. Both are compared byte for byte. In addition, the log's chain of hashes must hold,
and every row must equal its state in the log (`row_audit`). The order of acts is that of the log's numbers,
because a clock may step back.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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
from tournaments.models import LogEntry, Match, Rest, Seat, Snapshot, Tournament, closed_boards
from tournaments.standings.log_state import LogState
from tournaments.standings.row_audit import Fault, row_faults
from tournaments.standings.standings_input import (
    CountedDeal,
    Deals,
    as_given,
    facts_of,
    seats_of,
    settled_facts,
    withdrawn_by_round,
)


@dataclass(frozen=True)
class Report:
    """The number of standings compared for a tournament, and every fault."""

    snapshots: int
    #: Whether a build is still to come: then the newest standings are not compared with the results.
    waiting: bool
    faults: list[Fault]


@transaction.atomic
def recompute(tournament_id: int) -> Report:
    """The report of recomputing all stored standings of a tournament; writes nothing.

    The tournament is locked, so that a correction meanwhile is not taken for a fault.
    """
    tournament = lock(tournament_id)
    entries = list(tournament.log.order_by("number"))
    snapshots = list(tournament.snapshots.order_by("results_version", "round_number"))
    waiting = not tournament.standings_are_current
    rulings = list(tournament.rulings.select_related("entry", "match").order_by("id"))
    state = LogState(rulings)
    for entry in entries:
        state.apply(entry)
    faults = [*_chain(entries), *row_faults(tournament, entries, state)]
    try:
        faults += _from_the_log(tournament, entries, snapshots, state)
        if not waiting:
            faults += _from_the_results(tournament, snapshots)
    except (LookupError, TypeError, ValueError) as refusal:
        # Altered rows may contradict each other; if no fault was found, the program is wrong.
        if not faults:
            raise
        faults.append(Fault("classifiche", "righe alterate", f"nessuna ({type(refusal).__name__})"))
    return Report(len(snapshots), waiting, faults)


def _chain(entries: Sequence[LogEntry]) -> Iterator[Fault]:
    broken = first_broken(entries)
    if broken is not None:
        yield Fault(f"registro, riga {broken}", "la catena", "interrotta")


class PastRounds:
    """The settled rounds at a past moment: tables as stored now, results as the log had them then."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        inside = {"round__tournament": tournament}
        self.seats = seats_of(Seat.objects.filter(**inside))
        rests = Rest.objects.filter(**inside).order_by("round__number", "entry__number")
        self.rests = [Rested(*row) for row in rests.values_list("round__number", "entry__number")]
        self.withdrawn = withdrawn_by_round(tournament)
        matches = Match.objects.filter(**inside)
        self.matches: dict[tuple[int, int], int] = {}
        self.last_deals: dict[int, int] = {}
        for turn, table, match, last in matches.values_list("round__number", "table", "id", "last_deal"):
            self.matches[turn, table] = match
            if last is not None:
                self.last_deals[match] = last

    def facts(self, state: LogState) -> Facts:
        """The facts with the state of the log so far."""
        return facts_of(
            self.tournament,
            [seat for seat in self.seats if seat.turn in state.settled],
            self._deals(state),
            self.last_deals,
            [rest for rest in self.rests if rest.turn in state.settled],
            [
                as_given(ruling)
                for at, ruling in enumerate(state.rulings)
                if at in state.in_force and ruling.turn in state.settled
            ],
            [left for left in self.withdrawn if left[0] in state.settled],
        )

    def _deals(self, state: LogState) -> Deals:
        deals: defaultdict[tuple[int, int, int], dict[int, CountedDeal]] = defaultdict(dict)
        for (turn, table, number), written in sorted(state.deals.items(), key=lambda each: each[0]):
            if turn in state.settled:
                deals[turn, table, self.matches[turn, table]][number] = written
        return deals


def _from_the_log(
    tournament: Tournament, entries: Sequence[LogEntry], snapshots: Iterable[Snapshot], whole: LogState
) -> Iterator[Fault]:
    """The faults of every version, recomputed from the log up to its build; `whole` is its last state."""
    past_rounds, state, coming = PastRounds(tournament), LogState(whole.rulings), list(entries)[::-1]
    is_counted = len(whole.raised_by) == tournament.results_version
    for snapshot in snapshots:
        until = _last_number(snapshot, whole.raised_by) if is_counted else snapshot.log_number
        while coming and _is_before(coming[-1], snapshot, until):
            state.apply(coming.pop())
        yield from _compared(snapshot, past_rounds.facts(state), "dal registro")


def _last_number(snapshot: Snapshot, raised_by: Sequence[int]) -> int | None:
    """The last entry of the log at the build.

    Rows without the number include all entries before the next one that raised the version of results.
    """
    if snapshot.log_number is not None:
        return snapshot.log_number
    later = raised_by[snapshot.results_version :]
    return later[0] - 1 if later else raised_by[-1] if raised_by else None


def _is_before(entry: LogEntry, snapshot: Snapshot, until: int | None) -> bool:
    """Whether the build saw the entry: by its number, and by the clock where no number is known."""
    return entry.at <= snapshot.built_at if until is None else entry.number <= until


def _from_the_results(tournament: Tournament, snapshots: Iterable[Snapshot]) -> Iterator[Fault]:
    """The faults of the newest standings of each settled round, recomputed from the stored results."""
    newest = {snapshot.round_number: snapshot for snapshot in snapshots}
    if closed_boards.are_all_closed(tournament):
        return
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
            return Fault(
                f"{where}, riga {at}", f"iscrizione {old.get('number')}", f"iscrizione {new['number']}"
            )
        for key in sorted(old.keys() | new.keys()):
            if old.get(key) != new.get(key):
                pair = f"{where}, iscrizione {new['number']}, {key}"
                return Fault(pair, str(old.get(key)), str(new.get(key)))
    return Fault(f"{where}, iscrizioni", str(len(stored)), str(len(recomputed)))
