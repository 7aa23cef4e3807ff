"""Undoes an import, as long as nothing depends on it, and deletes unfinished imports."""

from datetime import datetime, timedelta
from typing import Any, Final

from celery import shared_task
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.dues.payments import NOT_PAID
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.imports.writing_extras import BATCH
from club.models import (
    Card,
    Club,
    Consent,
    Due,
    Import,
    ImportRow,
    Look,
    MemberNumber,
    Membership,
    Particulars,
    Person,
    ToldApart,
    User,
)
from club.privacy import publication
from club.register.person_data import PARTICULARS

#: After this time the register is the club's only list of its members, and has changed since the import.
UNDO_WITHIN: Final = timedelta(days=30)
#: Rows deleted with a person whom the import added: written by it, or records of access.
OWN: Final = frozenset({Particulars, MemberNumber, Membership, ImportRow, Look, ToldApart})
#: Rows that imports and officers write: `_verify_extras` distinguishes theirs.
EXTRAS: Final = frozenset({Due, Consent, Card})
#: Acts that change no data.
HARMLESS: Final = frozenset({"person.told-apart"})


def can_undo(one: Import) -> bool:
    """Whether the import was written, and not too long ago."""
    oldest = timezone.now() - UNDO_WITHIN
    return one.state == Import.State.DONE and one.written_at is not None and one.written_at > oldest


@transaction.atomic
def undo(import_id: int, club: Club, *, reason: str, by: User) -> Import:
    """Undoes the import: deletes its people, memberships and categories, and blanks the fields it filled.

    All or nothing. Refused if a person of the import was since corrected, renewed or entered in an evening,
    or if any other row refers to one; the refusal names the person. Repeating it changes nothing.
    """
    club = lock(club.pk)
    one = Import.objects.get(club=club, pk=import_id)
    if one.state == Import.State.UNDONE:
        return one
    if not can_undo(one):
        raise ClubError("too-late", _("Questa importazione non si può più annullare."))
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché annulli l'importazione."))
    rows = list(one.rows.exclude(made={}).select_related("person__particulars"))
    _verify_untouched(club, one, rows)
    _delete_extras(club, one, rows)
    _delete_people(club, rows)
    _delete_years(club, one, by)
    _delete_categories(club, rows, by)
    one.state, one.undone_at = Import.State.UNDONE, timezone.now()
    one.save(update_fields=["state", "undone_at"])
    after = {"people": len(rows)}
    log.write(club, by, "import.undone", subject={"import": one.pk}, after=after, reason=reason.strip()[:300])
    return one


def _verify_untouched(club: Club, one: Import, rows: list[ImportRow]) -> None:
    since = club.log.filter(number__gt=one.log_number or 0).exclude(act__in=HARMLESS)
    now = log.current_key_lookup(club, Person)
    logged = {
        now(number, subject[name])
        for number, subject in since.values_list("number", "subject")
        for name in ("person", "other", "gone")
        if name in subject
    }
    for row in rows:
        person = row.person
        particulars = getattr(person, "particulars", None) if person else None
        if (
            person is None
            or person.pk in logged
            or particulars is None
            or particulars.version != row.made["version"]
        ):
            raise _touched(person)
    fresh = [row.person_id for row in rows if row.made["is_new"]]
    for relation in Person._meta.get_fields(include_hidden=True):
        if relation.auto_created and not relation.concrete and relation.related_model not in OWN | EXTRAS:
            _verify_unused(relation, fresh)
    _verify_extras(one, rows, has_renewed=since.filter(act="year.renewed").exists())


def _verify_extras(one: Import, rows: list[ImportRow], *, has_renewed: bool) -> None:
    """Refuses dues, consents and membership cards that the import did not write, or that were used since."""
    for at in range(0, len(rows), BATCH):
        made = {row.person_id: row.made for row in rows[at : at + BATCH]}
        for due in Due.objects.filter(person__in=made).select_related("person", "year"):
            person_made = made[due.person_id]
            is_ours = due.year.starts_on.year in (
                *person_made.get("dues", ()),
                *person_made.get("settled", ()),
            )
            if not is_ours and (person_made["is_new"] or (person_made["membership"] and has_renewed)):
                raise _touched(due.person)
        for consent in Consent.objects.filter(person__in=made).select_related("person"):
            if made[consent.person_id]["is_new"] and consent.at != one.written_at:
                raise _touched(consent.person)
        for card in Card.objects.filter(person__in=made).select_related("person"):
            person_made = made[card.person_id]
            is_ours = card.valid_from.isoformat() in person_made.get("cards", ())
            if (is_ours and (card.printed_on or card.revoked_on)) or (person_made["is_new"] and not is_ours):
                raise _touched(card.person)


def _verify_unused(relation: Any, people: list[int | None]) -> None:
    """Refuses if a row of that kind refers to one of these people."""
    name = relation.field.name
    for at in range(0, len(people), BATCH):
        some = people[at : at + BATCH]
        used = (
            relation.related_model._base_manager.filter(**{f"{name}__in": some}).select_related(name).first()
        )
        if used:
            raise _touched(getattr(used, name))


