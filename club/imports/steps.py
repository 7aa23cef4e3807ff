"""The slices of an import (`club.slices`): they read the file, check the rows, and write the register."""

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, Final, TypedDict, cast

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from club.history.log import lock
from club.imports import files, headings, judging, rules, writing, writing_extras
from club.imports.extras import Extras
from club.imports.grid import Note, Unreadable, resolve_ditto
from club.imports.judging import Action, Line, Verdict, fingerprint
from club.imports.register_snapshot import load_register, stem
from club.imports.repeated import join_repeated
from club.imports.rows import dates, reader, row_data
from club.models import Import, ImportRow
from club.slices import Slices

#: Rows read and stored at once.
BATCH: Final = 100
State = Import.State
SLICES: Final = Slices(
    Import,
    patience=timedelta(minutes=2),
    on_failure={"state": State.FAILED, "trouble": {"code": "gave-up"}},
)


def work(import_id: int) -> bool:
    """Does one slice; returns whether more slices are left.

    Only writing locks the club: if two workers do the same slice, the first to store it wins.
    """
    one = Import.objects.filter(pk=import_id).select_related("club", "officer").first()
    if one is None:
        return False
    if one.state == State.READING:
        return _read(one)
    if one.state == State.CHECKING:
        return _check(one)
    if one.state == State.WRITING:
        _write(one)
    return False


@shared_task(name="club.imports.tasks.go_on_importing")
def go_on_importing(import_id: int) -> None:
    """Works on one slice of an import; in a worker it then queues itself for the next slice."""
    SLICES.run(work, import_id, go_on_importing)


# --- The file -----------------------------------------------------------------------------------------------


def _read(one: Import) -> bool:
    choices = {name: one.reading.get(name, "") for name in ("encoding", "separator", "sheet")}
    try:
        grid = files.read_apart(bytes(one.file.body), choices)
        line = one.reading.get("line")
        line = headings.headings_line(grid.rows) if line is None else int(line)
        titles, below = headings.split_at(grid.rows, line)
        below, ditto = resolve_ditto(below)
    except Unreadable as wrong:
        return _move(one, State.FAILED, trouble=wrong.as_json)
    guess = headings.guess_columns(titles, below)
    notes = [
        *grid.notes,
        *([{"code": "ditto", "count": ditto}] * bool(ditto)),
        *_origin_notes(one, grid.notes),
    ]
    fields: dict[str, object] = {
        "reading": {**grid.reading, "line": line},
        "notes": [note for note in notes if note["code"] != "ours"],
        "sheets": list(grid.sheets),
        "headings": titles,
        "mapping": guess,
        "rules": one.rules or _usual_rules(guess, below).as_json,
        "total": len(below),
    }
    with transaction.atomic():
        one.rows.all().delete()
        rows = [ImportRow(of=one, number=number, cells=cells) for number, cells in below]
        ImportRow.objects.bulk_create(rows, batch_size=500)
        return _move(one, State.MAPPING, **fields)


def _origin_notes(one: Import, notes: Iterable[Note]) -> list[Note]:
    """Notes about the file's origin: it is another club's, or was imported before."""
    added: list[Note] = [
        {"code": "other-club", "club": note["club"]}
        for note in notes
        if note["code"] == "ours" and note["club"] != one.club.name
    ]
    before = one.club.imports.filter(digest=one.digest, state=State.DONE).first()
    if before and before.written_at:
        added.append({"code": "same-file", "day": timezone.localdate(before.written_at).isoformat()})
    return added


def _usual_rules(guess: list[str], below: list[tuple[int, list[str]]]) -> rules.Rules:
    dated = [
        at
        for at, field in enumerate(guess)
        if field in ("born_on", "admitted_on", "requested_on", "ended_on", "dues_on", "consented_on")
    ]
    texts = [cells[at] for _number, cells in below for at in dated]
    return rules.Rules(is_month_first=dates.is_month_first(texts))


# --- The rows -----------------------------------------------------------------------------------------------


def _check(one: Import) -> bool:
    """Reads some rows; after the last one, judges all of them against the register."""
    until = SLICES.deadline()
    chosen_rules, today = rules.rules_from_json(one.rules), timezone.localdate()
    while True:
        rows = list(one.rows.filter(read__isnull=True)[:BATCH])
        for row in rows:
            row.read = reader.read_row(cells_of(one, row), chosen_rules, today).as_json
        if not _keep_read(one, rows):
            return False
        left = one.rows.filter(read__isnull=True).count()
        if left == 0:
            return _judged(one)
        if time.monotonic() > until:
            return _move(one, State.CHECKING, done=one.total - left)


@transaction.atomic
def _keep_read(one: Import, rows: Sequence[ImportRow]) -> bool:
    """Stores the rows that were read; False if columns or rules were changed meanwhile."""
    if not _is_unchanged(one):
        return False
    ImportRow.objects.bulk_update(rows, ["read"])
    return True


def _is_unchanged(one: Import) -> bool:
    """Locks the import until the slice is stored; returns whether it is unchanged since the slice began."""
    state = {"state": one.state, "due_at": one.due_at, "mapping": one.mapping, "rules": one.rules}
    return Import.objects.select_for_update().filter(pk=one.pk, **state).exists()


