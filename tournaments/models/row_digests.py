"""Digests of rows. The log stores them, so that the audit finds changes that no verb made.

A verb passes the rows that it changes to `log.write`, which stores one digest for each in the entry
(`LogEntry.digests`). The audit (`tournaments.standings.row_audit`) compares each row with its last digest.

A digest covers all columns of the row except those in `LEFT_OUT` and those that hold their default: so a
column added later does not change the digests of older rows. In a table that is listed here, a migration must
not change a default, or fill a column with another value.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from hashlib import sha256
from typing import Any, Final

from django.db.models import Field, Model

from tournaments.models.deal import Deal
from tournaments.models.entry import Entry, Substitution
from tournaments.models.round import Match, Rest, Round, Seat
from tournaments.models.ruling import Ruling
from tournaments.models.tournament import Tournament

KEY: Final = "a key of this database, which a handover changes"
PLACE: Final = "the digest is stored under the row's place, by numbers"
COMPARED: Final = "compared with the log's own text, which is rewritten when a person is erased"
ACCOUNT: Final = "becomes empty when the account is deleted; compared with the log's actor"
NUMBERED: Final = "the number of the entry that stores the digest"
COUNTED: Final = "grows without an act; the audit counts the acts that raise it"

#: The columns that a digest does not cover, with the reason.
LEFT_OUT: Final[dict[type[Model], dict[str, str]]] = {
    Tournament: {
        "id": KEY,
        "club": KEY,
        "cash_book": KEY,
        "code": "changes in a handover where the code is taken",
        "forfeits_lose_most": "set by a migration; compared with the rules of the standings",
        "leavers_last": "set by a migration; compared with the rules of the standings",
        "results_version": COUNTED,
        "standings_version": "a lower one is built again, a higher one has no standings",
    },
    Entry: {"id": KEY, "tournament": PLACE},
    Round: {"id": KEY, "tournament": PLACE, "version": NUMBERED},
    Match: {
        "id": KEY,
        "round": PLACE,
        "lost_by": "follows from the rulings",
        "assigned": "follows from the rulings",
    },
    Deal: {
        "id": KEY,
        "match": PLACE,
        "entered_by": ACCOUNT,
        "contest_reason": COMPARED,
        "version": NUMBERED,
    },
    Ruling: {
        "id": KEY,
        "tournament": PLACE,
        "article": KEY,
        "match": PLACE,
        "entry": PLACE,
        "by": ACCOUNT,
        "reason": COMPARED,
    },
    Substitution: {
        "id": KEY,
        "entry": PLACE,
        "replaced": COMPARED,
        "substitute": COMPARED,
        "by": ACCOUNT,
        "reason": COMPARED,
    },
}


@dataclass(frozen=True)
class RoundTables:
    """The tables of a round as one row: matches, seats by entry, and byes."""

    round: Round


Row = Tournament | Entry | Round | RoundTables | Deal | Ruling | Substitution


def digests_of(rows: Iterable[Row]) -> dict[str, str]:
    """The digest of each row by its place: "deal 2.1.4" is the fourth deal of the first table in round 2.

    Three queries for the tables of a round, one for a ruling or a substitution.
    """
    return {place_of_row(row): digest(row) for row in rows}


def place_of_row(row: Row) -> str:
    """The row's place in its tournament, made of numbers that a handover keeps."""
    match row:
        case Tournament():
            return "tournament"
        case Entry():
            return f"entry {row.number}"
        case Round():
            return f"round {row.number}"
        case RoundTables():
            return f"tables {row.round.number}"
        case Deal():
            return f"deal {row.match.round.number}.{row.match.table}.{row.number}"
        case Ruling():
            return f"ruling {row.tournament.rulings.filter(pk__lte=row.pk).count()}"
        case Substitution():
            made = Substitution.objects.filter(entry__tournament=row.entry.tournament_id, pk__lte=row.pk)
            return f"substitution {made.count()}"


def digest(row: Row) -> str:
    """SHA-256 over the row's canonical content."""
    content = json.dumps(_content(row), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(content.encode()).hexdigest()


def _content(row: Row) -> Any:
    match row:
        case RoundTables():
            return _tables(row.round)
        case Ruling():
            table = [row.match.round.number, row.match.table] if row.match else None
            return {**canonical(row), "entry": row.entry.number, "match": table}
        case Substitution():
            return {**canonical(row), "entry": row.entry.number}
        case _:
            return canonical(row)


def canonical(row: Model) -> dict[str, Any]:
    """The covered columns that do not hold their default, as the same JSON in every database."""
    values = {}
    for column in row._meta.concrete_fields:
        if column.name in LEFT_OUT[type(row)]:
            continue
        value = _plain(column, getattr(row, column.attname))
        if value != _plain(column, column.get_default()):
            values[column.name] = value
    return values


def _plain(column: Field[Any, Any], value: Any) -> Any:
    value = column.to_python(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date | time):
        return value.isoformat()
    return json.loads(json.dumps(value))


def _tables(round_: Round) -> dict[str, Any]:
    seats: dict[int, list[list[Any]]] = {}
    rows = Seat.objects.filter(round=round_).order_by("position")
    for match, *seat in rows.values_list("match_id", "position", "side", "entry__number"):
        seats.setdefault(match, []).append(seat)
    rests = Rest.objects.filter(round=round_).order_by("entry__number")
    return {
        "matches": [
            {**canonical(each), "seats": seats.get(each.pk, [])}
            for each in Match.objects.filter(round=round_).order_by("table")
        ],
        "rests": list(rests.values_list("entry__number", flat=True)),
    }
