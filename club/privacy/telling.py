"""What is known of a person, in parts that paper and JSON tell alike."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Field, Model
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.models import Person

Label = str | Promise

#: What a field is called where its model gives it no name of its own.
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
class Told:
    """One thing said of a row: under which key in JSON, under which label on paper, and what."""

    key: str
    label: Label
    value: Callable[[Any], Any]


@dataclass(frozen=True)
class Part:
    """One kind of data. `covers` names the fields that point to a person and are told by it."""

    key: str
    title: Label
    covers: tuple[str, ...]
    rows: Callable[[Person], Iterable[Any]]
    tells: tuple[Told, ...]


def of(model: type[Model], *names: str) -> tuple[Told, ...]:
    """The fields of a model, each under its own name; what is a choice is told as people read it."""
    return tuple(_field(model._meta.get_field(name)) for name in names)  # type: ignore[arg-type]


def _field(field: "Field[Any, Any]") -> Told:
    def value(row: Any) -> Any:
        told = getattr(row, field.name)
        if field.choices:
            return str(getattr(row, f"get_{field.name}_display")())
        return str(told) if isinstance(told, Model) else told

    is_named = field.verbose_name != field.name.replace("_", " ")
    return Told(field.name, field.verbose_name if is_named else LABELS.get(field.name, field.name), value)


def plain(value: Any) -> Any:
    """As JSON has it: days and times in ISO, all else as it is."""
    if isinstance(value, date | datetime):
        return value.isoformat()
    return value if value is None or isinstance(value, bool | int | list | dict) else str(value)


def words(value: Any) -> str:
    """As paper has it; empty for what is not known."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    if isinstance(value, datetime):
        here = timezone.localtime(value)
        return f"{here.day}/{here.month}/{here.year} {here:%H:%M}"
    if isinstance(value, date):
        return f"{value.day}/{value.month}/{value.year}"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
