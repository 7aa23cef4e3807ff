from django.db import models
from django.utils.translation import gettext_lazy as _

from club.models.chained import ChainedEntry
from club.models.club import Club


class ClubLogEntry(ChainedEntry):
    """One act on a club's register, dues, roles or seasons.

    It says which fields of a person changed, never their values: what cannot be erased must not hold them.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="log")

    class Meta:
        verbose_name = _("voce del registro del circolo")
        verbose_name_plural = _("registro del circolo")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_club_log_entry_a_number"),
            models.UniqueConstraint(fields=["club", "key"], name="one_club_act_a_key"),
        ]
