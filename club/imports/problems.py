"""The problems of an import: grouped, so that one answer solves many rows, and as a table to download."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.utils.translation import gettext as _

from club.imports import wording
from club.imports.rows import row_data
from club.models import Import
from club.tables import ClubSource, Kind, Table, field

#: The rule that solves a problem for all rows at once.
ANSWERED_BY: Final = {
    "admission-missing": "admitted_on",
    "only-a-year": "only_years",
    "resolution-missing": "resolution",
    "category-missing": "category",
    "unknown-category": "adds_categories",
    "cause-missing": "end_cause",
    "code-doubts": "wrong_codes",
    "same-person-perhaps": "namesakes",
    "register-differs": "contacts",
    "dues-year": "dues_year",
    "dues-amount": "dues_cents",
    "dues-zero-owed": "zero_dues",
    "dues-zero-free": "zero_dues",
    "consent-date": "consented_on",
}


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problem: its number of rows, the first as an example, and the rule that solves it."""

    rows: int
    field: str
    example: str
    rule: str
    bars: bool


def problem_kinds(problems: Iterable[list[row_data.Problem]]) -> list[ProblemKind]:
    """The kinds of the rows' problems: those that stop rows first, then the most frequent."""
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], row_data.Problem] = {}
    for row in problems:
        by_kind = {(problem["code"], problem.get("field", "")): problem for problem in row}
        counts.update(by_kind.keys())
        first = {**by_kind, **first}
    kinds = [
        ProblemKind(rows, text.field, text.sentence, ANSWERED_BY.get(kind[0], ""), text.bars)
        for kind, rows in counts.most_common()
        for text in wording.problem_texts([first[kind]])
    ]
    return sorted(kinds, key=lambda kind: not kind.bars)


def problems_table(one: Import, day: date) -> Table:
    """One line for each problem: row, name, column, sentence."""
    rows = []
    for row in one.rows.exclude(problems=[]):
        person = row_data.row_from_json(row.read).written if row.read else None
        name = f"{person.last_name} {person.first_name}".strip() if person else ""
        for problem in wording.problem_texts(row.problems):
            kind = _("ferma") if problem.bars else _("avviso")
            rows.append({
                "row": row.number, "name": name, "kind": kind, "field": problem.field,
                "problem": problem.sentence,
            })  # fmt: skip
    columns = [
        field("row", _("Riga"), Kind.WHOLE),
        field("name", _("Nome")),
        field("kind", _("Tipo")),
        field("field", _("Colonna")),
        field("problem", _("Problema")),
    ]
    return Table(
        _("Problemi del foglio da importare"), ClubSource(one.club, one.club.name, day), columns, rows
    )
