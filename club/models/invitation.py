from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models.club import Club


class Invitation(models.Model):
    """Roles offered to whoever reads the mail of an address; it is gone once accepted or withdrawn.

    Of the word in the letter only a digest is kept. Nothing here tells whether the address has an account.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations", verbose_name=_("circolo"))
    email = models.EmailField(_("e-mail"), max_length=254)
    name = models.CharField(_("nome e cognome"), max_length=150)
    kinds = models.JSONField(_("incarichi"))
    digest = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    sent_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("invito")
        verbose_name_plural = _("inviti")
        ordering = ["name", "email"]
        constraints = [
            models.UniqueConstraint(fields=["club", "email"], name="one_invitation_an_address"),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("sent_at")), name="invitation_lasts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.email})"

    @property
    def has_expired(self) -> bool:
        return self.expires_at <= timezone.now()
