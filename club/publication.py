"""What of a club everybody may read: names, and whether search engines may list its pages.

Whoever changes a name, a consent or one of these rules calls `names_changed` in the same transaction: no page
or answer made before is then given out again.
"""

import secrets
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import F

from club.models import Club

#: In the cache; another value after every change, of whatever club: no query tells that names are the same.
MARK: Final = "names"
#: What search engines are told in every answer.
ROBOTS: Final = "X-Robots-Tag"
#: Longer than anything made from names is kept.
MARK_SECONDS: Final = 3600


def rules(club: Club, *, unnamed: str, is_indexed: bool) -> Club:
    """The club with these rules; pages follow at once, search engines when they next come by."""
    with transaction.atomic():
        club.unnamed, club.is_indexed = unnamed, is_indexed
        club.save(update_fields=["unnamed", "is_indexed"])
        names_changed(club.pk)
    return club


def names_changed(club_id: int) -> None:
    """Notes that names of the club read otherwise from now on. One query."""
    Club.objects.filter(pk=club_id).update(names_version=F("names_version") + 1)
    transaction.on_commit(_tell, robust=True)


def robots(*, is_indexed: bool) -> str:
    """The word for search engines: nothing is listed but what the club says may be."""
    return "all" if is_indexed else "noindex, nofollow"


def _tell() -> None:
    cache.set(MARK, secrets.token_hex(8), MARK_SECONDS)
