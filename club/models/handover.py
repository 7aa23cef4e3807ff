from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models.club import Club

#: Making the archive of a large club takes about a minute.
LONGEST: Final = timedelta(minutes=10)


class Handover(models.Model):
    """An archive of a club, being made or waiting for its owner to download it: one at a time, for a short
    time.

    The passphrase is asked at the download and is stored nowhere: until then the archive is as readable as
    the rows that it was made from. `club.handover.archive_writer` deletes it.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("in preparazione")
        READY = "ready", _("pronto")
        FAILED = "failed", _("non riuscito")

    club = models.OneToOneField(Club, models.CASCADE, related_name="handover", verbose_name=_("circolo"))
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    asked_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(null=True, blank=True)
    fetched_at = models.DateTimeField(null=True, blank=True)
    #: The sentence that says why it failed.
    trouble = models.CharField(max_length=300, blank=True)
    #: Rows by model, as in the manifest.
    counts = models.JSONField(default=dict, blank=True)
    body = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("consegna del circolo")
        verbose_name_plural = _("consegne dei circoli")

    def __str__(self) -> str:
        return f"{self.club}, {self.get_state_display()}"

    @property
    def is_running(self) -> bool:
        """Whether a worker is making it; after LONGEST the worker counts as dead."""
        return self.state == self.State.RUNNING and self.asked_at > timezone.now() - LONGEST

    @property
    def is_ready(self) -> bool:
        return self.state == self.State.READY


class FormerKey(models.Model):
    """The key that a row had in an installation from which the club was moved here.

    The club's log names people, cash books and seasons by their keys and is never rewritten, because its
    hashes cover them. Up to entry `until`, `old` means the row that is `new` now (`history.former_keys`).
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="former_keys")
    kind = models.CharField(max_length=60)  # the label of the model
    until = models.PositiveIntegerField()
    old = models.PositiveBigIntegerField()
    # 0 for a row that no longer exists.
    new = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("chiave di un'altra installazione")
        verbose_name_plural = _("chiavi di altre installazioni")
        constraints = [
            models.UniqueConstraint(fields=["club", "kind", "until", "old"], name="one_former_key_a_restore")
        ]
        indexes = [models.Index(fields=["club", "kind", "new"], name="former_keys_by_row")]

    def __str__(self) -> str:
        return f"{self.kind} {self.old} → {self.new}"
