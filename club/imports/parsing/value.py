"""A row of a sheet as it was read: a value, and how JSON keeps it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, Final

from club.imports.parsing import told as besides
from club.imports.parsing.told import Agreed, Quota
from club.register.written import Written

Problem = dict[str, Any]
#: What a row says under each field, by the heading of the column.
Cells = Mapping[str, Sequence[tuple[str, str]]]


@dataclass(frozen=True, kw_only=True)
class Read:
    """A row as read: the person, the membership, the problems; `is_nobody` for a row that tells of none."""

    written: Written
    number: int | None = None
    category: str = ""
    requested_on: date | None = None
    admitted_on: date | None = None
    resolution: str = ""
    ended_on: date | None = None
    end_cause: str = ""
    dues: tuple[Quota, ...] = ()
    consents: tuple[Agreed, ...] = ()
    #: Numbers of tessere, each with the year in its heading, if any.
    cards: tuple[tuple[str, str], ...] = ()
    problems: tuple[Problem, ...] = ()
    is_nobody: bool = False

    @property
    def said(self) -> dict[str, Any]:
        """As JSON keeps it."""
        told = {name: _plain(getattr(self, name)) for name in MEMBERSHIP}
        written = {name: _plain(getattr(self.written, name)) for name in WRITTEN}
        return {
            **told,
            "written": written,
            "dues": [one.said for one in self.dues],
            "consents": [one.said for one in self.consents],
            "cards": [list(one) for one in self.cards],
            "problems": list(self.problems),
            "is_nobody": self.is_nobody,
        }


WRITTEN: Final = tuple(field.name for field in fields(Written))
BESIDES: Final = ("written", "dues", "consents", "cards", "problems", "is_nobody")
MEMBERSHIP: Final = tuple(field.name for field in fields(Read) if field.name not in BESIDES)


def kept(said: dict[str, Any]) -> Read:
    """What JSON kept of a row."""
    written = {**said["written"], "born_on": _date(said["written"]["born_on"])}
    dates = {name: _date(said[name]) for name in ("requested_on", "admitted_on", "ended_on")}
    # What was read before there were these is without.
    more = {
        "dues": tuple(besides.quota(one) for one in said.get("dues", ())),
        "consents": tuple(besides.agreed(one) for one in said.get("consents", ())),
        "cards": tuple((number, year) for number, year in said.get("cards", ())),
    }
    return Read(
        **{**said, **dates, **more, "written": Written(**written), "problems": tuple(said["problems"])}
    )


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
