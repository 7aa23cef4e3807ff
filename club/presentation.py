"""The presentation of a club on its public page: place, days, contact, and an announcement."""

import re
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.history import log
from club.models import Club, User
from club.privacy import publication

#: Digits as people write a telephone number.
PHONE: Final = re.compile(r"\+?[\d ./\-]{5,30}")
#: The parts of the presentation, in the order of the page.
PARTS: Final = ("venue", "meets", "contact", "phone", "prices", "first_time")
FIELDS: Final = (*PARTS, "announcement", "announced_until")


def has_presentation(club: Club) -> bool:
    """Whether the club has written any part of its presentation."""
    return any(getattr(club, name) for name in PARTS)


@transaction.atomic
def describe(club: Club, *, by: User, **values: Any) -> Club:
    """Saves the presentation and the announcement; a new announcement bears the date of today.

    The log lists the changed fields, without their texts. Refused for a telephone number with other signs
    than digits, and for an announcement that has ended already.
    """
    club, today = log.lock(club.pk), timezone.localdate()
    changed = [name for name in FIELDS if getattr(club, name) != values[name]]
    _verify(values, changed, today)
    if not changed:
        return club
    for name in changed:
        setattr(club, name, values[name])
    if "announcement" in changed:
        club.announced_on = today if club.announcement else None
    club.save(update_fields=[*changed, "announced_on"])
    # The pages of evenings show the announcement: they are made again.
    publication.names_changed(club.pk)
    log.write(club, by, "presentation.changed", after={"fields": changed})
    return club


def _verify(values: dict[str, Any], changed: list[str], today: date) -> None:
    if values["phone"] and not PHONE.fullmatch(values["phone"]):
        raise ClubInputRefused(
            "phone-wrong", _("Un numero di telefono ha solo cifre, spazi e trattini: riscrivilo.")
        )
    until = values["announced_until"]
    if (
        until
        and until < today
        and {"announcement", "announced_until"} & set(changed)
        and values["announcement"]
    ):
        raise ClubInputRefused(
            "announcement-over", _("Quel giorno è già passato: l'avviso non si leggerebbe mai.")
        )
