"""The cells of one row, and the problems found while they are read."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from club.imports import days
from club.imports.grid import ERRORS
from club.imports.parsing.value import Cells, Problem
from club.imports.rules import Rules

#: What people write where they know nothing.
NOTHING: Final = frozenset({
    "-", "--", "---", "–", "—", "−", "/", "//", "?", "??", ".", "..", "n.d.", "nd", "n.d", "n/d", "n.p.",
    "np", "x", "==", "00/00/0000", "0000-00-00", "non rinnovato", "non rinnovata", "not renewed",
})  # fmt: skip


@dataclass
class Row:
    """The reading of one row: the cells, and the problems found on the way."""

    cells: Cells
    rules: Rules
    today: date
    problems: list[Problem] = field(default_factory=list)

    def bar(self, code: str, field: str = "", **facts: Any) -> None:
        """Something for which nothing can be written."""
        self._note({"code": code, "field": field, "bars": True, **facts})

    def warn(self, code: str, field: str = "", **facts: Any) -> None:
        """Something to look at, and no more."""
        self._note({"code": code, "field": field, "bars": False, **facts})

    def _note(self, problem: Problem) -> None:
        # A cell may be asked for more than once.
        if problem not in self.problems:
            self.problems.append(problem)

    def text(self, key: str) -> str:
        """The cell of that field; empty where it says nothing, or cannot be what it says."""
        return next(iter(self.texts(key)), ("", ""))[1]

    def texts(self, key: str) -> list[tuple[str, str]]:
        """Each filled cell of that field with its heading."""
        found = []
        for heading, text in self.cells.get(key, ()):
            if text.upper() in ERRORS:
                self.bar("formula-error", key, value=text)
            elif text and text.casefold() not in NOTHING:
                found.append((heading, text))
        return found

    def raw(self, key: str) -> list[tuple[str, str]]:
        """Each cell of that field with its heading, empty or not; an "x", elsewhere nothing, may be a yes."""
        found = []
        for heading, text in self.cells.get(key, ()):
            if text.upper() in ERRORS:
                self.bar("formula-error", key, value=text)
            else:
                found.append((heading, text))
        return found

    def day(self, key: str, text: str | None = None) -> date | None:
        text = self.text(key) if text is None else text
        if not text:
            return None
        try:
            told = days.read(text, is_month_first=self.rules.is_month_first, today=self.today)
        except days.NoDay as wrong:
            self.bar(wrong.code, key, value=text)
            return None
        if told.is_century_guessed:
            self.warn("century-guessed", key, value=text, year=told.day.year)
        return told.day
