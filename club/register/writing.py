"""Writing and correcting what the register says of a person: checked, with a version and a reason."""

from dataclasses import asdict, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from club import log, people, publication
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.locking import lock
from club.models import Club, Particulars, Person, User
from club.register import checks, duplicates
from club.register.written import IDENTITY, NAMES, PARTICULARS, Written, of, version_of


@transaction.atomic
def add(
    club: Club,
    written: Written,
    *,
    today: date,
    by: User,
    key: UUID | None = None,
    is_confirmed_another: bool = False,
) -> Person:
    """A new person of the club; under a key already used, the one that it made.

    Somebody of the same name who may be the same is refused (409), unless confirmed to be another.
    """
    club = lock(club.pk)
    if done := log.of_key(club, key):
        return person_of(club, done.subject["person"])
    written = _verified(club, written, today)
    alike = _alike(club, written, None, is_confirmed_another=is_confirmed_another)
    person = people.add(club, last_name=written.last_name, first_name=written.first_name)
    Particulars.objects.create(person=person, **_particulars(written))
    duplicates.note_apart(club, person, alike)
    said = [name for name, value in asdict(written).items() if value]
    log.write(club, by, "person.added", subject={"person": person.pk}, after={"fields": said}, key=key)
    return person


@transaction.atomic
def correct(
    person_id: int,
    club: Club,
    written: Written,
    *,
    version: int,
    reason: str,
    today: date,
    by: User,
    is_confirmed_another: bool = False,
) -> Person:
    """The person, as now written. Sent twice it changes nothing the second time.

    Raises `ClubOutdated` when somebody changed the particulars after `version` was read, and asks for a
    reason when who the person is (`IDENTITY`) was known otherwise. The log has the fields, not their values.
    """
    club = lock(club.pk)
    person = person_of(club, person_id)
    written = _verified(club, written, today, person)
    known = asdict(of(person))
    changed = [name for name, value in asdict(written).items() if value != known[name]]
    if not changed:
        return person
    _verify_version(person, version)
    if not reason.strip() and any(known[name] for name in changed if name in IDENTITY):
        raise ClubInputRefused(
            "reason-missing",
            _("Nome, nascita e codice fiscale erano già scritti: per correggerli scrivi il motivo."),
        )
    if set(changed) & {*NAMES, "born_on"}:
        alike = _alike(club, written, person, is_confirmed_another=is_confirmed_another)
        duplicates.note_apart(club, person, alike)
    _save(person, written, changed)
    subject, after = {"person": person.pk}, {"fields": changed}
    log.write(club, by, "person.corrected", subject=subject, after=after, reason=reason.strip()[:300])
    return person


def person_of(club: Club, person_id: int) -> Person:
    """The person with what is written of them; refused where it is not one of the club."""
    person = Person.objects.filter(club=club, pk=person_id).select_related("particulars").first()
    if person is None:
        raise ClubError("unknown-person", _("Questa persona non c'è più: torna al libro soci."))
    return person


def _verify_version(person: Person, version: int) -> None:
    if version_of(person) != version:
        raise ClubOutdated(
            "changed-meanwhile",
            _("Qualcuno ha cambiato questi dati nel frattempo: guarda come sono ora e riprova."),
            current=version_of(person),
        )


def _save(person: Person, written: Written, changed: list[str]) -> None:
    if set(changed) & set(NAMES):
        person.last_name, person.first_name = written.last_name, written.first_name
        person.search_key = people.search_key(f"{written.last_name} {written.first_name}")
        person.save(update_fields=[*NAMES, "search_key"])
        publication.names_changed(person.club_id)
    version = version_of(person) + 1
    known, _made = Particulars.objects.update_or_create(
        person=person, defaults={**_particulars(written), "version": version}
    )
    person.particulars = known


def _particulars(written: Written) -> dict[str, Any]:
    return {name: getattr(written, name) for name in PARTICULARS}


def _verified(club: Club, written: Written, today: date, person: Person | None = None) -> Written:
    """The same, tidied; refused where it cannot be."""
    tidied = checks.tidied(written)
    checks.verify(club, tidied, today, person)
    if not checks.doubts_of(tidied):
        tidied = replace(tidied, fiscal_code_reason="")
    return tidied


def _alike(
    club: Club, written: Written, person: Person | None, *, is_confirmed_another: bool
) -> list[Person]:
    """Those of the same name who may be the same person; refused unless confirmed to be others."""
    alike = checks.alike(club, written, person)
    if alike and not is_confirmed_another:
        raise ClubError(
            "same-person-perhaps",
            _(
                "C'è già %(name)s%(born)s: se è la stessa persona apri la sua scheda, "
                "se è un omonimo confermalo e salva di nuovo."
            )
            % {"name": alike[0].full_name, "born": checks.born_told(alike[0])},
            people=[one.pk for one in alike],
        )
    return alike
