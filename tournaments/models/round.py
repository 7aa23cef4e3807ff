from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models import Person
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class RoundState(models.TextChoices):
    DRAFT = "draft", _("bozza")
    PUBLISHED = "published", _("pubblicato")
    PLAYING = "playing", _("si gioca")
    SETTLED = "settled", _("concluso")


class Round(models.Model):
    """A turno: draft → published → playing → settled. What it was drawn from is kept, so it replays."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("turno"))
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    seed = models.BigIntegerField()
    draw_input = models.JSONField()
    # Of the tournament when the draw was made: a result corrected since makes a draft worthless.
    results_version = models.PositiveIntegerField(default=0)
    cost = models.PositiveIntegerField(default=0)
    rematches = models.PositiveSmallIntegerField(default=0)
    # Renewed by the organiser to make every table's code of this round worthless at once.
    codes_version = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    # Given by the referee while it is played: a time-out for the whole room.
    extra_minutes = models.PositiveSmallIntegerField(_("minuti in più"), default=0)
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("turno")
        verbose_name_plural = _("turni")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
            models.UniqueConstraint(
                fields=["tournament"], condition=~Q(state="settled"), name="one_open_round_a_tournament"
            ),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    @property
    def takes_results(self) -> bool:
        return self.state == RoundState.PLAYING

    @property
    def lasts(self) -> timedelta:
        """The time to play it, with what the referee has added."""
        return timedelta(minutes=self.tournament.turn_minutes + self.extra_minutes)

    @property
    def ends_at(self) -> datetime | None:
        """When its clock runs out; None until it is started."""
        return self.started_at and self.started_at + self.lasts

    @property
    def is_announced(self) -> bool:
        return self.state != RoundState.DRAFT


class Match(models.Model):
    """A table of a round: side A sits North-South, side B East-West."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    table = models.PositiveSmallIntegerField(_("tavolo"))
    first_dealer = models.CharField(max_length=1)
    distance = models.PositiveSmallIntegerField(default=0)
    is_rematch = models.BooleanField(default=False)
    reason = models.JSONField(default=dict)
    # What the rulings in force make of it whatever its smazzate say; kept by `tournaments.rulings`. The sides
    # that lost it a tavolino ("A", "B", "AB"), or else the score that the referee gave.
    lost_by = models.CharField(max_length=2, blank=True, default="")
    assigned_a = models.PositiveIntegerField(null=True, blank=True)
    assigned_b = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("partita")
        verbose_name_plural = _("partite")
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_match_a_table"),
            models.CheckConstraint(
                condition=Q(first_dealer__in=["N", "E", "S", "W"]), name="dealer_has_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.table}"

    @property
    def subject(self) -> dict[str, int]:
        """How the log names it."""
        return {"turn": self.round.number, "table": self.table}

    def deal_subject(self, number: int) -> dict[str, int]:
        """How the log names one of its smazzate."""
        return {**self.subject, "deal": number}

    @property
    def assigned(self) -> dict[str, int] | None:
        """The score that the referee gave it; None where its smazzate say."""
        if self.assigned_a is None or self.assigned_b is None:
            return None
        return {"A": self.assigned_a, "B": self.assigned_b}

    @property
    def is_decided(self) -> bool:
        """Whether a ruling says how it ends, so that it owes no smazzate."""
        return bool(self.lost_by) or self.assigned is not None


class Seat(models.Model):
    """Who sits where; kept a person, because substitutes sit in for others."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    person = models.ForeignKey(Person, models.PROTECT, related_name="seats")
    side = models.CharField(max_length=1)
    position = models.CharField(max_length=1)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="one_person_a_seat"),
            models.UniqueConstraint(fields=["round", "person"], name="one_seat_a_person_and_round"),
            models.CheckConstraint(
                condition=Q(side="A", position__in=["N", "S"]) | Q(side="B", position__in=["E", "W"]),
                name="seat_is_of_its_side",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.person}"


class Rest(models.Model):
    """An entry without a table in a round: the riposo."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="rests")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="rests")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_rest_an_entry_and_round")]

    def __str__(self) -> str:
        return f"{self.entry}"
