"""Taking a season away: its evenings stay as they were played, the log keeps what it was."""

from django.db import transaction
from django.utils.translation import gettext as _

from club import log
from club.locking import lock
from club.models import Club, ClubLogEntry, User
from tournaments import club_editions
from tournaments.errors import InputRefused
from tournaments.models import Season
from tournaments.season_keeping.making import key_of, said


@transaction.atomic
def delete(season_id: int, *, by: User, reason: str) -> ClubLogEntry:
    """What the log says of it. The evenings, and a final that was made, stay tournaments like any other.

    Raises InputRefused for want of a reason, Season.DoesNotExist for one that has been taken away already.
    """
    club = lock(Season.objects.values_list("club_id", flat=True).get(pk=season_id))
    season = Season.objects.select_for_update().get(pk=season_id)
    if not reason.strip():
        raise InputRefused("reason-missing", _("Scrivi il motivo: resta nel registro."))
    subject = {"season": season.pk, "name": season.name}
    entry = log.write(club, by, "season.deleted", subject=subject, before=said(season), reason=reason.strip())
    season.delete()
    club_editions.changed(key_of(season_id))
    return entry


def deleted(club: Club) -> list[ClubLogEntry]:
    """The seasons taken away, the newest first, as the log has them. One query."""
    return list(club.log.filter(act="season.deleted").order_by("-number"))
