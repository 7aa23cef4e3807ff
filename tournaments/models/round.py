from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from club.models import Person
from tournaments.core.draws import DrawInput, Movement
from tournaments.core.draws.inputs import starters
from tournaments.core.draws.movements import Kind, begun_by, groups_of
from tournaments.core.draws.schedules import EvenWay
from tournaments.core.play import TablePlay, in_order
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class RoundState(models.TextChoices):
    DRAFT = "draft", _("bozza")
    PUBLISHED = "published", _("pubblicato")
    PLAYING = "playing", _("si gioca")
    SETTLED = "settled", _("concluso")


class Round(models.Model):
    """A round: draft → published → playing → settled. It stores the input of its draw, so that the draw
    replays."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("turno"))
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    seed = models.BigIntegerField()
    draw_input = models.JSONField()
    # The movement it was drawn by, as `Movement.as_json` writes it.
    movement = models.JSONField(default=dict)
    # The numbers of entries without a table or a bye: through to the next round, or eliminated.
    passing = models.JSONField(default=list)
    idle = models.JSONField(default=list)
    # The numbers of entries that had withdrawn, without finishing this round, when it was settled.
    withdrawn = models.JSONField(default=list)
    # The tournament's version of results at the draw: a correction since then makes a draft outdated.
    results_version = models.PositiveIntegerField(default=0)
    cost = models.PositiveIntegerField(default=0)
    rematches = models.PositiveSmallIntegerField(default=0)
    # Grows when the organiser renews the table codes, which invalidates all codes of this round.
    codes_version = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    # The changes by hand since the draw, in order; see `tournaments.pairing.board`.
    moves = models.JSONField(default=list, blank=True)
    # Minutes added by the referee during play: a time-out for the whole room.
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
        """The time to play it, with the referee's extra minutes."""
        return timedelta(minutes=self.tournament.turn_minutes + self.extra_minutes)

    @property
    def ends_at(self) -> datetime | None:
        """The time when its clock runs out; None until it is started."""
        return self.started_at and self.started_at + self.lasts

    @property
    def is_last(self) -> bool:
        """Whether no other round is planned: it is the last one, or its challenge's time was over when it was
        settled."""
        over_at = self.tournament.play_ends_at
        if over_at is None:
            return self.number >= self.tournament.turns
        return self.settled_at is not None and self.settled_at >= over_at

    @property
    def is_announced(self) -> bool:
        return self.state != RoundState.DRAFT

    @cached_property
    def group_of(self) -> dict[int, int]:
        """The group of each entry's number, counted from 1; empty with one group or none."""
        if self.movement.get("groups", 1) < 2:
            return {}
        given = DrawInput.from_json(self.draw_input)
        groups = groups_of(Movement.from_json(self.movement), starters(given))
        return {number: at for at, group in enumerate(groups, start=1) for number in group}

    @cached_property
    def came_as(self) -> dict[int, tuple[int, int]]:
        """In the first round after groups: the group that each number comes from, and its place there.

        A group that somebody has left is left out, because others have moved up in it.
        """
        if not self.group_of:
            return {}
        orders = () if self.draw_input.get("wins") else self.draw_input.get("group_orders", ())
        sizes = Counter(self.group_of.values())
        return {
            number: (group, place)
            for group, order in enumerate(orders, start=1)
            if len(order) == sizes[group]
            for place, number in enumerate(order, start=1)
        }


