"""The association's data on receipts, and the months of its year."""

import re
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubInputRefused
from club.history import log
from club.locking import lock
from club.models import Club, User
from club.register import fiscal_code

FIELDS = ("address", "city", "fiscal_code", "stamp_duty", "year_start")


@transaction.atomic
def describe(club: Club, *, by: User, **said: Any) -> Club:
    """Saves address, codice fiscale, stamp duty and kind of year; receipts already written stay.

    Refused for a codice fiscale whose check digit is wrong.
    """
    club = lock(club.pk)
    said["fiscal_code"] = fiscal_code.tidy_code(said["fiscal_code"])
    if said["fiscal_code"] and not is_code_of_association(said["fiscal_code"]):
        raise ClubInputRefused(
            "fiscal-code-wrong",
            _("Questo codice fiscale non torna: quello di un'associazione ha undici cifre. Ricontrollalo."),
        )
    changed = [name for name in FIELDS if getattr(club, name) != said[name]]
    if changed:
        for name in changed:
            setattr(club, name, said[name])
        club.save(update_fields=changed)
        log.write(club, by, "association.changed", after={"fields": changed})
    return club


def is_code_of_association(code: str) -> bool:
    """Whether the last of the eleven digits is the right check digit (D.M. 23/12/1976, as for the VAT)."""
    if not re.fullmatch(r"[0-9]{11}", code):
        return False
    digits = [int(digit) for digit in code]
    doubled = [2 * digit - 9 if digit > 4 else 2 * digit for digit in digits[1::2]]
    return (sum(digits[0::2]) + sum(doubled)) % 10 == 0
