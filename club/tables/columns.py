"""A table declared once: what its columns are called, what is in them, how each row gives it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, auto
from typing import Any, Protocol

Day = date
Value = str | int | bool | date | datetime | None


class Kind(Enum):
    """What a column holds, whatever format it is written in."""

    TEXT = auto()
    WHOLE = auto()
    #: A whole number that people read with its sign.
    SIGNED = auto()
    #: Cents: a number with two decimals in a sheet, an amount on paper.
    EUROS = auto()
    #: What a pen fills in.
    BLANK = auto()
    DAY = auto()
    MOMENT = auto()
    YES_NO = auto()
    #: A digest in hexadecimal: whole for programs, its beginning on paper.
    DIGEST = auto()

    @property
    def is_number(self) -> bool:
        return self in (Kind.WHOLE, Kind.SIGNED, Kind.EUROS)


@dataclass(frozen=True)
class Column:
    """`key` is for programs and never translated; `title` is for people, in the language of the request."""

    key: str
    title: str
    kind: Kind
    value: Callable[[Any], Value]


class Owner(Protocol):
    """Who a table's club is."""

    @property
    def name(self) -> str: ...


class Source(Protocol):
    """What a table is of: an evening, or the register of a club on a day."""

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
    """Columns, and the rows they read; `about` says in a line what the paper has to say besides."""

    title: str
    source: Source
    columns: Sequence[Column]
    rows: Iterable[Any]
    about: str = ""

    def cells(self) -> Iterable[list[Value]]:
        """The rows as the columns read them, one at a time."""
        for row in self.rows:
            yield [column.value(row) for column in self.columns]


def field(key: str, title: str, kind: Kind = Kind.TEXT) -> Column:
    """A column of rows that are dictionaries with that key."""
    return Column(key, title, kind, lambda row: row[key])
