"""The assemblies of a club: their day, place and agenda, written and changed before they are held."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.assemblies import voting
from club.days import short_day
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history import log
from club.history.log import lock
from club.models import Assembly, Club, User

#: An assembly farther from today is a typing error.
FARTHEST = timedelta(days=3653)


@transaction.atomic
def add(club: Club, values: Mapping[str, Any], *, key: UUID, by: User) -> Assembly:
    """Adds an assembly with the club's present rules of voting. Idempotent by `key`.

    Refused if the key has already made a different assembly: somebody went back to the page and corrected it.
    """
    club = lock(club.pk)
    _verify(values)
    if done := club.assemblies.filter(key=key).first():
        if any(getattr(done, name) != value for name, value in values.items()):
            raise ClubInputRefused(
                "key-used",
                _("Questa pagina ha già scritto «%(title)s»: aprila fra le assemblee e cambiala lì.")
                % {"title": done.title},
            )
        return done
    made = Assembly.objects.create(club=club, key=key, rules=voting.stored_rules(club), **values)
    log.write(club, by, "assembly.added", subject={"assembly": made.pk}, after={"on": _day(made)}, key=key)
    return made


@transaction.atomic
def change(club: Club, assembly_id: int, values: Mapping[str, Any], *, version: int, by: User) -> Assembly:
    """Changes the assembly. Nothing is logged if nothing changed.

    The log has the names of the changed fields only, because an agenda may name people. Raises `ClubOutdated`
    if it was changed after `version` was read. Refused once the minutes are approved.
    """
    club = lock(club.pk)
    _verify(values)
    assembly = open_assembly(club, assembly_id)
    changed = [name for name, value in values.items() if getattr(assembly, name) != value]
    if not changed:
        return assembly
    if assembly.version != version:
        raise ClubOutdated(
            "changed-meanwhile",
            _("Qualcuno ha cambiato questa assemblea nel frattempo: guarda com'è ora e riprova."),
            current=assembly.version,
        )
    for name in changed:
        setattr(assembly, name, values[name])
    assembly.version += 1
    assembly.save(update_fields=[*changed, "version"])
    log.write(club, by, "assembly.changed", subject={"assembly": assembly.pk}, after={"fields": changed})
    return assembly


def _verify(values: Mapping[str, Any]) -> None:
    first, second = values["first_call_at"], values["second_call_at"]
    if abs(first - timezone.now()) > FARTHEST:
        raise ClubInputRefused(
            "day-unlikely",
            _("Il %(day)s è lontano più di dieci anni: guarda l'anno.")
            % {"day": short_day(timezone.localtime(first).date())},
            field="first_day",
        )
    if second is not None and second <= values["first_call_at"]:
        raise ClubInputRefused(
            "second-call-early",
            _("La seconda convocazione viene dopo la prima: correggi il giorno o l'ora."),
            field="second_call_at",
        )
    if not values["agenda"].strip():
        raise ClubInputRefused(
            "agenda-missing", _("Scrivi l'ordine del giorno, un punto per riga."), field="agenda"
        )


def _day(assembly: Assembly) -> str:
    return timezone.localtime(assembly.first_call_at).date().isoformat()


@transaction.atomic
def remove(club: Club, assembly_id: int, *, by: User) -> None:
    """Deletes an assembly that was written by mistake; refused once it was convened or held."""
    club = lock(club.pk)
    assembly = open_assembly(club, assembly_id)
    if assembly.letters.exists() or assembly.attendances.exists() or assembly.minutes.exists():
        raise ClubError(
            "assembly-began",
            _("È già stata convocata o tenuta: resta fra le assemblee. Se non si fa, scrivilo nel verbale."),
        )
    log.write(club, by, "assembly.removed", subject={"assembly": assembly.pk}, before={"on": _day(assembly)})
    assembly.delete()


def assembly_of(club: Club, assembly_id: int) -> Assembly:
    """The assembly with its rules; refused if the club has none with that id."""
    assembly = club.assemblies.filter(pk=assembly_id).select_related("rules", "club").first()
    if assembly is None:
        raise ClubError("unknown-assembly", _("Questa assemblea non c'è più: torna all'elenco."))
    return assembly


def open_assembly(club: Club, assembly_id: int) -> Assembly:
    """The assembly, to be changed; refused once its minutes are approved."""
    assembly = assembly_of(club, assembly_id)
    if assembly.is_closed:
        raise ClubError("minutes-approved", _("Il verbale è approvato: l'assemblea resta scritta com'è."))
    return assembly
