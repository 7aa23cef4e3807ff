"""The cells of one row, with the problems found while reading them, and the words for yes and no."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from club.imports.grid import ERRORS
from club.imports.rows import dates
from club.imports.rows.row_data import Cells, Problem, problem
from club.imports.rules import Rules
from club.plain_text import plain

#: Words for "unknown".
NOTHING: Final = frozenset({
    "-", "--", "---", "–", "—", "−", "/", "//", "?", "??", ".", "..", "n.d.", "nd", "n.d", "n/d", "n.p.",
    "np", "x", "==", "00/00/0000", "0000-00-00", "non rinnovato", "non rinnovata", "not renewed",
})  # fmt: skip


@dataclass
class Row:
    """One row being read."""

    cells: Cells
    rules: Rules
    today: date
    problems: list[Problem] = field(default_factory=list)

    def bar(self, code: str, field: str = "", **facts: Any) -> None:
        """Notes a problem that stops the row."""
        self._note(problem(code, field, bars=True, **facts))

    def warn(self, code: str, field: str = "", **facts: Any) -> None:
        """Notes a problem that does not stop the row."""
        self._note(problem(code, field, bars=False, **facts))

    def _note(self, noted: Problem) -> None:
        # A cell may be read more than once.
        if noted not in self.problems:
            self.problems.append(noted)

    def text(self, key: str) -> str:
        """The cell of that field; empty if it is blank, means unknown, or is a formula's error."""
        return next(iter(self.texts(key)), ("", ""))[1]

    def texts(self, key: str) -> list[tuple[str, str]]:
        """The filled cells of that field, each with its heading."""
        return [each for each in self.raw(key) if each[1] and each[1].casefold() not in NOTHING]

    def raw(self, key: str) -> list[tuple[str, str]]:
        """All cells of that field, each with its heading, also those that mean unknown: an "x" may mean
        yes."""
        texts = []
        for heading, text in self.cells.get(key, ()):
            if text.upper() in ERRORS:
                self.bar("formula-error", key, value=text)
            else:
                texts.append((heading, text))
        return texts

    def day(self, key: str, text: str | None = None) -> date | None:
        text = self.text(key) if text is None else text
        if not text:
            return None
        try:
            parsed = dates.parse_day(text, is_month_first=self.rules.is_month_first, today=self.today)
        except dates.NoDay as wrong:
            self.bar(wrong.code, key, value=text)
            return None
        if parsed.is_century_guessed:
            self.warn("century-guessed", key, value=text, year=parsed.day.year)
        return parsed.day


YES: Final = frozenset({
    "si", "s", "x", "xx", "v", "ok", "1", "vero", "true", "yes", "y", "✓", "✔", "☑", "firmato", "firmata",
    "dato", "presente", "acconsente", "acconsento", "autorizza", "autorizzo", "accetta",
    "pagato", "pagata", "pag", "versato", "versata", "saldato", "saldata", "saldo",
    "in regola", "pagata prima di questo registro", "paid before this register",
    "regolare", "rinnovato", "rinnovata", "paid",
})  # fmt: skip
NO: Final = frozenset({
    "no", "n", "0", "0,00", "falso", "false", "non pagato", "non pagata", "da pagare", "moroso", "morosa",
    "insoluto", "insoluta", "manca", "mancante", "nega", "negato", "negata", "rifiuta", "rifiutato",
    "rifiutata",
    "non dato", "non data", "non acconsente", "non autorizza", "non autorizzo", "unpaid", "to be paid",
})  # fmt: skip


def yes_or_no(text: str) -> bool | None:
    """True for yes, False for no, None for any other text."""
    words = plain(text).strip(" !().")
    return True if words in YES else False if words in NO else None
