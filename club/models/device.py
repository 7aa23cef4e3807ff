from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken


class DeviceToken(AbstractAuthToken):  # type: ignore[misc]
    """What a device shows to act for its owner; only a digest is kept. The name tells which one to revoke."""

    name = models.CharField(_("dispositivo"), max_length=60)

    class Meta:
        verbose_name = _("dispositivo")
        verbose_name_plural = _("dispositivi")
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.name
