"""A club: its name, its rules, the association behind it, its append-only log, and its handover."""

from datetime import date, timedelta
from typing import Any, Final

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    """A circolo: it owns its people, officers and tournaments, and sees no other club's."""

    class Unnamed(models.TextChoices):
        """How public pages show a person who gave no consent to the name (FIELD, privacy)."""

        INITIALS = "initials", _("le iniziali: «R. M.»")
        NUMBER = "number", _("soltanto il numero della coppia: «n. 7»")

    class StampDuty(models.TextChoices):
        """The stamp duty on this club's receipts, as its owner was advised (`club.receipts`)."""

        DUES = "dues", _("quote associative esenti, il resto con la marca oltre 77,47 €")
        ETS = "ets", _("ente del Terzo settore, iscritto al RUNTS: tutto esente")
        SPORT = "sport", _("associazione sportiva dilettantistica, iscritta al RAS: tutto esente")
        DUE = "due", _("nessuna esenzione: marca oltre 77,47 €")

    name = models.CharField(_("nome"), max_length=120)
    slug = models.SlugField(_("indirizzo breve"), max_length=60, unique=True)
    city = models.CharField(_("città"), max_length=80, blank=True)
    unnamed = models.CharField(
        _("chi non acconsente al nome"), max_length=10, choices=Unnamed.choices, default=Unnamed.INITIALS
    )
    is_indexed = models.BooleanField(_("pagine pubbliche nei motori di ricerca"), default=False)
    # The association as receipts describe it; changed by `club.receipts`.
    address = models.CharField(_("sede"), max_length=160, blank=True)
    fiscal_code = models.CharField(_("codice fiscale"), max_length=16, blank=True)
    # Its numbers in the Registro unico nazionale del Terzo settore, and in the Registro nazionale delle
    # attività sportive dilettantistiche.
    runts_number = models.CharField(_("numero di iscrizione al RUNTS"), max_length=40, blank=True, default="")
    ras_number = models.CharField(_("numero di iscrizione al RAS"), max_length=40, blank=True, default="")
    # The contact about personal data: an e-mail address, a telephone number, a place.
    privacy_contact = models.CharField(
        _("a chi scrivere per i dati personali"), max_length=160, blank=True, default=""
    )
    stamp_duty = models.CharField(
        _("imposta di bollo sulle ricevute"),
        max_length=10,
        choices=StampDuty.choices,
        default=StampDuty.DUES,
    )
    # The month in which a membership year begins (FIELD: January or September; any is allowed).
    year_start = models.PositiveSmallIntegerField(_("l'anno sociale comincia in"), default=1)
    # A member admitted after the year's term pays within so many days.
    days_to_pay = models.PositiveSmallIntegerField(
        _("giorni per pagare dall'ammissione"), default=30, validators=[MaxValueValidator(365)]
    )
    # The text of letters that ask for dues (`dues.reminders`); the usual one if it is empty.
    reminder_text = models.TextField(_("testo dei solleciti"), max_length=3000, blank=True)
    iban = models.CharField(_("IBAN"), max_length=34, blank=True)
    payment_link = models.URLField(_("pagina per pagare"), blank=True)
    requires_second_factor = models.BooleanField(
        _("chi lavora per il circolo entra con un secondo fattore"), default=False
    )
    # The presentation on the club's public page; changed by `club.presentation`. Empty parts are not shown.
    venue = models.CharField(_("dove si gioca"), max_length=160, blank=True)
    meets = models.CharField(_("quando si gioca"), max_length=160, blank=True)
    contact = models.CharField(_("chi chiamare"), max_length=80, blank=True)
    phone = models.CharField(_("telefono"), max_length=30, blank=True)
    prices = models.CharField(_("prezzi"), max_length=300, blank=True)
    first_time = models.TextField(_("prima volta?"), max_length=1000, blank=True)
    announcement = models.TextField(_("avviso"), max_length=500, blank=True)
    announced_on = models.DateField(null=True, blank=True, editable=False)
    announced_until = models.DateField(_("ultimo giorno dell'avviso"), null=True, blank=True)
    # The sites that may show the club's results in a frame, one origin a line; none without any.
    frame_origins = models.TextField(
        _("siti che mostrano i risultati"), max_length=1000, blank=True, default=""
    )
    # Grows with every changed name, consent or rule above, so that cached pages are made again
    # (`privacy.publication`).
    names_version = models.PositiveIntegerField(default=0, editable=False)
    # Up to this entry the log may name rows by former keys: the club was moved here (`club.history.log`).
    former_keys_until = models.PositiveIntegerField(null=True, editable=False)

    # The day of the last monthly deletion of old data (`club.privacy.retention`).
    forgot_on = models.DateField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("circolo")
        verbose_name_plural = _("circoli")
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(unnamed__in=["initials", "number"]), name="unnamed_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(stamp_duty__in=["dues", "ets", "sport", "due"]), name="stamp_duty_is_known"
            ),
            models.CheckConstraint(condition=models.Q(year_start__range=(1, 12)), name="year_start_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The club's public page."""
        return reverse("club_page", args=[self.slug])

    def announcement_on(self, day: date) -> str:
        """The announcement that is shown on that day, or an empty text."""
        is_over = self.announced_until is not None and self.announced_until < day
        return "" if is_over else self.announcement


class SampleClub(models.Model):
    """Marks a club that was made to try an evening in, and its user; it can be deleted as a whole."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="sample")
    made_for = models.OneToOneField(Club, models.CASCADE, related_name="own_sample")

    class Meta:
        verbose_name = _("circolo di prova")
        verbose_name_plural = _("circoli di prova")

    def __str__(self) -> str:
        return f"{self.club_id}"


class SampleRemoval(models.Model):
    """Marks a transaction that deletes a sample club, which the triggers then allow. Never committed."""

    class Meta:
        verbose_name = _("rimozione di un circolo di prova")
        verbose_name_plural = _("rimozioni di circoli di prova")

    def __str__(self) -> str:
        return str(self.pk)


class ClubPicture(models.Model):
    """The logo or photo on a club's public page, as `club.pictures` made it; never loaded with the club."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="picture")
    # The digest of `body` is part of the address, so that browsers keep the picture until it changes.
    digest = models.CharField(max_length=20)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    body = models.BinaryField()

    class Meta:
        verbose_name = _("immagine del circolo")
        verbose_name_plural = _("immagini dei circoli")

    def __str__(self) -> str:
        return f"{self.club_id} {self.digest}"


class ChainedEntry(models.Model):
    """An act in a log: its actor, time, and values before and after; chained to the entry before by a hash.
    Append-only.

    Subclasses add the club or the tournament that the log belongs to.
    """

    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150)
    act = models.CharField(max_length=40)
    subject = models.JSONField(default=dict)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    # Made by the page or the device, so that a change sent twice is written once.
    key = models.UUIDField(null=True, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    #: Digests of the changed rows, in logs that store them; a part of the hashed content.
    digests: Any = None

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.number} {self.act}"


