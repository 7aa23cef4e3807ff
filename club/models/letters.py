"""Letters that are rows until they are sent, and the letters to members, which stay on their pages."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models.assemblies import Assembly
from club.models.club import Club
from club.models.member import Person


class OutgoingLetter(models.Model):
    """A letter to be sent, or sent; written in the transaction of its event (`club.outbox`)."""

    written_at = models.DateTimeField()
    # After this time any worker may send it: the last one is dead, or the mail server did not answer.
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.pk}"


class MemberLetter(OutgoingLetter):
    """A letter of the club to a person, as it was written: by e-mail, or printed."""

    class Kind(models.TextChoices):
        DUES = "dues", _("quote da pagare")
        OWN_PAGE = "own-page", _("collegamento alla pagina personale")
        ASSEMBLY = "assembly", _("convocazione di un'assemblea")
        RECEIPTS = "receipts", _("ricevute")
        CHAMPIONSHIP = "championship", _("campionato")

    club = models.ForeignKey(Club, models.CASCADE, related_name="letters", verbose_name=_("circolo"))
    person = models.ForeignKey(Person, models.CASCADE, related_name="letters", verbose_name=_("persona"))
    kind = models.CharField(_("che cosa"), max_length=12, choices=Kind.choices)
    # The assembly of a convocation.
    assembly = models.ForeignKey(Assembly, models.CASCADE, null=True, blank=True, related_name="letters")
    # Empty for a letter on paper.
    email = models.EmailField(_("e-mail"), blank=True)
    subject = models.CharField(_("oggetto"), max_length=200)
    text = models.TextField(_("testo"))
    # The amount that it asks for.
    cents = models.PositiveIntegerField(_("importo in centesimi"), default=0)
    # The labels of the receipts that go with it.
    receipts = models.JSONField(_("ricevute"), default=list, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(_("chi"), max_length=150)
    # How and when a letter on paper left the club, as an officer wrote it.
    delivered_on = models.DateField(_("consegnata il"), null=True, blank=True)
    delivered_how = models.CharField(_("come"), max_length=80, blank=True, default="", db_default="")
    # The day on which the letter came back.
    returned_on = models.DateField(_("tornata indietro il"), null=True, blank=True)
    # Made by the page: a double click sends each person one letter.
    key = models.UUIDField()

    class Meta:
        verbose_name = _("lettera")
        verbose_name_plural = _("lettere")
        ordering = ["-written_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key", "person"], name="one_member_letter_a_key")
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(sent_at=None), name="member_letters_to_send")]

    def __str__(self) -> str:
        return self.subject
