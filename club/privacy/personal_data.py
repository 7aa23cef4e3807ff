"""The parts of a dossier, and the contribution of each app to dossiers and erasures."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, Final

from django.db.models import Field, Model
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.days import short_day
from club.models import Club, Person, User
from club.privacy.redaction import NameRedactor

Label = str | Promise

#: Labels of fields whose model gives them none.
LABELS: Final = {
    "year": gettext_lazy("anno"),
    "receipt": gettext_lazy("ricevuta"),
    "action": gettext_lazy("che cosa è successo"),
    "at": gettext_lazy("quando"),
    "by_name": gettext_lazy("scritto da"),
    "undone_at": gettext_lazy("annullata il"),
    "revoked_at": gettext_lazy("revocato il"),
    "turn": gettext_lazy("turno"),
    "title": gettext_lazy("titolo"),
    "reason": gettext_lazy("motivo"),
    "points": gettext_lazy("punti"),
    "deviation": gettext_lazy("incertezza"),
    "change": gettext_lazy("variazione"),
    "matches": gettext_lazy("partite"),
}


@dataclass(frozen=True)
class DataField:
    """A field of a row: its key in JSON, its label on paper, and the function that reads it."""

    key: str
    label: Label
    value: Callable[[Any], Any]


@dataclass(frozen=True)
class Part:
    """A kind of data. `covers` names the foreign keys to a person that this part accounts for."""

    key: str
    title: Label
    covers: tuple[str, ...]
    rows: Callable[[Person], Iterable[Any]]
    fields: tuple[DataField, ...]


def fields(model: type[Model], *names: str) -> tuple[DataField, ...]:
    """The fields of a model under their own names; a choice is shown by its label."""
    return tuple(_data_field(model._meta.get_field(name)) for name in names)  # type: ignore[arg-type]


def _data_field(field: "Field[Any, Any]") -> DataField:
    def value(row: Any) -> Any:
        content = getattr(row, field.name)
        if field.choices:
            return str(getattr(row, f"get_{field.name}_display")())
        return str(content) if isinstance(content, Model) else content

    is_named = field.verbose_name != field.name.replace("_", " ")
    return DataField(
        field.name, field.verbose_name if is_named else LABELS.get(field.name, field.name), value
    )


def json_value(value: Any) -> Any:
    """The value in JSON: days and times in ISO form, others unchanged."""
    if isinstance(value, date | datetime):
        return value.isoformat()
    return value if value is None or isinstance(value, bool | int | list | dict) else str(value)


def paper_text(value: Any) -> str:
    """The value on paper; empty if unknown."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    if isinstance(value, datetime):
        local = timezone.localtime(value)
        return f"{short_day(local)} {local:%H:%M}"
    if isinstance(value, date):
        return short_day(value)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@dataclass(frozen=True)
class PlayedEvening:
    """An evening that a person played: its results are at `url`; `place` says how it went, if known."""

    day: date
    name: str
    url: str
    place: str


@dataclass(frozen=True)
class PlayedEvenings:
    """How many evenings a person played, the last ones, and the address of them all if there is one."""

    count: int
    last: tuple[PlayedEvening, ...]
    url: str


@dataclass(frozen=True)
class Contribution:
    """The contribution of another app: its data about a person, and its share of an erasure.

    `hold` takes the app's locks, before the club's, and refuses if the person cannot be erased now.
    `anonymise` replaces the name in the app's texts while the club's tables still contain it. `active_since`
    returns the ids of the people who have been active since a day. `evenings_played` returns the person's
    evenings, so many of the last ones, in a constant number of queries.
    """

    parts: tuple[Part, ...]
    hold: Callable[[Person, date], None]
    anonymise: Callable[[Person, NameRedactor, User | None], None]
    active_since: Callable[[Club, date], Collection[int]]
    evenings_played: Callable[[Person, int], PlayedEvenings]


_REGISTERED: Final[list[Callable[[], Contribution]]] = []


def register_contribution(contribute: Callable[[], Contribution]) -> None:
    """Registers a function that makes an app's contribution. It runs at the first use.

    Registering it again does nothing: the apps may start twice in one process, as under other settings in a
    test.
    """
    if contribute not in _REGISTERED:
        _REGISTERED.append(contribute)


@cache
def contributions() -> tuple[Contribution, ...]:
    """The contributions of all apps."""
    return tuple(contribute() for contribute in _REGISTERED)


def active_since(club: Club, day: date) -> set[int]:
    """The ids of people active since `day`, in any app."""
    return {person for each in contributions() for person in each.active_since(club, day)}


def evenings_played(person: Person, most: int) -> list[PlayedEvenings]:
    """The evenings that the person played, by app; apps without any are left out."""
    played = (each.evenings_played(person, most) for each in contributions())
    return [evenings for evenings in played if evenings.count]
