"""The kinds of member that the statute has: added, renamed, never taken from who is of one."""

from django.db import transaction
from django.utils.translation import gettext as _

from club import log
from club.errors import ClubError, ClubInputRefused
from club.locking import lock
from club.models import Category, Club, User


@transaction.atomic
def write(club: Club, *, name: str, votes: bool, by: User, category_id: int | None = None) -> Category:
    """The category, new or as now written; the same name twice is refused."""
    club = lock(club.pk)
    name = " ".join(name.split())
    if not name or len(name) > 60:
        raise ClubInputRefused("name-missing", _("Scrivi il nome della categoria, in non più di 60 lettere."))
    others = [one for one in club.categories.all() if one.pk != category_id]
    if any(one.name.casefold() == name.casefold() for one in others):
        raise ClubError("category-there", _("C'è già la categoria «%(name)s».") % {"name": name})
    if category_id is None:
        made = Category.objects.create(club=club, name=name, votes=votes, position=len(others) + 1)
        log.write(club, by, "category.added", after={"category": name, "votes": votes})
        return made
    one = club.categories.filter(pk=category_id).first()
    if one is None:
        raise ClubError("unknown-category", _("Questa categoria non è del circolo."))
    before = {"category": one.name, "votes": one.votes}
    if before != {"category": name, "votes": votes}:
        one.name, one.votes = name, votes
        one.save(update_fields=["name", "votes"])
        log.write(club, by, "category.changed", before=before, after={"category": name, "votes": votes})
    return one
