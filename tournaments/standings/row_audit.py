"""Compares the rows of a tournament with its log: which rows exist, their columns, and their digests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from club.history import log
from club.models import Person
from tournaments.core.play import WHOLE_MATCH
from tournaments.core.standings import decisions
from tournaments.models import Deal, Entry, LogEntry, Match, Round, Ruling, Seat, Substitution, Tournament
from tournaments.models.row_digests import RoundTables, Row, digest
from tournaments.standings.log_state import LoggedRow, LoggedRows, LogState, Place, values
from tournaments.standings.standings_input import as_given

#: Acts of the register after which a person's name may differ from the log's.
RENAMING: Final = ("person.corrected", "person.merged", "person.imported")
BETWEEN: Final = " – "


@dataclass(frozen=True)
class Fault:
    """A difference: where it is, what is stored and what was recomputed."""

    where: str
    stored: str
    recomputed: str

    def __str__(self) -> str:
        return f"{self.where}: conservato {self.stored}, ricalcolato {self.recomputed}"


def row_faults(tournament: Tournament, entries: Sequence[LogEntry], state: LogState) -> Iterator[Fault]:
    """The rows that differ from the log; `state` is the one after its last entry."""
    logged = LoggedRows()
    for entry in entries:
        logged.apply(entry)
    rows = _StoredRows(tournament)
    last = entries[-1].number if entries else 0
    yield from _log_end_faults(tournament, rows, state, last)
    yield from _tournament_faults(tournament, logged)
    yield from _deal_faults(rows.deals, logged, state)
    yield from _round_faults(rows.rounds, logged)
    yield from _entry_faults(tournament, rows.entries, logged)
    yield from _seat_faults(tournament, rows)
    yield from _ruling_faults(rows.rulings, logged)
    yield from _decision_faults(tournament, rows.rulings)
    yield from _substitution_faults(tournament, rows.substitutions, logged)
    yield from _digest_faults(rows.by_place(), logged)


class _StoredRows:
    """The tournament's rows, one query for each kind."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.entries: dict[int, Entry] = {
            entry.number: entry
            for entry in tournament.entries.order_by("number").prefetch_related("players__person")
        }
        self.rounds: dict[int, Round] = {each.number: each for each in tournament.rounds.order_by("number")}
        deals = Deal.objects.filter(match__round__tournament=tournament).select_related("match__round")
        self.deals: dict[Place, Deal] = {
            (deal.match.round.number, deal.match.table, deal.number): deal
            for deal in deals.order_by("match__round__number", "match__table", "number")
        }
        self.rulings: list[Ruling] = list(
            tournament.rulings.select_related("entry", "match__round").order_by("id")
        )
        substitutions = Substitution.objects.filter(entry__tournament=tournament)
        self.substitutions: list[Substitution] = list(
            substitutions.select_related("entry", "replaced", "substitute").order_by("id")
        )

    def by_place(self) -> Iterator[tuple[str, Row]]:
        """Every row with its place, as `row_digests.place_of_row` names it."""
        yield "tournament", self.tournament
        yield from ((f"entry {number}", entry) for number, entry in self.entries.items())
        for number, round_ in self.rounds.items():
            yield f"round {number}", round_
            yield f"tables {number}", RoundTables(round_)
        yield from (
            (f"deal {turn}.{table}.{number}", deal) for (turn, table, number), deal in self.deals.items()
        )
        yield from ((f"ruling {at}", ruling) for at, ruling in enumerate(self.rulings, start=1))
        yield from ((f"substitution {at}", made) for at, made in enumerate(self.substitutions, start=1))


def _log_end_faults(tournament: Tournament, rows: _StoredRows, state: LogState, last: int) -> Iterator[Fault]:
    """Faults where rows know of an act after the log's end, or of another version of results."""
    versions = [
        *(deal.version for deal in rows.deals.values()),
        *(each.version for each in rows.rounds.values()),
    ]
    built = tournament.snapshots.exclude(log_number=None).values_list("log_number", flat=True)
    known = max([*versions, *(number or 0 for number in built)], default=0)
    if known > last:
        yield Fault("registro, la fine", f"{last} righe", f"almeno {known}")
    if len(state.raised_by) != tournament.results_version:
        yield Fault(
            "torneo, versione dei risultati",
            str(tournament.results_version),
            f"{len(state.raised_by)} secondo il registro",
        )


def _differences(where: str, pairs: Iterable[tuple[str, Any, Any]]) -> Iterator[Fault]:
    """A fault for each (name of a column, stored value, logged value) that differs."""
    for name, stored, logged in pairs:
        if stored != logged:
            yield Fault(f"{where}, {name}", _short(stored), f"{_short(logged)} nel registro")


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 120 else f"{text[:119]}…"


