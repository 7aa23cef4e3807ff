"""The logs that came with a club: every link of every chain holds, and none was cut off at its end."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from club.chaining import Chained, first_broken
from club.handover.errors import ArchiveRefused
from club.handover.keys import Keys
from club.handover.parts import all_parts
from club.models import Club, ClubLogEntry
from club.models.chained import ChainedEntry


def verify(club: Club, keys: Keys, told: Mapping[str, list[Any]]) -> None:
    """Raises ArchiveRefused where a log is not the one that the manifest tells of."""
    _verify(ClubLogEntry.objects.filter(club=club).order_by("number"), told.get("", [0, ""]))
    for part in all_parts():
        if issubclass(part.model, ChainedEntry) and part.model is not ClubLogEntry:
            _verify_others(part.model, keys, {name: last for name, last in told.items() if name})


def _verify_others(model: type[ChainedEntry], keys: Keys, told: Mapping[str, list[Any]]) -> None:
    owner = next(field for field in model._meta.concrete_fields if field.name == "tournament")
    label = owner.related_model._meta.label_lower  # type: ignore[union-attr]
    for old, new in keys.all_of(label):
        entries = model._base_manager.filter(**{owner.attname: new}).order_by("number")
        _verify(entries, told.get(str(old), [0, ""]))


def _verify(entries: Iterable[Chained], last_told: list[Any]) -> None:
    there = list(entries)
    last = [there[-1].number, there[-1].hash] if there else [0, ""]
    if first_broken(there) is not None or last != last_told:
        raise ArchiveRefused(
            "log-broken",
            _(
                "Il registro nell'archivio non è più quello scritto a suo tempo: la catena delle righe si "
                "interrompe. Qualcuno l'ha cambiato: fatti dare il file di nuovo."
            ),
        )
