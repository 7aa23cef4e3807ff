"""The people of a club: adding, finding and correcting them, with validation, versions and reasons."""

from dataclasses import asdict, replace
from datetime import date
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from club import person_names
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history import log
from club.history.log import lock
from club.models import Club, Particulars, Person, User
from club.person_names import plain, search_key
from club.privacy import consents, publication
from club.register import duplicates, person_data
from club.register.person_data import IDENTITY, NAMES, PARTICULARS, PersonData, person_data_of, version_of


@transaction.atomic
def add(
    club: Club,
    *,
    last_name: str,
    first_name: str,
    is_guest: bool = False,
    name_consent_on: date | None = None,
    by: User | None = None,
) -> Person:
    """Adds a person; the date is that of the consent to print the name in public results."""
    _verify_no_link(f"{last_name} {first_name}")
    person = Person.objects.create(
        club=club,
        last_name=last_name,
        first_name=first_name,
        is_guest=is_guest,
        name_consent_on=name_consent_on,
        search_key=search_key(f"{last_name} {first_name}"),
    )
    consents.record_name_consent(person, name_consent_on, before=None, by=by)
    return person


@transaction.atomic
def change(
    person: Person,
    *,
    last_name: str,
    first_name: str,
    is_guest: bool,
    name_consent_on: date | None,
    by: User | None = None,
) -> Person:
    """Changes the person's name, guest status and name consent; public pages show the change at once.

    The club's log names the changed fields, not their values; the consent has a history of its own.
    """
    club = lock(person.club_id)
    known = Person.objects.get(pk=person.pk)  # the page's form has filled in `person` already
    _verify_no_link(f"{last_name} {first_name}", known=known)
    written = {"last_name": last_name, "first_name": first_name, "is_guest": is_guest}
    changed = [name for name, value in written.items() if value != getattr(known, name)]
    consents.record_name_consent(person, name_consent_on, before=person.name_consent_on, by=by)
    person.last_name, person.first_name, person.is_guest = last_name, first_name, is_guest
    person.name_consent_on = name_consent_on
    person.search_key = search_key(f"{last_name} {first_name}")
    person.save(update_fields=["last_name", "first_name", "is_guest", "name_consent_on", "search_key"])
    # A pending correction of the particulars must not restore the old name unseen.
    if not Particulars.objects.filter(person=person).update(version=F("version") + 1):
        Particulars.objects.create(person=person)
    if changed:
        log.write(club, by, "person.corrected", subject={"person": person.pk}, after={"fields": changed})
    publication.names_changed(person.club_id)
    return person


def _verify_no_link(full_name: str, known: Person | None = None) -> None:
    """Refuses a name that letters and pages would show as a link; officers may write anything else.

    A name that `known` already has is accepted: it is older than the refusal.
    """
    is_new = known is None or full_name != f"{known.last_name} {known.first_name}"
    if is_new and person_names.carries_link(full_name):
        raise ClubInputRefused("name-has-link", person_names.link_sentence())


def find(club: Club, letters: str) -> QuerySet[Person]:
    """The people of `club` in whose name every typed word begins a word: "ros ma" finds Rossi Mario."""
    words = plain(letters).split()
    condition = Q()
    for word in words:
        condition &= Q(search_key__startswith=word) | Q(search_key__contains=f" {word}")
    return Person.objects.filter(condition, club=club, erased_number=None) if words else Person.objects.none()


@transaction.atomic
def register_person(
    club: Club,
    written: PersonData,
    *,
    today: date,
    by: User,
    key: UUID | None = None,
    is_confirmed_another: bool = False,
) -> Person:
    """Adds a person; idempotent by `key`.

    Refused (409) if a namesake may be the same person, unless confirmed to be another.
    """
    club = lock(club.pk)
    if done := log.entry_by_key(club, key):
        return person_of(club, done.subject["person"])
    written = _verified(club, written, today)
    alike = _alike(club, written, None, is_confirmed_another=is_confirmed_another)
    person = add(club, last_name=written.last_name, first_name=written.first_name)
    Particulars.objects.create(person=person, **_particulars(written))
    duplicates.note_apart(club, person, alike)
    filled = [name for name, value in asdict(written).items() if value]
    log.write(club, by, "person.added", subject={"person": person.pk}, after={"fields": filled}, key=key)
    return person


@transaction.atomic
def correct(
    person_id: int,
    club: Club,
    written: PersonData,
    *,
    version: int,
    reason: str,
    today: date,
    by: User,
    is_confirmed_another: bool = False,
    at_desk: bool = False,
) -> Person:
    """Corrects the person's data; repeating it changes nothing.

    Raises `ClubOutdated` if the particulars were changed after `version` was read. A reason is required if a
    known field of `IDENTITY` changes, except at the desk of an evening's entries: the log says so instead.
    The log names the fields, not their values.
    """
    club = lock(club.pk)
    person = person_of(club, person_id)
    written = _verified(club, written, today, person)
    known = asdict(person_data_of(person))
    changed = [name for name, value in asdict(written).items() if value != known[name]]
    if not changed:
        return person
    _verify_version(person, version)
    if not (reason.strip() or at_desk) and any(known[name] for name in changed if name in IDENTITY):
        raise ClubInputRefused(
            "reason-missing",
            _("Nome, nascita e codice fiscale erano già scritti: per correggerli scrivi il motivo."),
            field="reason",
        )
    if set(changed) & {*NAMES, "born_on"}:
        alike = _alike(club, written, person, is_confirmed_another=is_confirmed_another)
        duplicates.note_apart(club, person, alike)
    _save(person, written, changed)
    subject, after = {"person": person.pk}, {"fields": changed, **({"at_desk": True} if at_desk else {})}
    log.write(club, by, "person.corrected", subject=subject, after=after, reason=reason.strip()[:300])
    return person


def person_of(club: Club, person_id: int) -> Person:
    """The club's person with this id, with the particulars. Refused if there is none."""
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


def _save(person: Person, written: PersonData, changed: list[str]) -> None:
    if set(changed) & set(NAMES):
        person.last_name, person.first_name = written.last_name, written.first_name
        person.search_key = person_names.search_key(f"{written.last_name} {written.first_name}")
        person.save(update_fields=[*NAMES, "search_key"])
        publication.names_changed(person.club_id)
    version = version_of(person) + 1
    known, _made = Particulars.objects.update_or_create(
        person=person, defaults={**_particulars(written), "version": version}
    )
    person.particulars = known


def _particulars(written: PersonData) -> dict[str, object]:
    return {name: getattr(written, name) for name in PARTICULARS}


def _verified(club: Club, written: PersonData, today: date, person: Person | None = None) -> PersonData:
    """The data, tidied and validated."""
    tidied = person_data.tidy_data(written)
    _verify_no_link(f"{tidied.last_name} {tidied.first_name}", known=person)
    person_data.verify(club, tidied, today, person)
    if not person_data.code_doubts(tidied):
        tidied = replace(tidied, fiscal_code_reason="")
    return tidied


def _alike(
    club: Club, written: PersonData, person: Person | None, *, is_confirmed_another: bool
) -> list[Person]:
    """The namesakes who may be the same person; refused unless confirmed to be others."""
    alike = person_data.namesakes(club, written, person)
    if alike and not is_confirmed_another:
        raise ClubError(
            "same-person-perhaps",
            _(
                "C'è già %(name)s%(born)s: se è la stessa persona apri la sua scheda, "
                "se è un omonimo confermalo e salva di nuovo."
            )
            % {"name": alike[0].full_name, "born": person_data.birthday_note(alike[0])},
            people=[one.pk for one in alike],
        )
    return alike
