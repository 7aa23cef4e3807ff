"""The log of a club in words: what was done, and what changed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.apps import apps
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.cards import wording as cards
from club.cash import wording as cash
from club.dues import wording as dues
from club.exports import wording as exports
from club.handover import wording as handover
from club.imports import wording as imports
from club.models import Category, ClubLogEntry, EndCause, Membership, Particulars, Person, RoleKind
from club.privacy import wording as privacy

ACTS: Final = {
    "person.added": gettext_lazy("ha aggiunto la persona al libro"),
    "person.corrected": gettext_lazy("ha corretto i dati"),
    "person.merged": gettext_lazy("ha unito due schede della stessa persona"),
    "person.told-apart": gettext_lazy("ha confermato che sono due omonimi"),
    "membership.requested": gettext_lazy("ha scritto la richiesta di iscrizione"),
    "membership.admitted": gettext_lazy("ha scritto l'ammissione"),
    "membership.refused": gettext_lazy("ha scritto che il consiglio non ammette"),
    "membership.ended": gettext_lazy("ha scritto la fine dell'iscrizione"),
    "membership.end-undone": gettext_lazy("ha annullato la fine dell'iscrizione"),
    "membership.category": gettext_lazy("ha cambiato la categoria"),
    "membership.amended": gettext_lazy("ha corretto date o delibera"),
    "category.added": gettext_lazy("ha aggiunto una categoria"),
    "category.changed": gettext_lazy("ha cambiato una categoria"),
    "category.removed": gettext_lazy("ha tolto una categoria"),
    "roles.changed": gettext_lazy("ha cambiato gli incarichi"),
    "roles.left": gettext_lazy("ha lasciato gli incarichi"),
    "roles.invited": gettext_lazy("ha mandato un invito"),
    "roles.invited-again": gettext_lazy("ha mandato di nuovo un invito"),
    "roles.invitation-withdrawn": gettext_lazy("ha ritirato un invito"),
    "roles.accepted": gettext_lazy("ha accettato un invito"),
    "second-factor.required": gettext_lazy("ha chiesto a tutti il secondo fattore"),
    "second-factor.free": gettext_lazy("non chiede più il secondo fattore"),
    **dues.ACTS,
    **imports.ACTS,
    **exports.ACTS,
    **cash.ACTS,
    **cards.ACTS,
    **handover.ACTS,
    **privacy.ACTS,
}
#: What before and after are made of; the names of the model's fields say the rest.
FIELDS: Final = {
    "on": gettext_lazy("data"),
    "since": gettext_lazy("dal"),
    "category": gettext_lazy("categoria"),
    "fields": gettext_lazy("che cosa"),
    "moved": gettext_lazy("passato dall'altra scheda"),
    "roles": gettext_lazy("incarichi"),
    "requires_second_factor": gettext_lazy("secondo fattore"),
    **dues.FIELDS,
    **imports.FIELDS,
    **exports.FIELDS,
    **cash.FIELDS,
    **cards.FIELDS,
    **handover.FIELDS,
    **privacy.FIELDS,
}


@dataclass(frozen=True)
class Change:
    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Line:
    """An entry of the log, told."""

    entry: ClubLogEntry
    actor: str
    sentence: str
    changes: list[Change]


def told(entries: Iterable[ClubLogEntry]) -> list[Line]:
    """The entries in words; the log keeps no private value, so neither do these."""
    return [Line(entry, entry.actor_name, sentence(entry.act), list(changes(entry))) for entry in entries]


def sentence(act: str) -> str:
    """What was done, without who and when; an act of another program is told by its name."""
    return str(ACTS.get(act) or _("ha fatto: %(act)s") % {"act": act})


def changes(entry: ClubLogEntry) -> Iterator[Change]:
    """What was one thing and is another, in the order of `FIELDS`: a database keeps none of its own."""
    before, after = entry.before or {}, entry.after or {}
    places = {name: place for place, name in enumerate(FIELDS)}
    for name in sorted({*before, *after}, key=lambda name: (places.get(name, len(places)), name)):
        if before.get(name) != after.get(name):
            yield Change(_name(name), _value(name, before.get(name)), _value(name, after.get(name)))


def _name(field: str) -> str:
    if field in FIELDS:
        return str(FIELDS[field])
    for model in (Membership, Particulars, Person, Category):
        if field in {one.name for one in model._meta.fields}:
            return str(model._meta.get_field(field).verbose_name)  # type: ignore[union-attr]
    return field


def _value(field: str, value: Any) -> str:
    for told in (cash.value(field, value), privacy.value(field, value)):
        if told is not None:
            return told
    if field == "fields" and value:
        return ", ".join(_name(name) for name in value)
    if field == "moved" and value:
        return ", ".join(f"{_model(label)} ({rows})" for label, rows in value.items())
    if field == "roles" and value:
        return ", ".join(str(RoleKind(kind).label) for kind in value)
    if field == "end_cause" and value:
        return str(EndCause(value).label)
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    return _day(str(value)) if value else ""


def _model(label: str) -> str:
    return str(apps.get_model(label)._meta.verbose_name)


def _day(text: str) -> str:
    """A date as people write it; any other text as it is."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{day.day}/{day.month}/{day.year}"