class ClubLogEntry(ChainedEntry):
    """An act on a club's register, dues, roles or seasons.

    It names the changed fields of a person, never their values: the log cannot be erased, so it must not hold
    them.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="log")

    class Meta:
        verbose_name = _("voce del registro del circolo")
        verbose_name_plural = _("registro del circolo")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_club_log_entry_a_number"),
            models.UniqueConstraint(fields=["club", "key"], name="one_club_act_a_key"),
        ]


class LogRewriting(models.Model):
    """Marks a transaction that rewrites texts of a log; deleted before the commit, so that no other sees it.

    The triggers on both logs refuse every change of an entry. While such a row exists they admit changes of
    its texts, so that an erased name can be removed (`club.privacy.redaction`).
    """

    class Meta:
        verbose_name = _("riscrittura di un registro")
        verbose_name_plural = _("riscritture di un registro")

    def __str__(self) -> str:
        return f"{self.pk}"


#: Making the archive of a large club takes about a minute.
LONGEST: Final = timedelta(minutes=10)


class Handover(models.Model):
    """An archive of a club, being made or waiting for its download; one at a time, and not for long.

    The passphrase is chosen at the download and never stored. Until then the archive is not encrypted, like
    the rows that it was made from. `club.handover.archive_writer` deletes it.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("in preparazione")
        READY = "ready", _("pronto")
        FAILED = "failed", _("non riuscito")

    club = models.OneToOneField(Club, models.CASCADE, related_name="handover", verbose_name=_("circolo"))
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    asked_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(null=True, blank=True)
    fetched_at = models.DateTimeField(null=True, blank=True)
    #: The sentence that says why it failed.
    trouble = models.CharField(max_length=300, blank=True)
    #: Rows by model, as in the manifest.
    counts = models.JSONField(default=dict, blank=True)
    body = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("consegna del circolo")
        verbose_name_plural = _("consegne dei circoli")

    def __str__(self) -> str:
        return f"{self.club}, {self.get_state_display()}"

    @property
    def is_running(self) -> bool:
        """Whether a worker is making it; after LONGEST the worker counts as dead."""
        return self.state == self.State.RUNNING and self.asked_at > timezone.now() - LONGEST

    @property
    def is_ready(self) -> bool:
        return self.state == self.State.READY


class FormerKey(models.Model):
    """The key that a row had in an installation from which the club was moved here.

    The club's log names people, cash books and seasons by their keys and is never rewritten, because its
    hashes cover them. Up to entry `until`, `old` means the row that is `new` now (`club.history.log`).
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="former_keys")
    kind = models.CharField(max_length=60)  # the label of the model
    until = models.PositiveIntegerField()
    old = models.PositiveBigIntegerField()
    # 0 for a row that no longer exists.
    new = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("chiave di un'altra installazione")
        verbose_name_plural = _("chiavi di altre installazioni")
        constraints = [
            models.UniqueConstraint(fields=["club", "kind", "until", "old"], name="one_former_key_a_restore")
        ]
        indexes = [models.Index(fields=["club", "kind", "new"], name="former_keys_by_row")]

    def __str__(self) -> str:
        return f"{self.kind} {self.old} → {self.new}"
