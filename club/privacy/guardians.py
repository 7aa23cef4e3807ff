"""Who speaks for a minor, as the register keeps it."""

from django.db import transaction
from django.utils.translation import gettext as _

from club import log
from club.errors import ClubError, ClubInputRefused
from club.locking import lock
from club.models import Club, Guardian, Person, User


@transaction.atomic
def write(
    person_id: int, club: Club, *, name: str, relation: str, email: str, phone: str, by: User
) -> Guardian:
    """The guardian, as now written; sent twice it changes nothing. The log has fields, not their values."""
    club = lock(club.pk)
    person = Person.objects.filter(club=club, pk=person_id, erased_number=None).first()
    if person is None:
        raise ClubError("unknown-person", _("Questa persona non c'è più: torna al libro soci."))
    said = {"name": name.strip(), "relation": relation, "email": email.strip(), "phone": phone.strip()}
    if not said["name"]:
        raise ClubInputRefused("name-missing", _("Scrivi cognome e nome di chi ne ha la responsabilità."))
    if not (said["email"] or said["phone"]):
        raise ClubInputRefused("contact-missing", _("Scrivi un telefono o un'e-mail, per poterlo chiamare."))
    known = Guardian.objects.filter(person=person).first() or Guardian(person=person)
    changed = [name for name, value in said.items() if getattr(known, name) != value]
    if changed:
        for field in changed:
            setattr(known, field, said[field])
        known.save()
        subject = {"person": person.pk}
        log.write(club, by, "guardian.written", subject=subject, after={"fields": changed})
    return known
