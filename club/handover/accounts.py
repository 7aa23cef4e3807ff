"""The accounts of the officers: by address, so that whoever has one here keeps it as it is."""

from typing import Any

from django.db.models.functions import Lower

from club.handover.keys import Keys
from club.models import User


def place(keys: Keys, rows: list[dict[str, Any]]) -> set[int]:
    """Gives the accounts of the archive their keys; which of them are here already."""
    addresses = {row["email"].lower(): row["id"] for row in rows}
    here = User.objects.annotate(lower=Lower("email")).filter(lower__in=addresses)
    known = {addresses[user.email.lower()]: user.pk for user in here}
    keys.place(User, {row["id"] for row in rows} - known.keys())
    for old, new in known.items():
        keys.put(User, old, new)
    return set(known)
