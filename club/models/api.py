"""The answers that the API gives again to a request sent again."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class StoredAnswer(models.Model):
    """The answer to a request of the API with an `Idempotency-Key`, given again for a day.

    `digest` is of the sender and the key, `asked` of the request. The row is made in the transaction of the
    act, so that an act without its answer is never stored.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    asked = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("risposta dell'API")
        verbose_name_plural = _("risposte dell'API")

    def __str__(self) -> str:
        return self.digest[:8]
