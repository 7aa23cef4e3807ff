"""Dated notes about a person, written, corrected and removed by officers; the log never holds their text."""

from datetime import date
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.access import Right, rights
from club.errors import ClubError, ClubInputRefused, ClubOutdated
from club.history import log
from club.history.log import lock
from club.models import Club, PersonNote, User


def may_change(note: PersonNote, user: User, *, is_owner: bool) -> bool:
    """Whether the user may correct or remove the note: its author, and the owner of the club."""
    return is_owner or note.by_id == user.pk


def verify_may_change(note: PersonNote, club: Club, user: User) -> None:
    """Raises PermissionDenied for an officer who neither wrote the note nor owns the club. Up to two
    queries."""
    if not may_change(note, user, is_owner=Right.GIVE_ROLES in rights(user, club)):
        raise PermissionDenied(_("La nota la cambia chi l'ha scritta, o il titolare del circolo."))


@transaction.atomic
def write(
    person_id: int, club: Club, *, text: str, on: date, today: date, by: User, key: UUID | None
) -> PersonNote:
    """Writes a note and returns it; idempotent by `key`. Refused for an erased person."""
    club = lock(club.pk)
    person = club.people.filter(pk=person_id, erased_number=None).first()
    if person is None:
        raise ClubError("unknown-person", _("Questa persona non c'è più: torna al libro soci."))
    if key is None:
        raise ClubInputRefused("key-missing", _("Ricarica la pagina e scrivi di nuovo la nota."))
    if done := PersonNote.objects.filter(person=person, key=key).first():
        return done
    text = _verified(text, on, today)
    note = PersonNote.objects.create(
        person=person, on=on, text=text, at=timezone.now(), by=by, by_name=str(by)[:150], key=key
    )
    log.write(club, by, "note.written", subject={"person": person.pk}, after={"on": on.isoformat()})
    return note


@transaction.atomic
def correct(
    note_id: int, club: Club, *, text: str, on: date, version: int, today: date, by: User
) -> PersonNote:
    """Saves the corrected note; its author stays. Raises ClubOutdated if it was changed meanwhile."""
    club = lock(club.pk)
    note = _note(note_id, club, version, by)
    before, text = note.on, _verified(text, on, today)
    if (before, note.text) == (on, text):
        return note
    note.on, note.text, note.version = on, text, version + 1
    note.save(update_fields=["on", "text", "version"])
    log.write(
        club,
        by,
        "note.corrected",
        subject={"person": note.person_id},
        before={"on": before.isoformat()},
        after={"on": on.isoformat()},
    )
    return note


@transaction.atomic
def remove(note_id: int, club: Club, *, version: int, by: User) -> int:
    """Deletes the note and returns the id of its person. Raises ClubOutdated if it was changed meanwhile."""
    club = lock(club.pk)
    note = _note(note_id, club, version, by)
    subject = {"person": note.person_id}
    log.write(club, by, "note.removed", subject=subject, before={"on": note.on.isoformat()})
    note.delete()
    return subject["person"]


def _note(note_id: int, club: Club, version: int, by: User) -> PersonNote:
    note = PersonNote.objects.filter(person__club=club, pk=note_id).first()
    if note is None:
        raise ClubError("unknown-note", _("Questa nota non c'è più: è stata tolta."))
    verify_may_change(note, club, by)
    if note.version != version:
        raise ClubOutdated(
            "changed-meanwhile",
            _("Intanto la nota è stata corretta: adesso dice «%(text)s».") % {"text": note.text},
            current=note.version,
        )
    return note


def _verified(text: str, on: date, today: date) -> str:
    """The text without blanks around it; refused if it is empty, and for a day to come."""
    if not text.strip():
        raise ClubInputRefused("text-missing", _("Scrivi la nota."), field="text")
    if on > today:
        raise ClubInputRefused("future", _("La data di una nota non può essere nel futuro."), field="on")
    return text.strip()