class Match(models.Model):
    """A table of a round. With two pairs, side A sits N-S and side B E-O; otherwise every player is a side.

    A pair is one entry, or two entries where partners change every round.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    table = models.PositiveSmallIntegerField(_("tavolo"))
    first_dealer = models.CharField(max_length=1)
    distance = models.PositiveSmallIntegerField(default=0)
    is_rematch = models.BooleanField(default=False)
    reason = models.JSONField(default=dict)
    # The set of deals played here, where sets move from table to table.
    boards = models.PositiveSmallIntegerField(_("mazzetto di smazzate"), null=True, blank=True)
    # Added to the round's version: grows when other entries get this table after its codes were given out.
    codes_version = models.PositiveIntegerField(default=0)
    # The result decided by rulings in force, regardless of the deals; written by `results.rulings`.
    # `lost_by`: the sides that lost by forfeit ("A", "B", "AB"). `assigned`: a score {"A": 500, "B": 200}.
    lost_by = models.CharField(max_length=6, blank=True, default="")
    # The last deal that counts, where the clock ended the match before its end.
    last_deal = models.PositiveSmallIntegerField(_("ultima smazzata"), null=True, blank=True)
    assigned = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("partita")
        verbose_name_plural = _("partite")
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_match_a_table"),
            models.CheckConstraint(
                condition=Q(last_deal__isnull=True) | Q(last_deal__gte=1), name="last_deal_from_1"
            ),
            models.CheckConstraint(
                condition=Q(first_dealer__in=["N", "E", "S", "W", *"123456"]), name="dealer_has_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.table}"

    @cached_property
    def play(self) -> TablePlay:
        """The tournament's game at this table; reads the seats once, where tables differ in size."""
        tournament = self.round.tournament
        sizes = tournament.rules.sizes
        people = sizes[0] if len(sizes) == 1 else len(self.seats.all())
        return tournament.play(people, last=self.last_deal)

    @property
    def points(self) -> dict[int, dict[str, int]]:
        """The points that each deal adds to the sides' match, by number; reads the deals."""
        return {deal.number: deal.points for deal in self.deals.all()}

    @property
    def dealers(self) -> list[str]:
        """The position that deals each deal of the score sheet, in order; reads the deals."""
        return self.dealers_with(self.points)

    def dealers_with(
        self, points: dict[int, dict[str, int]], entered: Mapping[int, Mapping[str, Any]] | None = None
    ) -> list[str]:
        """The dealers, from points, and perhaps entered deals, that the caller has read already."""
        written = {deal.number: deal.entered for deal in self.deals.all()} if entered is None else entered
        return self.play.dealers(self.first_dealer, self.play.numbers(points), written, points)

    @property
    def set_of_boards(self) -> int:
        """The set of deals that the table plays, where deals are duplicated (`core.boards`)."""
        return self.boards or self.round.number

    @property
    def subject(self) -> dict[str, int]:
        """The match as the log names it."""
        return {"turn": self.round.number, "table": self.table}

    def deal_subject(self, number: int) -> dict[str, int]:
        """One of its deals as the log names it."""
        return {**self.subject, "deal": number}

    @property
    def winner(self) -> str | None:
        """The side that has won, "tie" if none is ahead; None while deals are missing.

        A forfeited match is won by the only side left, if there is one.
        """
        return self.winner_with(self.points)

    def winner_with(self, points: dict[int, dict[str, int]]) -> str | None:
        """The winner, from points that the caller has read already."""
        if self.lost_by:
            left = [side for side in self.play.sides if side not in self.lost_by]
            return left[0] if len(left) == 1 else None
        if self.assigned:
            highest = max(self.assigned.values())
            best = [side for side, assigned in self.assigned.items() if assigned == highest]
            return best[0] if len(best) == 1 else "tie"
        outcome = self.play.end(points)
        return outcome.winner or "tie" if outcome else None

    @property
    def losers(self) -> tuple[str, ...]:
        """The sides that lost, in games that name losers instead of a winner; empty before the end."""
        return self.losers_with(self.points)

    def losers_with(self, points: dict[int, dict[str, int]]) -> tuple[str, ...]:
        """The losers, from points that the caller has read already."""
        if self.is_decided or not self.play.game.fewest_win or not self.play.is_over(points):
            return ()
        outcome = self.play.outcome(in_order(points))
        return outcome.losers if outcome else ()

    @property
    def is_decided(self) -> bool:
        """Whether a ruling decides the result, so that no deals are missing."""
        return bool(self.lost_by) or self.assigned is not None


class Seat(models.Model):
    """The person who sits in a seat; a person and not an entry's player, because of substitutes."""

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
    """A bye: an entry without a table in a round."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="rests")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="rests")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_rest_an_entry_and_round")]

    def __str__(self) -> str:
        return f"{self.entry}"


#: The tournament fields that each movement reads; a movement not listed here has no settings.
SETTINGS: dict[str, tuple[str, ...]] = {
    "girone": ("groups", "is_double"),
    "groups-final": ("groups", "is_double", "qualifiers", "third_place"),
    "mitchell": ("turns", "sections", "even_way"),
    "knockout": ("third_place",),
    "rotation": ("turns",),
}


def movement_of(tournament: Tournament) -> Movement:
    """The tournament's movement; at tables of more than two single players there is only one."""
    if tournament.table_sizes != (2,) and not tournament.is_rotation:
        return Movement("larger")
    kind = cast("Kind", str(tournament.format))
    settings: dict[str, Any] = {name: getattr(tournament, name) for name in SETTINGS.get(kind, ())}
    if "even_way" in settings:
        settings["even_way"] = cast("EvenWay", str(tournament.even_way))
    return Movement(kind, **settings)


def starters_of(round_: Round) -> tuple[int, ...]:
    """The numbers of the entries that began the evening, best seed first, as the round's draw stored them."""
    return begun_by(Movement.from_json(round_.movement), DrawInput.from_json(round_.draw_input))


class Snapshot(models.Model):
    """The standings after a round, as built from `results_version`; never rewritten, only superseded.

    A correction, or another ranking, makes a new version, which stores its changes from the one before.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="snapshots")
    round_number = models.PositiveSmallIntegerField()
    results_version = models.PositiveIntegerField()
    criteria = models.JSONField()
    # The rules besides the criteria (`Rules.as_json`); None in rows older than these rules.
    rules = models.JSONField(null=True)
    # A digest of the results and rules it was built from: equal where nothing changed for this round.
    digest = models.CharField(max_length=64, blank=True, default="")
    rows = models.JSONField()
    # The points of the two teams of a challenge (`challenge_score`), so that a championship reads no rows;
    # None in other formats, and in rows older than this column.
    team_points = models.JSONField(null=True)
    # The differences from the version before (`stored_standings.changes`); None in a round's first version.
    changes = models.JSONField(null=True)
    built_at = models.DateTimeField()
    # The last entry of the log at the build; None in rows older than this column.
    log_number = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name = _("classifica")
        verbose_name_plural = _("classifiche")
        ordering = ["round_number", "results_version"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round_number", "results_version"], name="one_snapshot_a_version"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.round_number}"
