"""The data of a row: its cells, the problems found while reading them, and its form in JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any, Final, NotRequired, TypedDict, cast

from club.imports.grid import ERRORS
from club.imports.rows import dates
from club.imports.rules import OnlyYears, Rules
from club.person_names import plain
from club.register.person_data import PersonData


@dataclass(frozen=True)
class SheetDue:
    """The dues of a year in the sheet; `year` is empty if the sheet names none.

    `is_paid` is false for dues owed; `cents` is 0 for nothing to pay, None if no amount is given;
    `is_nought` is true if the sheet has a zero.
    """

    year: str
    is_paid: bool
    cents: int | None = None
    on: date | None = None
    means: str = ""
    note: str = ""
    is_nought: bool = False


@dataclass(frozen=True)
class SheetConsent:
    """A yes or a no, and its day."""

    about: str
    is_given: bool
    on: date


class Problem(TypedDict):
    """A problem of a row: its code and field, whether it stops the row, and the facts of its sentence."""

    code: str
    field: str
    bars: bool
    value: NotRequired[str]
    name: NotRequired[str]
    number: NotRequired[int | str]
    known: NotRequired[int | str]
    #: The number of another row.
    other: NotRequired[int]
    #: The id of a person in the register, and the birth in the register.
    person: NotRequired[int]
    born: NotRequired[str]
    last: NotRequired[str]
    first: NotRequired[str]
    year: NotRequired[int]
    day: NotRequired[str]
    days: NotRequired[str]
    cents: NotRequired[int]
    ours: NotRequired[int]
    theirs: NotRequired[int]
    longest: NotRequired[int]
    doubts: NotRequired[list[str]]
    fields: NotRequired[list[str]]


def problem(code: str, field: str = "", *, bars: bool, **facts: Any) -> Problem:
    """The problem of that code with the facts of its sentence."""
    return cast(Problem, {"code": code, "field": field, "bars": bars, **facts})


#: The cells of a row by field, each with the heading of its column.
Cells = Mapping[str, Sequence[tuple[str, str]]]


@dataclass(frozen=True, kw_only=True)
class SheetRow:
    """A row as it was read; `is_nobody` is true if it is about no person."""

    written: PersonData
    number: int | None = None
    category: str = ""
    requested_on: date | None = None
    admitted_on: date | None = None
    resolution: str = ""
    ended_on: date | None = None
    end_cause: str = ""
    dues: tuple[SheetDue, ...] = ()
    consents: tuple[SheetConsent, ...] = ()
    #: Numbers of membership cards, each with the year of its heading, if any.
    cards: tuple[tuple[str, str], ...] = ()
    problems: tuple[Problem, ...] = ()
    is_nobody: bool = False

    @property
    def as_json(self) -> dict[str, Any]:
        """The row as stored in JSON."""
        stored: dict[str, Any] = json.loads(json.dumps(asdict(self), default=date.isoformat))
        return stored


def row_from_json(data: Mapping[str, Any]) -> SheetRow:
    """The row stored in JSON. Fields that an earlier version did not store get their defaults."""
    days = {name: _date(data[name]) for name in ("requested_on", "admitted_on", "ended_on")}
    written: dict[str, Any] = {**data["written"], "born_on": _date(data["written"]["born_on"])}
    several: dict[str, Any] = {
        "dues": tuple(SheetDue(**{**due, "on": _date(due["on"])}) for due in data.get("dues", ())),
        "consents": tuple(
            SheetConsent(**{**one, "on": _date(one["on"])}) for one in data.get("consents", ())
        ),
        "cards": tuple((number, year) for number, year in data.get("cards", ())),
        "problems": tuple(data["problems"]),
    }
    return SheetRow(**{**data, **days, **several, "written": PersonData(**written)})


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


# The cells of one row, with the problems found while reading them, and the words for yes and no.

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
            if wrong.code == "only-a-year" and self.rules.only_years == OnlyYears.FIRST:
                return self._first_of_year(key, text)
            self.bar(wrong.code, key, value=text)
            return None
        if parsed.is_century_guessed:
            self.warn("century-guessed", key, value=text, year=parsed.day.year)
        return parsed.day

    def _first_of_year(self, key: str, text: str) -> date | None:
        if key not in ("requested_on", "admitted_on", "ended_on"):
            self.warn("year-dropped", key, value=text)
            return None
        self.warn("year-taken", key, value=text)
        return date(int(text), 1, 1)


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
