"""Models of privacy: notices, consents, guardians of minors, the access log and erasures."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from club.models.member import Person


class NoticeVersion(models.Model):
    """A version of the club's privacy notice, in force from a day. It is written once: changes are
    refused."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="notices", verbose_name=_("circolo"))
    number = models.PositiveIntegerField(_("versione"))
    published_on = models.DateField(_("in vigore dal"))
    italian = models.TextField(_("testo italiano"))
    english = models.TextField(_("testo inglese"))
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150)
    # Made by the page, so that a double click publishes one version.
    key = models.UUIDField()

    class Meta:
        verbose_name = _("informativa")
        verbose_name_plural = _("informative")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_notice_a_number"),
            models.UniqueConstraint(fields=["club", "key"], name="one_notice_a_key"),
            models.CheckConstraint(condition=Q(number__gte=1), name="notice_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Consent(models.Model):
    """A person's yes or no on a subject, with its day. It is written once: the last answer on a subject
    counts.

    Only `person` may change, when two people are merged. `club.privacy.consents` updates
    `Person.name_consent_on`.
    """

    class About(models.TextChoices):
        NOTICE = "notice", _("informativa letta")
        NAME = "name", _("nome nei risultati")
        PHOTOS = "photos", _("fotografie")

    class How(models.TextChoices):
        PAPER = "paper", _("su carta firmata")
        PAGE = "page", _("da una pagina")
        SPOKEN = "spoken", _("a voce")
        BEFORE = "before", _("segnato prima di questa storia")

    club = models.ForeignKey(Club, models.CASCADE, related_name="consents", verbose_name=_("circolo"))
    person = models.ForeignKey(Person, models.CASCADE, related_name="consents", verbose_name=_("persona"))
    about = models.CharField(_("che cosa"), max_length=8, choices=About.choices)
    is_given = models.BooleanField(_("dato"))
    on = models.DateField(_("data"))
    how = models.CharField(_("come"), max_length=8, choices=How.choices)
    notice = models.ForeignKey(
        NoticeVersion,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="consents",
        verbose_name=_("versione dell'informativa"),
    )
    # The paper that proves the answers of many people: "foglio firme dell'assemblea del 12/3/2026".
    document = models.CharField(_("documento"), max_length=120, blank=True, default="", db_default="")
    # The guardian who answered for a minor; empty for the person's own answer.
    guardian = models.CharField(_("dato da"), max_length=130, blank=True)
    at = models.DateTimeField(_("scritto il"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(_("scritto da"), max_length=150, blank=True)
    key = models.UUIDField(null=True, blank=True)

    class Meta:
        verbose_name = _("consenso")
        verbose_name_plural = _("consensi")
        ordering = ["on", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key", "about"], name="one_consent_a_key"),
            models.CheckConstraint(
                condition=Q(about__in=["notice", "name", "photos"]), name="consent_is_known"
            ),
            models.CheckConstraint(
                condition=Q(how__in=["paper", "page", "spoken", "before"]), name="consent_how_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(about="notice") | Q(is_given=True, notice__isnull=False),
                name="notice_seen_of_a_version",
            ),
        ]
        indexes = [models.Index(fields=["person", "about", "on"], name="consents_by_person")]

    def __str__(self) -> str:
        return f"{self.about} {self.on}"


class Guardian(models.Model):
    """The adult who answers for a minor."""

    class Relation(models.TextChoices):
        PARENT = "parent", _("genitore")
        GUARDIAN = "guardian", _("tutore")
        OTHER = "other", _("altro che ne ha la responsabilità")

    person = models.OneToOneField(
        Person, models.CASCADE, primary_key=True, related_name="guardian", verbose_name=_("persona")
    )
    name = models.CharField(_("cognome e nome"), max_length=130)
    relation = models.CharField(_("chi è"), max_length=10, choices=Relation.choices)
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("telefono"), max_length=30, blank=True)

    class Meta:
        verbose_name = _("chi ne ha la responsabilità")
        verbose_name_plural = _("chi ne ha la responsabilità")
        constraints = [
            models.CheckConstraint(
                condition=Q(relation__in=["parent", "guardian", "other"]), name="guardian_is_known"
            ),
            models.CheckConstraint(condition=~Q(email="") | ~Q(phone=""), name="guardian_can_be_reached"),
        ]

    def __str__(self) -> str:
        return self.name


class Erasure(models.Model):
    """An erasure: its day, author and reason, and the papers that the law requires to keep. It names nobody.

    `number` is the 7 in "Persona cancellata n. 7", the name under which the results stay.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="erasures", verbose_name=_("circolo"))
    number = models.PositiveIntegerField(_("numero"))
    on = models.DateField(_("data"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(_("da"), max_length=150)
    reason = models.CharField(_("motivo"), max_length=300)
    # The number of rows kept, by kind: {"receipts": 3}.
    kept = models.JSONField(default=dict)
    kept_until = models.DateField(_("carte conservate fino al"), null=True, blank=True)

    class Meta:
        verbose_name = _("cancellazione")
        verbose_name_plural = _("cancellazioni")
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="one_erasure_a_number")]

    def __str__(self) -> str:
        return f"{self.number}"


class KeptName(models.Model):
    """The data of an erased member that the register must show until a day (art. 15 CTS, GDPR 17.3.b).

    It belongs to the row of the papers, and nothing but the register reads it.
    """

    person = models.OneToOneField(
        Person, models.CASCADE, primary_key=True, related_name="kept_name", verbose_name=_("persona")
    )
    last_name = models.CharField(_("cognome"), max_length=60)
    first_name = models.CharField(_("nome"), max_length=60)
    born_on = models.DateField(_("data di nascita"), null=True, blank=True)
    born_in = models.CharField(_("luogo di nascita"), max_length=80, blank=True)
    born_province = models.CharField(_("provincia di nascita"), max_length=2, blank=True)
    fiscal_code = models.CharField(_("codice fiscale"), max_length=16, blank=True)
    until = models.DateField(_("fino al"))

    class Meta:
        verbose_name = _("nome conservato nel libro soci")
        verbose_name_plural = _("nomi conservati nel libro soci")

    def __str__(self) -> str:
        return f"{self.person_id}, {self.until}"

    @property
    def full_name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


class RetentionPeriod(models.Model):
    """The club's own period for one kind of data, if it is not the usual one (`club.privacy.retention`)."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="retention", verbose_name=_("circolo"))
    kind = models.CharField(max_length=20)
    months = models.PositiveSmallIntegerField(_("mesi"))

    class Meta:
        verbose_name = _("periodo di conservazione")
        verbose_name_plural = _("periodi di conservazione")
        constraints = [
            models.UniqueConstraint(fields=["club", "kind"], name="one_period_a_kind"),
            models.CheckConstraint(condition=Q(months__gte=1), name="kept_a_month_or_more"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.months}"


class Look(models.Model):
    """An access of an officer to a person's private data, on a page (`club.privacy.access_log`).

    For a person outside the register, `whose` describes the request that this person sent, without a name;
    such rows are deleted sooner.
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
        ASSEMBLY = "assembly", _("assemblea")
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
    """Two namesakes whom an officer has declared to be two people: they are not proposed for merging any
    more."""

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
