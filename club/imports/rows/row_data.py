"""The data of a row as it was read, and its form in JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, Final

from club.register.person_data import PersonData


@dataclass(frozen=True)
class SheetDue:
    """The dues of a year in the sheet; `year` is empty if the sheet names none.

    `is_paid` is false for dues owed; `cents` is 0 for nothing to pay, None if no amount is given; `is_nought`
    if a zero in the sheet says so.
    """

    year: str
    is_paid: bool
    cents: int | None = None
    on: date | None = None
    means: str = ""
    note: str = ""
    is_nought: bool = False

    @property
    def as_json(self) -> dict[str, Any]:
        """The dues as stored in JSON."""
        return {**vars(self), "on": self.on.isoformat() if self.on else None}


@dataclass(frozen=True)
class SheetConsent:
    """A yes or a no, and its day."""

    about: str
    is_given: bool
    on: date

    @property
    def as_json(self) -> dict[str, Any]:
        """The consent as stored in JSON."""
        return {**vars(self), "on": self.on.isoformat()}


def due_from_json(data: dict[str, Any]) -> SheetDue:
    """The dues stored in JSON."""
    return SheetDue(**{**data, "on": date.fromisoformat(data["on"]) if data["on"] else None})


def consent_from_json(data: dict[str, Any]) -> SheetConsent:
    """The consent stored in JSON."""
    return SheetConsent(**{**data, "on": date.fromisoformat(data["on"])})


Problem = dict[str, Any]
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
    #: Numbers of tessere, each with the year of its heading, if any.
    cards: tuple[tuple[str, str], ...] = ()
    problems: tuple[Problem, ...] = ()
    is_nobody: bool = False

    @property
    def as_json(self) -> dict[str, Any]:
        """The row as stored in JSON."""
        membership = {name: _plain(getattr(self, name)) for name in MEMBERSHIP}
        written = {name: _plain(getattr(self.written, name)) for name in WRITTEN}
        return {
            **membership,
            "written": written,
            "dues": [one.as_json for one in self.dues],
            "consents": [one.as_json for one in self.consents],
            "cards": [list(one) for one in self.cards],
            "problems": list(self.problems),
            "is_nobody": self.is_nobody,
        }


WRITTEN: Final = tuple(field.name for field in fields(PersonData))
BESIDES: Final = ("written", "dues", "consents", "cards", "problems", "is_nobody")
MEMBERSHIP: Final = tuple(field.name for field in fields(SheetRow) if field.name not in BESIDES)


def row_from_json(data: dict[str, Any]) -> SheetRow:
    """The row stored in JSON."""
    written = {**data["written"], "born_on": _date(data["written"]["born_on"])}
    dates = {name: _date(data[name]) for name in ("requested_on", "admitted_on", "ended_on")}
    # Rows read by earlier versions lack these.
    more = {
        "dues": tuple(due_from_json(one) for one in data.get("dues", ())),
        "consents": tuple(consent_from_json(one) for one in data.get("consents", ())),
        "cards": tuple((number, year) for number, year in data.get("cards", ())),
    }
    return SheetRow(
        **{**data, **dates, **more, "written": PersonData(**written), "problems": tuple(data["problems"])}
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
