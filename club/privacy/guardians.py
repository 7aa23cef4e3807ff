"""Minors on a day, and the guardians who answer and sign for them."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.days import of_age_on
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, Guardian, Particulars, Person, User


def birth_date(person: Person) -> date | None:
    """The date of birth in the register, if known. One query, none if the particulars are loaded."""
    particulars: Particulars | None = getattr(person, "particulars", None)
    return particulars.born_on if particulars else None


def is_minor(person: Person, day: date) -> bool:
    """Whether the person was under eighteen on `day`, according to the register."""
    born = birth_date(person)
    return born is not None and day < of_age_on(born)


def guardians_of_minors(people: Sequence[Person], on: date) -> tuple[dict[int, str], list[Person]]:
    """The guardians of the minors among these people on that day, and the minors without a guardian.

    Guardians are written as "Rossi Maria, genitore", by the minor's id. One query, more if particulars are
    not loaded.
    """
    minors = [person for person in people if is_minor(person, on)]
    known = {one.person_id: guardian_line(one) for one in Guardian.objects.filter(person__in=minors)}
    return known, [person for person in minors if person.pk not in known]


def guardian_line(guardian: Guardian) -> str:
    """The guardian as papers name them: "Rossi Maria, genitore"."""
    return f"{guardian.name}, {guardian.get_relation_display()}"[:130]


def required_guardians(people: Sequence[Person], on: date) -> dict[int, str]:
    """The guardians who say yes for the minors among these people; refused for a minor without a guardian."""
    guardians, without = guardians_of_minors(people, on)
    if without:
        raise ClubInputRefused(
            "guardian-missing",
            ngettext(
                "%(names)s è minorenne: scrivi prima chi ne ha la responsabilità e dà il consenso.",
                "%(names)s sono minorenni: scrivi prima chi ne ha la responsabilità e dà il consenso.",
                len(without),
            )
            % {"names": ", ".join(person.full_name for person in without)},
        )
    return guardians


@transaction.atomic
def write_guardian(
    person_id: int, club: Club, *, name: str, relation: str, email: str, phone: str, by: User
) -> Guardian:
    """The guardian as saved; an unchanged one is not logged. The log names fields, not their values."""
    club = lock(club.pk)
    person = Person.objects.filter(club=club, pk=person_id, erased_number=None).first()
    if person is None:
        raise ClubError("unknown-person", _("Questa persona non c'è più: torna al libro soci."))
    values = {"name": name.strip(), "relation": relation, "email": email.strip(), "phone": phone.strip()}
    if not values["name"]:
        raise ClubInputRefused("name-missing", _("Scrivi cognome e nome di chi ne ha la responsabilità."))
    if not (values["email"] or values["phone"]):
        raise ClubInputRefused("contact-missing", _("Scrivi un telefono o un'e-mail, per poterlo chiamare."))
    guardian = Guardian.objects.filter(person=person).first() or Guardian(person=person)
    changed = [name for name, value in values.items() if getattr(guardian, name) != value]
    if changed:
        for field in changed:
            setattr(guardian, field, values[field])
        guardian.save()
        subject = {"person": person.pk}
        log.write(club, by, "guardian.written", subject=subject, after={"fields": changed})
    return guardian
