"""The people of a club, and its register: memberships, categories and numbers."""

import secrets
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models.club import Club


@dataclass(frozen=True)
class PersonName:
    """A person's name, with the consent and the club's rule that decide how much of it the public reads."""

    first_name: str
    last_name: str
    consent_on: date | None
    #: How the club names a person without consent.
    unnamed: str

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def public_name(self) -> str:
        """The name as the public reads it: whole with consent; without, initials ("R. M.") or nothing.

        The club chooses between the two. Pages show the pair's number instead of an empty name.
        """
        if self.consent_on is not None:
            return self.full_name
        if self.unnamed == Club.Unnamed.NUMBER:
            return ""
        return " ".join(f"{name[0].upper()}." for name in (self.last_name, self.first_name) if name)


class Person(models.Model):
    """A player known to a club: a member, or a guest of one evening. Added by `club.register.people`."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="people", verbose_name=_("circolo"))
    first_name = models.CharField(_("nome"), max_length=60)
    last_name = models.CharField(_("cognome"), max_length=60)
    is_guest = models.BooleanField(_("ospite"), default=False)
    # The name without accents and case, so that a few letters typed in a hurry find "Nicolò".
    search_key = models.CharField(max_length=130, editable=False)
    # The day of the current consent, copied from `Consent` for pages that show many names.
    name_consent_on = models.DateField(_("consenso al nome nei risultati"), null=True, blank=True)
    # The day on which the person objected to having a rating (art. 21 GDPR); None if they did not.
    rating_refused_on = models.DateField(_("opposizione al punteggio da giocatore"), null=True, blank=True)
    # Set on an erased person, whose name is then "Persona cancellata n. 7"; no search finds them any more.
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
    def register_name(self) -> str:
        """The name in the register and in minutes, where that of an erased member stays for years."""
        kept = getattr(self, "kept_name", None)
        return kept.full_name if kept else self.full_name

    @property
    def may_be_named(self) -> bool:
        """Whether the public may read the full name."""
        return self.name_consent_on is not None

    @property
    def public_name(self) -> str:
        """`PersonName.public_name`; needs the person's club."""
        if self.may_be_named:
            return self.full_name
        name = PersonName(self.first_name, self.last_name, self.name_consent_on, self.club.unnamed)
        return name.public_name


class Particulars(models.Model):
    """A person's data in the register beyond the name (FIELD, Libro soci).

    In a table of its own: the pages of an evening never read it, and an erasure deletes one row.
    """

    person = models.OneToOneField(
        Person, models.CASCADE, primary_key=True, related_name="particulars", verbose_name=_("persona")
    )
    born_on = models.DateField(_("data di nascita"), null=True, blank=True)
    born_in = models.CharField(_("luogo di nascita"), max_length=80, blank=True)
    # The two letters of a province, or EE for a birth abroad.
    born_province = models.CharField(_("provincia di nascita"), max_length=2, blank=True)
    street = models.CharField(_("indirizzo"), max_length=120, blank=True)
    postcode = models.CharField(_("CAP"), max_length=10, blank=True)
    town = models.CharField(_("comune"), max_length=80, blank=True)
    province = models.CharField(_("provincia"), max_length=2, blank=True)
    fiscal_code = models.CharField(_("codice fiscale"), max_length=16, blank=True)
    # Why a codice fiscale that contradicts the birth or the name was kept.
    fiscal_code_reason = models.CharField(_("motivo"), max_length=200, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("telefono"), max_length=30, blank=True)
    notes = models.TextField(_("note"), blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("dati personali")
        verbose_name_plural = _("dati personali")
        indexes = [
            models.Index(fields=["fiscal_code"], condition=~Q(fiscal_code=""), name="particulars_by_code")
        ]

    def __str__(self) -> str:
        return str(self.person)


class PersonNote(models.Model):
    """A note of an officer about a person, with its day; for the officers who keep the register."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="dated_notes", verbose_name=_("persona"))
    on = models.DateField(_("data"))
    text = models.TextField(_("nota"), max_length=4000)
    at = models.DateTimeField(_("scritta"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(_("scritta da"), max_length=150)
    version = models.PositiveIntegerField(default=1, editable=False)
    # Made by the page: a double click writes one note.
    key = models.UUIDField()

    class Meta:
        verbose_name = _("nota su una persona")
        verbose_name_plural = _("note sulle persone")
        ordering = ["-on", "-id"]
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="one_person_note_a_key")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.on}"


class Category(models.Model):
    """A kind of member, as the club's statute defines it: ordinario, sostenitore, onorario …"""

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
    # The number that two merged people no longer use.
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
    """A period of membership: requested, admitted by a resolution of the board, ended. A returning member
    gets another.

    A refused request was never admitted, and ended on the day of the refusal without a cause. So did a
    membership that was written by mistake (`club.register.mistakes`).
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", verbose_name=_("circolo"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="memberships", verbose_name=_("persona"))
    requested_on = models.DateField(_("data della richiesta"))
    admitted_on = models.DateField(_("data di ammissione"), null=True, blank=True)
    resolution = models.CharField(_("delibera"), max_length=80, blank=True)
    # The guardian who signed the request of a minor.
    signed_by = models.CharField(_("firmata da"), max_length=130, blank=True, default="", db_default="")
    ended_on = models.DateField(_("data di fine"), null=True, blank=True)
    end_cause = models.CharField(_("causa"), max_length=12, choices=EndCause.choices, blank=True)
    is_mistake = models.BooleanField(_("scritta per errore"), default=False, db_default=False)
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
            models.CheckConstraint(
                condition=Q(is_mistake=False) | Q(admitted_on=None, ended_on__isnull=False),
                name="mistake_is_not_admitted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.requested_on}"

    @property
    def is_request(self) -> bool:
        """Whether the board has not answered yet."""
        return self.admitted_on is None and self.ended_on is None


class CategorySpell(models.Model):
    """The day from which a member belongs to a category, until the next spell begins."""

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


# A hand scanner types like a keyboard, and an Italian layout moves other signs: only capitals and digits are
# used, none that looks like another.
TOKEN_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # noqa: S105
TOKEN_LENGTH = 20


def new_token() -> str:
    """A random token of 20 letters (about 99 bits) for a card's code; it says nothing about the holder."""
    return "".join(secrets.choice(TOKEN_LETTERS) for _letter in range(TOKEN_LENGTH))


class Card(models.Model):
    """A membership card. Its holder is a *tesserato*, and need not be a member (FIELD).

    Issued, printed and voided by `club.membership_cards`. A lost card is replaced by one with another token.
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
