"""Bookings by phone, without an account: the author answers a letter or, without e-mail, a call."""

import secrets
from datetime import time

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models import Club, NoticeVersion, OutgoingLetter
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


def new_nonce() -> str:
    """A secret that a link signs together with the booking's number, so that links cannot be guessed."""
    return secrets.token_urlsafe(12)


class CalendarRules(models.Model):
    """A club's terms for bookings and its hour for reminders; without a row, the defaults."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="calendar_rules")
    phone = models.CharField(_("telefono del circolo"), max_length=30, blank=True)
    notice = models.TextField(_("informativa sull'uso dell'e-mail"), max_length=3000, blank=True)
    reminder_at = models.TimeField(_("ora del promemoria, il giorno prima"), default=time(10))
    hold_hours = models.PositiveSmallIntegerField(_("ore per confermare dal messaggio"), default=24)
    retention_days = models.PositiveSmallIntegerField(
        _("giorni dopo la serata in cui si cancellano gli indirizzi"), default=30
    )

    takes_phone_alone = models.BooleanField(_("ci si iscrive anche con il solo telefono"), default=False)

    class Meta:
        verbose_name = _("regole del calendario")
        verbose_name_plural = _("regole del calendario")
        constraints = [
            models.CheckConstraint(condition=Q(hold_hours__gte=1), name="booking_held_for_an_hour_or_more"),
        ]

    def __str__(self) -> str:
        return str(self.club)


class Booking(models.Model):
    """A place booked for one evening: by a pair, or by one player who looks for a partner.

    It counts once its e-mail is confirmed or, without an e-mail address, once the desk has confirmed it by
    telephone; until then it holds no place. When two players are joined, one row becomes the pair's and the
    other points to it. At the desk it is turned into an `Entry`. Written by `tournaments.entries.bookings`
    under the tournament's lock.
    """

    class End(models.TextChoices):
        CANCELLED = "cancelled", _("annullata da chi l'ha fatta")
        REMOVED = "removed", _("tolta dalla Giuria")
        LAPSED = "lapsed", _("mai confermata")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="bookings")
    number = models.PositiveIntegerField(_("numero"))
    last_name = models.CharField(_("cognome"), max_length=60)
    first_name = models.CharField(_("nome"), max_length=60)
    partner_last_name = models.CharField(_("cognome del compagno"), max_length=60, blank=True)
    partner_first_name = models.CharField(_("nome del compagno"), max_length=60, blank=True)
    # Empty where the club takes bookings by telephone number alone.
    email = models.EmailField(_("e-mail"), max_length=254, blank=True)
    phone = models.CharField(_("telefono"), max_length=30, blank=True)
    language = models.CharField(max_length=10)
    # The address of the site where it was made, for the links in letters.
    origin = models.CharField(max_length=200)
    # The author's own consent: nobody consents for a partner.
    name_consent_on = models.DateField(_("consenso al nome nei risultati"), null=True, blank=True)
    notice_accepted_at = models.DateTimeField(_("informativa accettata"))
    # The text shown on the form: the club's published notice, if any, and the calendar's words beside it.
    notice = models.ForeignKey(
        NoticeVersion,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="bookings",
        verbose_name=_("versione dell'informativa"),
    )
    notice_words = models.TextField(_("informativa sull'uso dell'e-mail"), blank=True, default="")
    # The team of a challenge for which they play, 1 or 2; None in other formats.
    team = models.PositiveSmallIntegerField(_("squadra"), null=True, blank=True)
    looks_for_partner = models.BooleanField(_("cerca compagno"), default=False)
    is_named_to_others = models.BooleanField(_("il nome si legge fra chi cerca compagno"), default=False)
    joined_to = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="joined")
    nonce = models.CharField(max_length=16, default=new_nonce, editable=False)
    # Made by the page: sending the form twice makes one booking.
    key = models.UUIDField(null=True, blank=True)
    asked_at = models.DateTimeField()
    lapses_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(_("confermata"), null=True, blank=True)
    has_place = models.BooleanField(_("ha il posto"), default=False)
    # The order on the waiting list, the lowest first; None if it does not wait.
    line = models.PositiveIntegerField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    end_cause = models.CharField(max_length=12, choices=End.choices, blank=True)
    entry = models.OneToOneField(Entry, models.SET_NULL, null=True, blank=True, related_name="booking")
    #: The day on which the row is deleted, with its names and address.
    forget_on = models.DateField()

    class Meta:
        verbose_name = _("iscrizione dal telefono")
        verbose_name_plural = _("iscrizioni dal telefono")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_booking_a_number"),
            models.UniqueConstraint(fields=["tournament", "key"], name="one_booking_a_key"),
            models.UniqueConstraint(
                fields=["tournament", "email"],
                condition=Q(ended_at__isnull=True) & ~Q(email=""),
                name="one_living_booking_an_address",
            ),
            models.CheckConstraint(condition=~Q(email="") | ~Q(phone=""), name="author_can_be_reached"),
            models.UniqueConstraint(fields=["tournament", "line"], name="one_booking_a_turn_in_line"),
            models.CheckConstraint(
                condition=Q(has_place=False) | Q(line__isnull=True), name="in_line_or_with_a_place"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(has_place=False, line__isnull=True),
                name="an_ended_booking_keeps_no_place",
            ),
            models.CheckConstraint(
                condition=Q(looks_for_partner=False) | Q(has_place=False, line__isnull=True),
                name="who_is_alone_has_no_place",
            ),
            models.CheckConstraint(
                condition=Q(line__isnull=True) | Q(confirmed_at__isnull=False), name="who_waits_has_confirmed"
            ),
            models.CheckConstraint(
                condition=Q(joined_to__isnull=True) | ~Q(joined_to=F("id")), name="joined_to_another"
            ),
            models.CheckConstraint(
                condition=Q(team__isnull=True) | Q(team__in=(1, 2)), name="booked_for_team_1_or_2"
            ),
        ]
        indexes = [models.Index(fields=["forget_on"], name="bookings_to_forget")]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def name(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def partner_name(self) -> str:
        return f"{self.partner_last_name} {self.partner_first_name}".strip()

    @property
    def names(self) -> str:
        """The names as a table shows them: "Rossi Mario – Bianchi Anna"."""
        return " – ".join(filter(None, (self.name, self.partner_name)))

    @property
    def is_alive(self) -> bool:
        return self.ended_at is None

    @property
    def is_confirmed(self) -> bool:
        return self.confirmed_at is not None


class BookingLetter(OutgoingLetter):
    """A letter to be sent, or sent; written in the transaction of its event.

    One letter is sent for each kind and `about`.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirm", _("da confermare")
        ALREADY = "already", _("c'è già")
        PLACED = "placed", _("ha il posto")
        LINED = "lined", _("in lista d'attesa")
        LOOKING = "looking", _("cerca compagno")
        FREED = "freed", _("si è liberato un posto")
        CANCELLED = "cancelled", _("annullata")
        REMOVED = "removed", _("tolta")
        PROPOSAL = "proposal", _("proposta di giocare insieme")
        JOINED = "joined", _("in coppia")
        SPLIT = "split", _("il compagno ha rinunciato")
        CHANGED = "changed", _("la serata è cambiata")
        CALLED_OFF = "called-off", _("la serata è annullata")
        HELD = "held", _("la serata si fa")
        REMINDER = "reminder", _("promemoria")
        LAST_CALL = "last-call", _("ultimo avviso per confermare")

    booking = models.ForeignKey(Booking, models.CASCADE, related_name="letters")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    about = models.CharField(max_length=60, blank=True)
    facts = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("messaggio")
        verbose_name_plural = _("messaggi")
        ordering = ["written_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["booking", "kind", "about"], name="one_letter_a_kind_and_matter")
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(sent_at__isnull=True), name="letters_to_send")]

    def __str__(self) -> str:
        return f"{self.booking}, {self.kind}"


class Proposal(models.Model):
    """A proposal to play together, from one player who looks for a partner to another; accepted, it makes a
    pair."""

    asker = models.ForeignKey(Booking, models.CASCADE, related_name="proposals_made")
    asked = models.ForeignKey(Booking, models.CASCADE, related_name="proposals")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("proposta di giocare insieme")
        verbose_name_plural = _("proposte di giocare insieme")
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["asker", "asked"], name="one_proposal_to_another")]

    def __str__(self) -> str:
        return f"{self.asker} → {self.asked}"
