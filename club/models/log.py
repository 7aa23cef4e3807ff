from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from club.models.club import Club


class ChainedEntry(models.Model):
    """An act in a log: its actor, time, and values before and after; chained to the entry before by a hash.
    Append-only.

    Subclasses add the club or the tournament that the log belongs to.
    """

    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150)
    act = models.CharField(max_length=40)
    subject = models.JSONField(default=dict)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    # Made by the page or the device, so that a change sent twice is written once.
    key = models.UUIDField(null=True, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.number} {self.act}"


class ClubLogEntry(ChainedEntry):
    """An act on a club's register, dues, roles or seasons.

    It names the changed fields of a person, never their values: the log cannot be erased, so it must not hold
    them.
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
