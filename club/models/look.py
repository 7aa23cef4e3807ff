from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from club.models.person import Person


class Look(models.Model):
    """An officer opened somebody's private data: who, whose, when, on which page. Written by `club.looks`.

    Of who is nobody of the register `whose` says what was written to the club, and no name: those go sooner.
    """

    class Page(models.TextChoices):
        PERSON = "person", _("scheda")
        CORRECTION = "correction", _("correzione")
        COMPARISON = "comparison", _("confronto fra due persone")
        EXPORT = "export", _("elenco scaricato")
        REGISTER = "register", _("libro soci")
        DUES = "dues", _("quote e morosi")
        PAYMENT = "payment", _("incasso della quota")
        RECEIPT = "receipt", _("ricevuta")
        RECEIPTS = "receipts", _("elenco delle ricevute")
        CARDS = "cards", _("tessere")
        IMPORT = "import", _("importazione")
        CASH = "cash", _("cassa di una serata")
        CONSENTS = "consents", _("consensi")
        DOSSIER = "dossier", _("fascicolo di tutti i dati")
        ERASURE = "erasure", _("cancellazione")
        BOOKINGS = "bookings", _("iscrizioni dal telefono")

    club = models.ForeignKey(Club, models.CASCADE, related_name="looks", verbose_name=_("circolo"))
    person = models.ForeignKey(
        Person, models.CASCADE, null=True, blank=True, related_name="looks", verbose_name=_("persona")
    )
    whose = models.CharField(_("di chi"), max_length=200, blank=True, default="")
    officer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    officer_name = models.CharField(max_length=150)
    page = models.CharField(max_length=12, choices=Page.choices)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("consultazione")
        verbose_name_plural = _("consultazioni")
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["person", "-at"], name="looks_by_person")]
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=False) | ~Q(whose=""), name="a_look_is_at_somebody"
            )
        ]

    def __str__(self) -> str:
        return f"{self.officer_name}, {self.at:%Y-%m-%d %H:%M}"


class ToldApart(models.Model):
    """Two people who look like one, and are two: somebody asked. They are not proposed again."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="told_apart", verbose_name=_("circolo"))
    first = models.ForeignKey(Person, models.CASCADE, related_name="+")
    second = models.ForeignKey(Person, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("omonimi")
        verbose_name_plural = _("omonimi")
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="told_apart_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="told_apart_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} ≠ {self.second_id}"
