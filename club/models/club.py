from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    """A circolo: it owns its people, its officers and its tournaments, and sees nobody else's."""

    name = models.CharField(_("nome"), max_length=120)
    slug = models.SlugField(_("indirizzo breve"), max_length=60, unique=True)
    city = models.CharField(_("città"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("circolo")
        verbose_name_plural = _("circoli")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The club's public page."""
        return reverse("club_page", args=[self.slug])
