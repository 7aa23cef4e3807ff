"""Webhooks: addresses of other programs to which events of a club are sent, and the deliveries to each."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from club.models.club import Club


class WebhookEvent(models.TextChoices):
    """The events that may be sent to a webhook; `tournaments.live.webhook_events` finds them in the logs."""

    TOURNAMENT_CREATED = "tournament.created", _("un torneo nuovo")
    TOURNAMENT_CHANGED = "tournament.changed", _("un torneo cambiato")
    TOURNAMENT_CLOSED = "tournament.closed", _("un torneo concluso")
    TOURNAMENT_REOPENED = "tournament.reopened", _("un torneo riaperto")
    TOURNAMENT_CALLED_OFF = "tournament.called-off", _("un torneo annullato")
    TOURNAMENT_HELD = "tournament.held", _("un torneo che si fa, dopo tutto")
    ROUND_PUBLISHED = "round.published", _("un turno annunciato")
    ROUND_PLAYING = "round.playing", _("un turno cominciato")
    ROUND_SETTLED = "round.settled", _("un turno concluso")
    ROUND_TAKEN_BACK = "round.taken-back", _("un turno riportato indietro")
    RESULT_ENTERED = "result.entered", _("risultati inseriti o corretti")
    RULING_GIVEN = "ruling.given", _("un provvedimento")
    RULING_REVOKED = "ruling.revoked", _("un provvedimento revocato")
    STANDINGS_BUILT = "standings.built", _("una classifica nuova")
    ENTRY_ENTERED = "entry.entered", _("un'iscrizione")
    ENTRY_CHANGED = "entry.changed", _("iscrizioni cambiate")
    ENTRY_REMOVED = "entry.removed", _("un'iscrizione tolta")
    BOOKING_ASKED = "booking.asked", _("una prenotazione")
    BOOKING_CONFIRMED = "booking.confirmed", _("una prenotazione confermata")
    BOOKING_CANCELLED = "booking.cancelled", _("una prenotazione disdetta")


class Webhook(models.Model):
    """An address to which events of a club are sent, signed with its secret.

    The secret is stored unencrypted, because signatures are made with it. It is shown once.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks", verbose_name=_("circolo"))
    url = models.URLField(_("indirizzo"), max_length=500)
    secret = models.CharField(max_length=64)
    events = models.JSONField(_("eventi"))
    is_active = models.BooleanField(_("attivo"), default=True)
    made_at = models.DateTimeField(_("fatto"))
    #: The last entry of the logs of tournaments, and the last standings, from which deliveries were made.
    read_to_entry = models.BigIntegerField(default=0)
    read_to_snapshot = models.BigIntegerField(default=0)
    #: The time since which every delivery has failed; None if the last one arrived.
    failing_since = models.DateTimeField(_("non risponde dal"), null=True, blank=True)
    #: The time at which it was switched off because it did not answer for days.
    switched_off_at = models.DateTimeField(_("spento"), null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("avviso a un programma")
        verbose_name_plural = _("avvisi a programmi")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """An event sent, or to be sent, to a webhook. A replay is a row of its own, with the same event."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    #: One id for all webhooks and for a replay, by which receivers recognise an event that they have.
    event_id = models.UUIDField()
    #: 0, and for replays 1, 2, …
    replay = models.PositiveSmallIntegerField(default=0)
    key = models.UUIDField(default=uuid4, unique=True)
    event = models.CharField(_("evento"), max_length=30)
    payload = models.JSONField()
    made_at = models.DateTimeField(_("fatto"), db_index=True)
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(_("tentativi"), default=0)
    status = models.PositiveSmallIntegerField(_("risposta"), null=True, blank=True)
    trouble = models.CharField(_("che cosa non va"), max_length=40, blank=True)
    delivered_at = models.DateTimeField(_("arrivato"), null=True, blank=True)
    given_up_at = models.DateTimeField(_("lasciato perdere"), null=True, blank=True)

    class Meta:
        verbose_name = _("avviso mandato")
        verbose_name_plural = _("avvisi mandati")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "event_id", "replay"], name="one_delivery_an_event_and_replay"
            )
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                name="deliveries_to_make",
                condition=models.Q(delivered_at=None, given_up_at=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.event_id}"
