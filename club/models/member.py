"""The register: who is a member, since when, in which category, and under which number."""

import secrets

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from club.models.person import Person


class Category(models.Model):
    """A kind of member, as the club's statute has them: ordinario, sostenitore, onorario …"""

    club = models.ForeignKey(Club, models.CASCADE, related_name="categories", verbose_name=_("circolo"))
    name = models.CharField(_("nome"), max_length=60)
    votes = models.BooleanField(_("vota in assemblea"), default=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("categoria")
        verbose_name_plural = _("categorie")
        ordering = ["position", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_category_a_name")]

    def __str__(self) -> str:
        return self.name


class MemberNumber(models.Model):
    """A number of the register: given once, kept for life, never given to anybody else (FIELD)."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="member_numbers", verbose_name=_("circolo"))
    number = models.PositiveIntegerField(_("numero"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="numbers", verbose_name=_("persona"))
    # Of two people found to be one, the number that is used no more.
    is_disused = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("numero del libro soci")
        verbose_name_plural = _("numeri del libro soci")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_person_a_number"),
            models.UniqueConstraint(
                fields=["person"], condition=Q(is_disused=False), name="one_number_a_person"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="member_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class EndCause(models.TextChoices):
    """How a membership ends (FIELD, Libro soci)."""

    DEATH = "death", _("decesso")
    RESIGNATION = "resignation", _("dimissioni")
    EXCLUSION = "exclusion", _("esclusione")
    LAPSE = "lapse", _("decadenza")


class Membership(models.Model):
    """One time as a member: asked for, admitted by the board's delibera, ended. Who comes back has another.

    Refused: never admitted, and ended on the day of the board's no, without a cause.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", verbose_name=_("circolo"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="memberships", verbose_name=_("persona"))
    requested_on = models.DateField(_("data della richiesta"))
    admitted_on = models.DateField(_("data di ammissione"), null=True, blank=True)
    resolution = models.CharField(_("delibera"), max_length=80, blank=True)
    ended_on = models.DateField(_("data di fine"), null=True, blank=True)
    end_cause = models.CharField(_("causa"), max_length=12, choices=EndCause.choices, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("iscrizione al libro soci")
        verbose_name_plural = _("iscrizioni al libro soci")
        ordering = ["requested_on", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(ended_on__isnull=True), name="one_open_membership_a_person"
            ),
            models.CheckConstraint(
                condition=Q(admitted_on__isnull=True) | Q(admitted_on__gte=F("requested_on")),
                name="admitted_after_request",
            ),
            models.CheckConstraint(
                condition=Q(ended_on__isnull=True)
                | Q(admitted_on__isnull=True, ended_on__gte=F("requested_on"), end_cause="")
                | (Q(admitted_on__isnull=False, ended_on__gte=F("admitted_on")) & ~Q(end_cause="")),
                name="ended_after_admission_with_a_cause",
            ),
            models.CheckConstraint(
                condition=Q(end_cause="") | Q(end_cause__in=EndCause.values, ended_on__isnull=False),
                name="end_cause_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.requested_on}"

    @property
    def is_request(self) -> bool:
        """Whether the board still has to say yes or no."""
        return self.admitted_on is None and self.ended_on is None


class CategorySpell(models.Model):
    """From which day on a member is of which category; it lasts until the next one."""

    membership = models.ForeignKey(Membership, models.CASCADE, related_name="spells")
    category = models.ForeignKey(Category, models.PROTECT, related_name="spells", verbose_name=_("categoria"))
    since = models.DateField(_("dal"))

    class Meta:
        verbose_name = _("periodo in una categoria")
        verbose_name_plural = _("periodi in una categoria")
        ordering = ["since", "id"]
        constraints = [
            models.UniqueConstraint(fields=["membership", "since"], name="one_category_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.category}, {self.since}"


# A hand scanner types what it reads as a keyboard would, and on an Italian one the signs of another move:
# capitals and figures alone, and none that looks like another.
TOKEN_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # noqa: S105
TOKEN_LENGTH = 20


def new_token() -> str:
    """What the code of a card says: 20 letters at random, about 99 bits, that tell nothing of the holder."""
    return "".join(secrets.choice(TOKEN_LETTERS) for _letter in range(TOKEN_LENGTH))


class Card(models.Model):
    """A tessera: whoever holds one is a *tesserato*, and need not be a member (FIELD).

    Made, printed and made void by `club.cards`. Who loses one gets another, with another token.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="cards", verbose_name=_("circolo"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="cards", verbose_name=_("persona"))
    number = models.CharField(_("numero della tessera"), max_length=30)
    valid_from = models.DateField(_("valida dal"))
    valid_until = models.DateField(_("valida fino al"))
    revoked_on = models.DateField(_("annullata"), null=True, blank=True)
    revoked_because = models.CharField(_("perché è annullata"), max_length=200, blank=True)
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token, editable=False)
    printed_on = models.DateField(_("stampata"), null=True, blank=True)

    class Meta:
        verbose_name = _("tessera")
        verbose_name_plural = _("tessere")
        ordering = ["-valid_from", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number", "valid_from"], name="one_card_a_number_and_start"
            ),
            models.CheckConstraint(
                condition=Q(valid_until__gte=F("valid_from")), name="card_valid_from_before_until"
            ),
        ]

    def __str__(self) -> str:
        return self.number
