from django.conf import settings
from django.db import models


class ChainedEntry(models.Model):
    """One act, by whom, when, from what to what; chained to the one before by a hash. Append-only.

    Of a club's log or of a tournament's: which of the two, and its number in it, each says for itself.
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
    # Made by the page or the device that sent the change: sending it twice is sending it once.
    key = models.UUIDField(null=True, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.number} {self.act}"