def cells_of(one: Import, row: ImportRow) -> row_data.Cells:
    """The row's cells by field, with the corrections made by hand."""
    cells: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for at, field in enumerate(one.mapping):
        if field:
            cells[field].append((one.headings[at], row.edits.get(str(at), row.cells[at])))
    return cells


def _judged(one: Import) -> bool:
    rows, lines = _lines(one)
    chosen_rules = rules.rules_from_json(one.rules)
    verdicts = judging.judge_rows(lines, load_register(one.club), chosen_rules)
    with transaction.atomic():
        if not _is_unchanged(one):
            return False
        _store(rows, verdicts)
        digest = fingerprint(lines, verdicts, chosen_rules)
        return _move(
            one, State.CHECKED, done=one.total, fingerprint=digest, outcome=_expected_outcome(one, verdicts)
        )


def _expected_outcome(one: Import, verdicts: Sequence[Verdict]) -> dict[str, object]:
    """The counts of what will be written in addition to people, for the preview."""
    start = one.club.year_start
    open_years = set(one.club.years.values_list("starts_on", flat=True))
    firsts = writing_extras.years_with_dues(verdicts)
    extras = [verdict.besides for verdict in verdicts]
    added = {stem(each.new_category): each.new_category for each in reversed(verdicts) if each.enters}
    outcome = {
        "paid": sum(due.is_paid for one in extras for due in one.dues),
        "owed": sum(not due.is_paid and due.cents > 0 for one in extras for due in one.dues),
        "by_year": _by_year(extras, start),
        "consents": sum(len(one.consents) for one in extras),
        "cards": sum(len(one.cards) for one in extras),
        "categories": sorted(name for name in added.values() if name),
        "years": [
            dates.year_label(first, start)
            for first in firsts
            if dates.year_bounds(first, start)[0] not in open_years
        ],
    }
    return {name: value for name, value in outcome.items() if value}


class DuesOfYear(TypedDict):
    """The dues of a year: the number paid, their sum in cents, the number owed."""

    year: str
    paid: int
    cents: int
    owed: int


def _by_year(extras: Iterable[Extras], start: int) -> list[DuesOfYear]:
    """The dues of each year, for the treasurer to check."""
    dues = [due for one in extras for due in one.dues if due.cents]
    return [
        {
            "year": dates.year_label(first, start),
            "paid": sum(due.first == first and due.is_paid for due in dues),
            "cents": sum(due.cents for due in dues if due.first == first and due.is_paid),
            "owed": sum(due.first == first and not due.is_paid for due in dues),
        }
        for first in sorted({due.first for due in dues})
    ]


def _lines(one: Import) -> tuple[dict[int, ImportRow], list[Line]]:
    rows = {row.number: row for row in one.rows.defer("cells", "edits", "made")}
    lines = [
        Line(number, row_data.row_from_json(cast(dict[str, Any], row.read)), row.decision)
        for number, row in rows.items()
    ]
    return rows, join_repeated(lines)


def _store(rows: dict[int, ImportRow], verdicts: Iterable[Verdict]) -> None:
    """Stores only the verdicts that have changed."""
    changed = []
    for verdict in verdicts:
        row = rows[verdict.row]
        now = (verdict.action, verdict.person, verdict.problems, verdict.is_barred, verdict.is_warned)
        if now != (row.action, row.person_id, row.problems, row.is_barred, row.is_warned):
            row.action, row.person_id, row.problems, row.is_barred, row.is_warned = now
            changed.append(row)
    fields = ["action", "person", "problems", "is_barred", "is_warned"]
    ImportRow.objects.bulk_update(changed, fields, batch_size=BATCH)


# --- The register -------------------------------------------------------------------------------------------


@transaction.atomic
def _write(one: Import) -> None:
    """Writes what the preview showed, or nothing: if the register has changed, the preview is made again."""
    club = lock(one.club_id)
    one = Import.objects.select_related("officer").get(pk=one.pk)
    if one.state != State.WRITING or one.officer is None:
        return
    one.club = club
    rows, lines = _lines(one)
    chosen_rules = rules.rules_from_json(one.rules)
    verdicts = judging.judge_rows(lines, load_register(club), chosen_rules)
    digest = fingerprint(lines, verdicts, chosen_rules)
    if digest != one.fingerprint:
        _store(rows, verdicts)
        _move(one, State.CHECKED, fingerprint=digest, trouble={"code": "changed-meanwhile"})
        return
    at = timezone.now()
    outcome = writing.write_rows(club, one, lines, verdicts, at, one.officer)
    skipped = sum(verdict.action == Action.SKIP for verdict in verdicts)
    known_rows = sum(verdict.action == Action.KNOWN for verdict in verdicts)
    _move(
        one,
        State.DONE,
        done=one.total,
        written_at=at,
        log_number=one.log_number,
        outcome={**outcome, "skipped": skipped, "known": known_rows},
    )


def _move(one: Import, state: str, **fields: Any) -> bool:
    """Stores the slice and returns whether more slices are left; False if another worker stored it first."""
    is_running = state in (State.READING, State.CHECKING, State.WRITING)
    return SLICES.store(one, state=state, **fields) and is_running
