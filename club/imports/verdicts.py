"""A row to be judged, and what becomes of it."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from club.imports.judging import Besides
from club.imports.parsing import Problem, Read
from club.imports.rules import Rules
from club.models import ImportRow

Action = ImportRow.Action


@dataclass(frozen=True)
class Line:
    """A row to be judged: its number in the sheet, what was read in it, what a person decided of it."""

    row: int
    read: Read
    decision: str = ""


@dataclass
class Verdict:
    """What becomes of a row; `enters` says whether a membership is written, in the category of that stem."""

    row: int
    action: str = Action.NEW
    person: int | None = None
    problems: list[Problem] = field(default_factory=list)
    enters: bool = False
    number: int | None = None
    category: int | None = None
    new_category: str = ""
    fills: tuple[str, ...] = ()
    #: People of the register, and rows of the sheet, of the same name and not the same person.
    apart: list[int] = field(default_factory=list)
    apart_rows: list[int] = field(default_factory=list)
    besides: Besides = field(default_factory=Besides)

    @property
    def is_barred(self) -> bool:
        return any(problem["bars"] for problem in self.problems)

    @property
    def is_warned(self) -> bool:
        return any(not problem["bars"] for problem in self.problems)


def fingerprint(lines: Iterable[Line], verdicts: Iterable[Verdict], rules: Rules) -> str:
    """Tells these rows with these verdicts from any others: what was shown is what is written."""
    said = [[line.read.said, vars(verdict)] for line, verdict in zip(lines, verdicts, strict=True)]
    return hashlib.sha256(json.dumps([said, rules.said], sort_keys=True, default=str).encode()).hexdigest()[
        :32
    ]
