"""The association behind the club, as receipts and the privacy notice describe it."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, User
from club.receipts.wording import is_code_of_association
from club.register import fiscal_code

FIELDS = (
    "address", "city", "fiscal_code", "runts_number", "ras_number", "stamp_duty", "privacy_contact",
    "year_start", "days_to_pay",
)  # fmt: skip


@transaction.atomic
def describe(club: Club, *, by: User, **values: Any) -> Club:
    """Saves what is given of the fields; existing receipts do not change.

    Refused for a codice fiscale whose check digit is wrong.
    """
    club = lock(club.pk)
    values["fiscal_code"] = fiscal_code.tidy_code(values["fiscal_code"])
    if values["fiscal_code"] and not is_code_of_association(values["fiscal_code"]):
        raise ClubInputRefused(
            "fiscal-code-wrong",
            _("Questo codice fiscale non torna: quello di un'associazione ha undici cifre. Ricontrollalo."),
        )
    changed = [name for name in FIELDS if name in values and getattr(club, name) != values[name]]
    if changed:
        for name in changed:
            setattr(club, name, values[name])
        club.save(update_fields=changed)
        log.write(club, by, "association.changed", after={"fields": changed})
    return club
