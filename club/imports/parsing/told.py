"""What a sheet tells besides person and membership: dues of a year, consents; and how JSON keeps it."""

from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True)
class Quota:
    """The dues of a year as the sheet writes it, `year` being empty where it says none.

    `is_paid` is false for who owes them; 0 `cents` for who pays nothing; None where no amount is said.
    `is_nought` where it is a nought in the sheet that says so.
    """

    year: str
    is_paid: bool
    cents: int | None = None
    on: date | None = None
    means: str = ""
    note: str = ""
    is_nought: bool = False

    @property
    def said(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return {**vars(self), "on": self.on.isoformat() if self.on else None}


@dataclass(frozen=True)
class Agreed:
    """A yes or a no, and its day."""

    about: str
    is_given: bool
    on: date

    @property
    def said(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return {**vars(self), "on": self.on.isoformat()}


def quota(said: dict[str, Any]) -> Quota:
    """What JSON kept of it."""
    return Quota(**{**said, "on": date.fromisoformat(said["on"]) if said["on"] else None})


def agreed(said: dict[str, Any]) -> Agreed:
    """What JSON kept of it."""
    return Agreed(**{**said, "on": date.fromisoformat(said["on"])})
