"""The rows of an import, and the decision about each."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from club.imports.extras import Extras
from club.imports.rows.row_data import Problem, SheetRow
from club.imports.rules import Rules
from club.models import ImportRow

Action = ImportRow.Action


@dataclass(frozen=True)
class Line:
    """A row to be judged: its number in the sheet, its parsed data, the officer's decision."""

    row: int
    read: SheetRow
    decision: str = ""


@dataclass
class Verdict:
    """The decision about a row; if it `enters`, a membership is written in that category."""

    row: int
    action: str = Action.NEW
    person: int | None = None
    problems: list[Problem] = field(default_factory=list)
    enters: bool = False
    number: int | None = None
    category: int | None = None
    new_category: str = ""
    fills: tuple[str, ...] = ()
    #: Namesakes who are other people: ids of people, and numbers of rows.
    apart: list[int] = field(default_factory=list)
    apart_rows: list[int] = field(default_factory=list)
    besides: Extras = field(default_factory=Extras)

    @property
    def is_barred(self) -> bool:
        return any(problem["bars"] for problem in self.problems)

    @property
    def is_warned(self) -> bool:
        return any(not problem["bars"] for problem in self.problems)


def fingerprint(lines: Iterable[Line], verdicts: Iterable[Verdict], rules: Rules) -> str:
    """A digest of the rows, verdicts and rules, so that only what the preview showed is written."""
    content = [[line.read.as_json, vars(verdict)] for line, verdict in zip(lines, verdicts, strict=True)]
    return hashlib.sha256(
        json.dumps([content, rules.as_json], sort_keys=True, default=str).encode()
    ).hexdigest()[:32]
