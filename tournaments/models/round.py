from collections import Counter
from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from club.models import Person
from tournaments.draws import DrawInput, Movement
from tournaments.draws.line import starters
from tournaments.draws.movements import groups_of
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament
from tournaments.play import TablePlay, in_order


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
    # What it was drawn by, as `Movement.as_json` writes it.
    movement = models.JSONField(default=dict)
    # The numbers of those at no table who have no riposo: through to the next turn, or out of the running.
    passing = models.JSONField(default=list)
    idle = models.JSONField(default=list)
    # Of the tournament when the draw was made: a result corrected since makes a draft worthless.
    results_version = models.PositiveIntegerField(default=0)
    cost = models.PositiveIntegerField(default=0)
    rematches = models.PositiveSmallIntegerField(default=0)
    # Renewed by the organiser to make every table's code of this round worthless at once.
    codes_version = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    # What was changed by hand since it was drawn, in order; see `tournaments.moving`.
    moves = models.JSONField(default=list, blank=True)
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

    @cached_property
    def girone_of(self) -> dict[int, int]:
        """Which girone, from 1, each entry's number belongs to; empty where there is one only, or none."""
        if self.movement.get("groups", 1) < 2:
            return {}
        given = DrawInput.from_json(self.draw_input)
        gironi = groups_of(Movement.from_json(self.movement), starters(given))
        return {number: at for at, girone in enumerate(gironi, start=1) for number in girone}

    @cached_property
    def came_as(self) -> dict[int, tuple[int, int]]:
        """Of the first turn after gironi: which girone each number comes from, and at which place of it.

        Nothing of a girone that somebody has left: others have come up there.
        """
        if not self.girone_of:
            return {}
        orders = () if self.draw_input.get("wins") else self.draw_input.get("group_orders", ())
        sizes = Counter(self.girone_of.values())
        return {
            number: (girone, place)
            for girone, order in enumerate(orders, start=1)
            if len(order) == sizes[girone]
            for place, number in enumerate(order, start=1)
        }


class Match(models.Model):
    """A table of a round: of two pairs, side A sits N-S and side B E-O; else everybody has a side alone.

    A pair is one entry, or two of them where partners change every turn.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    table = models.PositiveSmallIntegerField(_("tavolo"))
    first_dealer = models.CharField(max_length=1)
    distance = models.PositiveSmallIntegerField(default=0)
    is_rematch = models.BooleanField(default=False)
    reason = models.JSONField(default=dict)
    # The set of deals played here, where they go from table to table.
    boards = models.PositiveSmallIntegerField(_("mazzetto di smazzate"), null=True, blank=True)
    # Added to the round's: grows when others sit down here once the codes are out.
    codes_version = models.PositiveIntegerField(default=0)
    # What the rulings in force make of it whatever its smazzate say; kept by `tournaments.rulings`. The sides
    # that lost it a tavolino ("A", "B", "AB"), or else the score that the referee gave: {"A": 500, "B": 200}.
    lost_by = models.CharField(max_length=6, blank=True, default="")
    assigned = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("partita")
        verbose_name_plural = _("partite")
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_match_a_table"),
            models.CheckConstraint(
                condition=Q(first_dealer__in=["N", "E", "S", "W", *"123456"]), name="dealer_has_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.table}"

    @cached_property
    def play(self) -> TablePlay:
        """The tournament's game, at this table; reads the seats where tables differ in size, once."""
        tournament = self.round.tournament
        sizes = tournament.rules.sizes
        return tournament.play(sizes[0] if len(sizes) == 1 else len(self.seats.all()))

    @property
    def points(self) -> dict[int, dict[str, int]]:
        """What each smazzata written adds to the sides' match, by number; reads the deals."""
        return {deal.number: deal.points for deal in self.deals.all()}

    @property
    def dealers(self) -> list[str]:
        """The position that deals each smazzata of the sheet, in order; reads the deals."""
        written = {deal.number: deal.entered for deal in self.deals.all()}
        numbers = self.play.numbers(self.points)
        return self.play.dealers(self.first_dealer, numbers, written, self.points)

    @property
    def subject(self) -> dict[str, int]:
        """How the log names it."""
        return {"turn": self.round.number, "table": self.table}

    def deal_subject(self, number: int) -> dict[str, int]:
        """How the log names one of its smazzate."""
        return {**self.subject, "deal": number}

    @property
    def winner(self) -> str | None:
        """The side that has won, "tie" where none is ahead of the others; None while smazzate are missing.

        A match lost a tavolino is won by the side left, if it is one.
        """
        if self.lost_by:
            left = [side for side in self.play.sides if side not in self.lost_by]
            return left[0] if len(left) == 1 else None
        if self.assigned:
            best = [side for side, points in self.assigned.items() if points == max(self.assigned.values())]
            return best[0] if len(best) == 1 else "tie"
        if not self.play.is_over(self.points):
            return None
        outcome = self.play.outcome(in_order(self.points))
        return outcome.winner or "tie" if outcome else None

    @property
    def losers(self) -> tuple[str, ...]:
        """Those who lost, where the game says who loses rather than who wins; none before the end."""
        if self.is_decided or not self.play.game.fewest_win or not self.play.is_over(self.points):
            return ()
        outcome = self.play.outcome(in_order(self.points))
        return outcome.losers if outcome else ()

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
                condition=Q(side="A", position__in=["N", "S"])
                | Q(side="B", position__in=["E", "W"])
                | Q(side__in=list("ABCDEF"), position__in=list("123456")),
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
