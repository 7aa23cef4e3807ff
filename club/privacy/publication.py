"""Publication: the names that the public sees, and whether search engines may list a club's pages.

Every change of a name, a consent or one of these rules calls `names_changed` in the same transaction, so that
no page made before is served again.
"""

import secrets
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import F

from club.models import Club

#: A cache key whose value changes whenever a name changes in any club: pages compare it without a query.
MARK: Final = "names"
#: The header that tells search engines what they may list.
ROBOTS: Final = "X-Robots-Tag"
#: Longer than the cache keeps anything made from names.
MARK_SECONDS: Final = 3600


def set_rules(club: Club, *, unnamed: str, is_indexed: bool) -> Club:
    """Saves the rules and returns the club; pages change at once, search engines at their next visit."""
    with transaction.atomic():
        club.unnamed, club.is_indexed = unnamed, is_indexed
        club.save(update_fields=["unnamed", "is_indexed"])
        names_changed(club.pk)
    return club


def names_changed(club_id: int) -> None:
    """Marks that names of the club have changed. One query."""
    Club.objects.filter(pk=club_id).update(names_version=F("names_version") + 1)
    transaction.on_commit(_change_mark, robust=True)


def robots(*, is_indexed: bool) -> str:
    """The value of the header: nothing may be listed unless the club allows it."""
    return "all" if is_indexed else "noindex, nofollow"


def _change_mark() -> None:
    cache.set(MARK, secrets.token_hex(8), MARK_SECONDS)
