"""Tables to download, declared once for all formats: their columns, with kind and value of a row."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, auto
from operator import attrgetter
from typing import Any, Protocol

from club.models import Club

Day = date  # for classes with a field named `date`
Value = str | int | bool | date | datetime | None


class Kind(Enum):
    """The kind of a column's values, in every format."""

    TEXT = auto()
    WHOLE = auto()
    #: A whole number shown with its sign.
    SIGNED = auto()
    #: Cents: a number with two decimals in a sheet, an amount on paper.
    EUROS = auto()
    #: An empty cell, to be filled in with a pen.
    BLANK = auto()
    DAY = auto()
    MOMENT = auto()
    YES_NO = auto()
    #: A digest in hexadecimal: complete in files for programs, shortened on paper.
    DIGEST = auto()

    @property
    def is_number(self) -> bool:
        return self in (Kind.WHOLE, Kind.SIGNED, Kind.EUROS)


@dataclass(frozen=True)
class Column:
    """A column: `key` is for programs and never translated; `title` is in the language of the request."""

    key: str
    title: str
    kind: Kind
    value: Callable[[Any], Value]


class Owner(Protocol):
    """The club of a table."""

    @property
    def name(self) -> str: ...


class Source(Protocol):
    """The subject of a table: an evening, or the register of a club on a day."""

    @property
    def name(self) -> str: ...
    @property
    def date(self) -> Day: ...
    @property
    def venue(self) -> str: ...
    @property
    def club(self) -> Owner: ...


@dataclass(frozen=True)
class Table:
    """Columns and rows; `about` is a line that only the paper shows."""

    title: str
    source: Source
    columns: Sequence[Column]
    rows: Iterable[Any]
    about: str = ""

    def cells(self) -> Iterable[list[Value]]:
        """The rows as lists of values, one at a time."""
        for row in self.rows:
            yield [column.value(row) for column in self.columns]


def field(key: str, title: str, kind: Kind = Kind.TEXT) -> Column:
    """A column of rows that are dictionaries with that key."""
    return Column(key, title, kind, lambda row: row[key])


def attribute(key: str, title: str, kind: Kind = Kind.TEXT) -> Column:
    """A column of rows that are objects with an attribute of that name."""
    return Column(key, title, kind, attrgetter(key))


@dataclass(frozen=True)
class ClubSource:
    """The club on a day as the subject of a table; `name` is in the title and in the file's name."""

    club: Club
    name: str
    date: Day
    venue: str = ""