def _tournament_faults(tournament: Tournament, logged: LoggedRows) -> Iterator[Fault]:
    pairs = ((name, str(getattr(tournament, name)), value) for name, value in logged.settings.items())
    yield from _differences("torneo", pairs)


def _deal_faults(deals: dict[Place, Deal], logged: LoggedRows, state: LogState) -> Iterator[Fault]:
    for place in sorted(deals.keys() | state.deals.keys()):
        turn, table, number = place
        where = _where(f"deal {turn}.{table}.{number}")
        deal, points = deals.get(place), state.deals[place].points if place in state.deals else None
        if (deal and deal.points) != points:
            yield Fault(where, str(deal and deal.points), f"{points} nel registro")
        if deal and place in logged.deals:
            yield from _differences(where, _deal_columns(deal, logged.deals[place]))


def _deal_columns(deal: Deal, logged: LoggedRow) -> Iterator[tuple[str, Any, Any]]:
    """The columns of a deal that the log holds in full, in every version of the program."""
    for name in ("way", "entered", "counted"):
        if name in values(logged.content.after):
            yield name, getattr(deal, name), values(logged.content.after)[name]
    yield "entered_by_name", deal.entered_by_name, logged.first.actor_name
    yield "entered_by", deal.entered_by_id, logged.first.actor_id
    yield "version", deal.version, logged.last.number
    answer = logged.answer
    if answer:
        yield "agreement", deal.agreement, values(answer.after)["agreement"]
        yield "answered_by_name", deal.answered_by_name, answer.actor_name
    yield (
        "contest_reason",
        deal.contest_reason,
        answer.reason if answer and answer.act == "deal.contested" else "",
    )


def _round_faults(rounds: dict[int, Round], logged: LoggedRows) -> Iterator[Fault]:
    yield from _missing_row_faults("turno", rounds.keys(), logged.rounds.keys())
    for number, round_ in rounds.items():
        if number in logged.rounds:
            drawn, last = logged.rounds[number].first, logged.rounds[number].last
            pairs = (
                ("seed", round_.seed, values(drawn.after)["seed"]),
                ("version", round_.version, last.number),
            )
            yield from _differences(f"turno {number}", pairs)


def _missing_row_faults(name: str, stored: Iterable[int], logged: Iterable[int]) -> Iterator[Fault]:
    for number in sorted(set(stored) ^ set(logged)):
        here, there = ("c'è", "non c'è") if number in stored else ("non c'è", "c'è")
        yield Fault(f"{name} {number}", here, f"{there} nel registro")


def _entry_faults(tournament: Tournament, entries: dict[int, Entry], logged: LoggedRows) -> Iterator[Fault]:
    yield from _missing_row_faults("iscrizione", entries.keys(), logged.entries.keys())
    for number, entry in entries.items():
        if number in logged.entries:
            players = [player.person for player in sorted(entry.players.all(), key=lambda one: one.position)]
            names = str(values(logged.entries[number].after)["players"])
            yield from _name_faults(tournament, f"iscrizione {number}, giocatori", players, names)


def _name_faults(tournament: Tournament, where: str, people: Sequence[Person], names: str) -> Iterator[Fault]:
    """A fault if the names differ from the logged ones without an act of the register that explains it."""
    stored = BETWEEN.join(person.full_name for person in people)
    if stored == names:
        return
    logged = names.split(BETWEEN)
    others = [
        person for at, person in enumerate(people) if person.full_name != dict(enumerate(logged)).get(at)
    ]
    if len(logged) != len(people) or not all(_was_renamed(tournament, person) for person in others):
        yield Fault(where, stored, f"{names} nel registro")


def _was_renamed(tournament: Tournament, person: Person) -> bool:
    """Whether the club's log says that the person's name changed, or another was merged into it."""
    club = tournament.club
    acts = club.log.filter(log.mentions(club, Person, person.pk, "person"), act__in=RENAMING)
    return any(
        act != "person.corrected" or {"first_name", "last_name"} & set((after or {}).get("fields", ()))
        for act, after in acts.values_list("act", "after")
    )