def _touched(person: Person | None) -> ClubError:
    if person is None:
        return ClubError("used-since", _("Dopo l'importazione una delle persone è stata unita o cancellata."))
    return ClubError(
        "used-since",
        _(
            "Dopo l'importazione %(name)s è stato cambiato o ha già giocato o pagato: annullare "
            "cancellerebbe anche questo. Correggi le singole schede."
        )
        % {"name": person.full_name},
        person=person.pk,
    )


def _delete_extras(club: Club, one: Import, rows: list[ImportRow]) -> None:
    """Deletes the dues, consents and membership cards that the import wrote; dues that it recorded as paid
    are owed again. In batches."""
    for at in range(0, len(rows), BATCH):
        made = {row.person_id: row.made for row in rows[at : at + BATCH]}
        dues = list(Due.objects.filter(person__in=made).values_list("pk", "person_id", "year__starts_on"))
        written = [pk for pk, person, first in dues if first.year in made[person].get("dues", ())]
        settled = [pk for pk, person, first in dues if first.year in made[person].get("settled", ())]
        Due.objects.filter(pk__in=written).delete()
        Due.objects.filter(pk__in=settled).update(**NOT_PAID)
        cards = Card.objects.filter(person__in=made).values_list("pk", "person_id", "valid_from")
        ours = [pk for pk, person, first in cards if first.isoformat() in made[person].get("cards", ())]
        Card.objects.filter(pk__in=ours).delete()
        consented = [person for person, person_made in made.items() if person and person_made.get("consents")]
        _delete_consents(one.written_at, consented)
    if any(row.made.get("consents") for row in rows):
        publication.names_changed(club.pk)


def _delete_consents(at: datetime | None, people: list[int]) -> None:
    """Deletes the consents of these people; earlier answers about their names are in force again."""
    if at is None or not people:
        return
    Consent.objects.filter(person__in=people, at=at).delete()
    consents = Consent.objects.filter(person__in=people, about=Consent.About.NAME).order_by("on", "pk")
    last = {consent.person_id: consent.on if consent.is_given else None for consent in consents}
    persons = list(Person.objects.filter(pk__in=people))
    for person in persons:
        person.name_consent_on = last.get(person.pk)
    Person.objects.bulk_update(persons, ["name_consent_on"], batch_size=100)


def _delete_years(club: Club, one: Import, by: User) -> None:
    """Deletes the years that the import opened, if they are empty."""
    opened = set(one.outcome.get("years", ()))
    for year in club.years.filter(dues=None, amounts=None) if opened else ():
        if year.label in opened:
            label = year.label
            year.delete()
            log.write(club, by, "year.removed", subject={"year": label, "import": one.pk})


def _delete_people(club: Club, rows: list[ImportRow]) -> None:
    """Deletes memberships, numbers and new people, in batches; memberships first, because they protect
    people.
    """
    for at in range(0, len(rows), BATCH):
        some = rows[at : at + BATCH]
        Membership.objects.filter(club=club, pk__in=_made(some, "membership")).delete()
        MemberNumber.objects.filter(club=club, number__in=_made(some, "number")).delete()
        Person.objects.filter(
            club=club, pk__in=[row.person_id for row in some if row.made["is_new"]]
        ).delete()
    _blank([row for row in rows if not row.made["is_new"]])


def _delete_categories(club: Club, rows: list[ImportRow], by: User) -> None:
    """Deletes the categories that the import added and nothing else uses."""
    names = {row.made.get("category", "") for row in rows}
    unused = club.categories.filter(name__in=names, spells=None, amounts=None)
    empty = [one for one in unused if not Due.objects.filter(category=one).exists()]
    for one in empty:
        one.delete()
        log.write(club, by, "category.removed", before={"category": one.name, "votes": one.votes})


def _made(rows: list[ImportRow], kind: str) -> list[int]:
    return [row.made[kind] for row in rows if row.made[kind] is not None]


def _blank(rows: list[ImportRow]) -> None:
    """Blanks the fields that the import filled for people who were in the club before; those who were guests
    are guests again."""
    blank, changed, guests = Particulars(), [], []
    for row in rows:
        if row.person is not None and row.made["fields"]:
            particulars = row.person.particulars
            for name in row.made["fields"]:
                setattr(particulars, name, getattr(blank, name))
            particulars.version += 1
            changed.append(particulars)
        if row.person_id and row.made["was_guest"]:
            guests.append(row.person_id)
    Particulars.objects.bulk_update(changed, [*PARTICULARS, "version"], batch_size=50)
    for at in range(0, len(guests), BATCH):
        Person.objects.filter(pk__in=guests[at : at + BATCH]).update(is_guest=True)


#: Enough time to ask somebody for a missing date; longer would keep private data without need.
UNFINISHED_KEPT: Final = timedelta(days=7)
OVER: Final = (Import.State.DONE, Import.State.UNDONE)


def forget_old() -> int:
    """Deletes unfinished imports with their rows and files; returns how many."""
    old = Import.objects.exclude(state__in=OVER).filter(began_at__lt=timezone.now() - UNFINISHED_KEPT)
    return old.delete()[0]


@shared_task(name="club.imports.tasks.forget_sheets")
def forget_sheets() -> None:
    """Runs daily by Celery beat; without beat, opening the page of imports does the same."""
    forget_old()
