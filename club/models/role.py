from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from club.models.club import Club


class RoleKind(models.TextChoices):
    REFEREE = "referee", _("arbitro")
    ORGANISER = "organiser", _("organizzatore")
    SECRETARY = "secretary", _("segretario")
    TREASURER = "treasurer", _("tesoriere")
    OWNER = "owner", _("titolare")


class Role(models.Model):
    """What a user may do in a club; one person may hold several roles, in several clubs."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="roles", verbose_name=_("circolo"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    kind = models.CharField(_("ruolo"), max_length=12, choices=RoleKind.choices)

    class Meta:
        verbose_name = _("ruolo")
        verbose_name_plural = _("ruoli")
        constraints = [
            models.UniqueConstraint(fields=["club", "user", "kind"], name="one_role_a_user_and_club"),
            models.CheckConstraint(condition=models.Q(kind__in=RoleKind.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"