def _seat_faults(tournament: Tournament, rows: _StoredRows) -> Iterator[Fault]:
    """The entries whose seats are not taken by their players and the substitutes in force."""
    numbers = {entry.pk: number for number, entry in rows.entries.items()}
    players = {entry.pk: {one.person_id for one in entry.players.all()} for entry in rows.entries.values()}
    seats: dict[tuple[int, int], set[int]] = {}
    sitting = Seat.objects.filter(round__tournament=tournament).order_by("round__number", "entry__number")
    for turn, entry, person in sitting.values_list("round__number", "entry", "person"):
        seats.setdefault((turn, entry), set()).add(person)
    for (turn, entry), stored in seats.items():
        expected = set(players.get(entry, ()))
        for made in rows.substitutions:
            if made.entry_id == entry and _is_in_force(made, turn):
                expected = expected - {made.replaced_id} | {made.substitute_id}
        if stored != expected:
            where = f"turno {turn}, posti dell'iscrizione {numbers.get(entry)}"
            yield Fault(where, _named(stored), f"{_named(expected)} secondo iscrizioni e sostituzioni")


def _is_in_force(made: Substitution, turn: int) -> bool:
    return (
        made.undone_at is None
        and made.from_turn <= turn
        and (made.until_turn is None or turn <= made.until_turn)
    )


def _named(people: Iterable[int]) -> str:
    names = sorted(person.full_name for person in Person.objects.filter(pk__in=list(people)))
    return BETWEEN.join(names) or "nessuno"


def _ruling_faults(rulings: Sequence[Ruling], logged: LoggedRows) -> Iterator[Fault]:
    positions = range(1, len(rulings) + 1)
    yield from _missing_row_faults("provvedimento", positions, range(1, len(logged.rulings) + 1))
    for at, ruling, entry in zip(positions, rulings, logged.rulings, strict=False):
        yield from _differences(f"provvedimento {at}", _author_columns(ruling, entry, logged))


def _author_columns(
    row: Ruling | Substitution, entry: LogEntry, logged: LoggedRows
) -> Iterator[tuple[str, Any, Any]]:
    yield "by_name", row.by_name, entry.actor_name
    yield "by", row.by_id, entry.actor_id
    if entry.number not in logged.rewritten:
        yield "reason", row.reason, entry.reason


def _decision_faults(tournament: Tournament, rulings: Sequence[Ruling]) -> Iterator[Fault]:
    """The matches whose stored decision does not follow from the rulings in force."""
    decided = decisions(as_given(ruling) for ruling in rulings if ruling.revoked_at is None)
    matches = Match.objects.filter(round__tournament=tournament).select_related("round")
    for match in matches.order_by("round__number", "table"):
        decision = decided.get(match.pk)
        lost_by = "".join(sorted(decision.lost_by)) if decision else ""
        assigned = dict(decision.assigned) if decision and decision.assigned else None
        if (match.lost_by, match.assigned) != (lost_by, assigned):
            where = f"turno {match.round.number}, tavolo {match.table}, decisione"
            yield Fault(where, f"{match.lost_by} {match.assigned}", f"{lost_by} {assigned} dai provvedimenti")


def _substitution_faults(
    tournament: Tournament, substitutions: Sequence[Substitution], logged: LoggedRows
) -> Iterator[Fault]:
    positions = range(1, len(substitutions) + 1)
    yield from _missing_row_faults("sostituzione", positions, range(1, len(logged.substitutions) + 1))
    for at, made, entry in zip(positions, substitutions, logged.substitutions, strict=False):
        where = f"sostituzione {at}"
        yield from _differences(where, _author_columns(made, entry, logged))
        yield from _name_faults(tournament, where, [made.replaced], str(values(entry.before)["player"]))
        yield from _name_faults(tournament, where, [made.substitute], str(values(entry.after)["player"]))


def _digest_faults(rows: Iterable[tuple[str, Row]], logged: LoggedRows) -> Iterator[Fault]:
    """The rows that differ from their last digest; rows without one were written by an older program."""
    remaining = dict(logged.digests)
    for place, row in rows:
        entry = remaining.pop(place, None)
        if entry and digest(row) != values(entry.digests)[place]:
            yield Fault(_where(place), "altri dati", f"quelli della riga {entry.number} del registro")
    for place, entry in remaining.items():
        yield Fault(_where(place), "niente", f"i dati della riga {entry.number} del registro")


WORDS: Final = {
    "tournament": "torneo",
    "entry": "iscrizione {}",
    "round": "turno {}",
    "tables": "turno {}, tavoli e posti",
    "deal": "turno {}, tavolo {}, smazzata {}",
    "ruling": "provvedimento {}",
    "substitution": "sostituzione {}",
}


def _where(place: str) -> str:
    kind, _space, numbers = place.partition(" ")
    turn, _point, deal = numbers.rpartition(".")
    if kind == "deal" and deal == str(WHOLE_MATCH):
        return "turno {}, tavolo {}, totali della partita".format(*turn.split("."))
    return WORDS[kind].format(*numbers.split("."))
