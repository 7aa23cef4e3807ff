"""Whether a club asks its officers for more than a password."""

from django.db import transaction
from django.utils.translation import gettext as _

from club import log, roles
from club.accounts import factors
from club.errors import ClubError
from club.locking import lock
from club.models import Club, User


@transaction.atomic
def require_second_factor(club: Club, *, required: bool, by: User) -> None:
    """Asks the officers for a second factor, or no more; refused to an owner who has none."""
    club = lock(club.pk)
    roles.verify_owner(club, by)
    if club.requires_second_factor == required:
        return
    if required and not factors.has_second(by):
        raise ClubError(
            "no-second-factor-yourself",
            _("Prima aggiungi un secondo fattore al tuo accesso, poi chiedilo agli altri."),
        )
    Club.objects.filter(pk=club.pk).update(requires_second_factor=required)
    log.write(
        club,
        by,
        "second-factor.required" if required else "second-factor.free",
        before={"requires_second_factor": not required},
        after={"requires_second_factor": required},
    )
