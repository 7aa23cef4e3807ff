from django.db import models
from django.utils.translation import gettext_lazy as _

from club.models.club import Club


class Person(models.Model):
    """A player known to a club: a member or a guest of one evening. Added by `club.people`."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="people", verbose_name=_("circolo"))
    first_name = models.CharField(_("nome"), max_length=60)
    last_name = models.CharField(_("cognome"), max_length=60)
    is_guest = models.BooleanField(_("ospite"), default=False)
    # Without accents and case, so that a few letters typed at a noisy desk find "Nicolò".
    search_key = models.CharField(max_length=130, editable=False)
    # The day of the last consent, while it holds: what `Consent` says, kept here for what shows many names.
    name_consent_on = models.DateField(_("consenso al nome nei risultati"), null=True, blank=True)
    # Of somebody erased: the name is then "Persona cancellata n. 7", and nobody enters or finds it any more.
    erased_number = models.PositiveIntegerField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("persona")
        verbose_name_plural = _("persone")
        ordering = ["last_name", "first_name", "id"]
        indexes = [models.Index(fields=["club", "search_key"])]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def may_be_named(self) -> bool:
        """Whether strangers may read the whole name."""
        return self.name_consent_on is not None

    @property
    def public_name(self) -> str:
        """What strangers may read: the name with consent; without, initials ("R. M.") or nothing at all.

        Which of the two is the club's rule; where it is nothing, the pair's number stands for the person.
        """
        if self.may_be_named:
            return self.full_name
        if self.club.unnamed == Club.Unnamed.NUMBER:
            return ""
        return " ".join(f"{name[0].upper()}." for name in (self.last_name, self.first_name) if name)
