"""A championship of teams: teams, their calendar, line-ups and match reports. Written by `championships`."""

from datetime import datetime, time, timedelta
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models import Club, Person
from tournaments.core.standings import BY_POINTS, ByePolicy, Rules, Scale, VictoryTable
from tournaments.models.tournament import (
    DEFAULT_GAME,
    Tournament,
    accademia_criteria,
    new_code,
    new_seed,
    usual_thresholds,
)

#: The settings of a championship that its matches take over.
MATCH_FIELDS = (
    "game", "house_rule", "target", "deals_a_turn", "turns", "turn_minutes", "is_duplicated",
    "match_totals", "confirmation", "criteria", "match_scale", "victory_thresholds",
)  # fmt: skip
#: The players of a line-up: two pairs.
LINE_UP_SIZE = 4
#: The hour of a match whose start nobody has written, for the line-ups.
USUAL_START = time(21)


class Championship(models.Model):
    """A season of matches between teams of two pairs, run by one club. Its row is the lock for its teams,
    fixtures and line-ups."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="championships", verbose_name=_("circolo"))
    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(_("nome"), max_length=120)
    # The settings of every match.
    game = models.CharField(_("gioco"), max_length=30, default=DEFAULT_GAME)
    house_rule = models.CharField(
        _("regola della grande"), max_length=20, choices=Tournament.HouseRule.choices, blank=True
    )
    target = models.PositiveSmallIntegerField(_("punti della partita"), null=True, blank=True)
    deals_a_turn = models.PositiveSmallIntegerField(_("smazzate a turno"), null=True, blank=True)
    turns = models.PositiveSmallIntegerField(_("turni di un incontro"), default=2)
    turn_minutes = models.PositiveSmallIntegerField(_("minuti a turno"), default=45)
    is_duplicated = models.BooleanField(_("stesse carte a tutti i tavoli"), default=False)
    match_totals = models.BooleanField(_("anche i soli totali della partita"), default=False)
    confirmation = models.BooleanField(_("conferma degli avversari"), default=True)
    # The standings of the teams.
    criteria = models.JSONField(_("criteri della classifica"), default=accademia_criteria)
    match_scale = models.CharField(
        _("punti partita"),
        max_length=10,
        choices=Tournament.MatchScale.choices,
        default=Tournament.MatchScale.TWO,
    )
    victory_thresholds = models.JSONField(_("soglie dei punti vittoria"), default=usual_thresholds)
    # The calendar.
    legs = models.PositiveSmallIntegerField(
        _("gironi d'andata e ritorno"), choices=[(1, _("sola andata")), (2, _("andata e ritorno"))], default=1
    )
    groups = models.PositiveSmallIntegerField(_("gironi"), default=1)
    qualifiers = models.PositiveSmallIntegerField(_("squadre di ogni girone ai play-off"), default=0)
    # The numbers of the teams in the play-off, best seed first; empty before it is drawn.
    play_off_seeds = models.JSONField(default=list, editable=False)
    matches_at_once = models.PositiveSmallIntegerField(_("incontri insieme in una sala"), default=1)
    line_up_hours = models.PositiveSmallIntegerField(_("ore prima dell'inizio per le formazioni"), default=24)
    seed = models.BigIntegerField(default=new_seed, editable=False)
    # Grows with every act on it, its teams and its fixtures; its pages show it.
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(_("concluso"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("campionato")
        verbose_name_plural = _("campionati")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(legs__in=(1, 2)), name="legs_1_or_2"),
            models.CheckConstraint(
                condition=Q(groups__gte=1, turns__gte=1, turn_minutes__gte=5, matches_at_once__gte=1),
                name="championship_counts_from_1",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("championship", args=[self.club.slug, self.code])

    @property
    def rules(self) -> Rules:
        """The ranking of the teams. Raises RankingError for stored rules that make no ranking.

        A team without a match in a round gets nothing: only the opponents of a forfeit get a bye's score.
        """
        return Rules(
            tuple(self.criteria),
            Scale(self.match_scale),
            VictoryTable(tuple(self.victory_thresholds)),
            ByePolicy.WIN_AND_AVERAGE,
        )

    @property
    def match_fields(self) -> dict[str, Any]:
        """The settings of a match, as `lifecycle.create` takes them; an empty one is the game's default.

        Total points decide a match, whatever ranks the teams: its own pages name the same winner.
        """
        fields = {name: getattr(self, name) for name in MATCH_FIELDS}
        given = {name: value for name, value in fields.items() if value not in (None, "")}
        return {**given, "criteria": list(BY_POINTS), "format": Tournament.Format.CHALLENGE}


class Team(models.Model):
    """A team: of a club of this installation, or of a guest club known by its name."""

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField(_("numero"))
    name = models.CharField(_("nome"), max_length=80)
    club_name = models.CharField(_("circolo"), max_length=120, blank=True)
    # The address of a club of this installation; a name and not a key, so that an archive can go elsewhere.
    club_slug = models.SlugField(max_length=60, blank=True)
    room = models.CharField(_("sala di casa"), max_length=120, blank=True)
    captain = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("capitano")
    )
    group = models.PositiveSmallIntegerField(_("girone"), default=1)
    withdrawn_at = models.DateTimeField(_("ritirata"), null=True, blank=True)
    # Whether its matches of the groups count for nobody, as the organiser decided when it withdrew.
    results_void = models.BooleanField(_("risultati annullati"), default=False, editable=False)
    # The site that letters to the captain lead to; empty for no letters, until the link is sent by e-mail.
    letter_origin = models.CharField(max_length=200, blank=True, default="", editable=False)
    #: Grows when the captain's link is renewed: the links made before open nothing any more.
    code_version = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("squadra")
        verbose_name_plural = _("squadre")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "number"], name="one_team_a_number"),
            models.UniqueConstraint(fields=["championship", "name"], name="one_team_a_name"),
            models.CheckConstraint(condition=Q(group__gte=1), name="team_group_from_1"),
            models.CheckConstraint(
                condition=Q(results_void=False) | Q(withdrawn_at__isnull=False),
                name="only_withdrawn_teams_void",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class TeamPlayer(models.Model):
    """A player of a team, a starter or a reserve: line-ups choose four of them."""

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, models.PROTECT, related_name="team_places")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["championship", "person"], name="one_team_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.person_id}"


class Fixture(models.Model):
    """A match of two teams in the calendar; its tables and results are those of `tournament`.

    A confirmation holds for the results that it was given for: `home_confirmed`, `away_confirmed` and
    `approved` store the tournament's `results_version`, and a correction makes them lapse.
    """

    HOME, AWAY = "H", "A"

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField(_("giornata"))
    # None in the play-off.
    group = models.PositiveSmallIntegerField(_("girone"), null=True, blank=True)
    home = models.ForeignKey(Team, models.PROTECT, related_name="+", verbose_name=_("in casa"))
    away = models.ForeignKey(Team, models.PROTECT, related_name="+", verbose_name=_("fuori casa"))
    date = models.DateField(_("data"), null=True, blank=True)
    starts_at = models.TimeField(_("ora d'inizio"), null=True, blank=True)
    venue = models.CharField(_("luogo"), max_length=120, blank=True)
    tournament = models.OneToOneField(
        Tournament, models.PROTECT, null=True, blank=True, related_name="fixture", verbose_name=_("torneo")
    )
    # The teams that lost by forfeit: "H", "A" or "HA".
    lost_by = models.CharField(max_length=2, blank=True, default="")
    lost_reason = models.CharField(_("motivo"), max_length=300, blank=True)
    home_confirmed = models.PositiveIntegerField(null=True, blank=True)
    away_confirmed = models.PositiveIntegerField(null=True, blank=True)
    approved = models.PositiveIntegerField(null=True, blank=True)
    # The side whose captain contests the report ("H" or "A"), and why.
    contested_by = models.CharField(max_length=1, blank=True, default="")
    contest_reason = models.CharField(_("motivo"), max_length=300, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("incontro")
        verbose_name_plural = _("incontri")
        ordering = ["round", "group", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(home=F("away")), name="no_team_meets_itself"),
            models.CheckConstraint(condition=Q(lost_by__in=("", "H", "A", "HA")), name="fixture_lost_by"),
            models.UniqueConstraint(fields=["championship", "round", "home"], name="one_home_match_a_round"),
            models.UniqueConstraint(fields=["championship", "round", "away"], name="one_away_match_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.home_id} – {self.away_id}"

    @property
    def is_play_off(self) -> bool:
        return self.group is None

    @property
    def begins_at(self) -> datetime | None:
        """The start, by the usual hour where none is written; None without a date."""
        if self.date is None:
            return None
        return timezone.make_aware(datetime.combine(self.date, self.starts_at or USUAL_START))

    @property
    def line_ups_close_at(self) -> datetime | None:
        """The time until which line-ups are given and stay secret; None without a date."""
        begins_at = self.begins_at
        return begins_at and begins_at - timedelta(hours=self.championship.line_up_hours)

    def are_line_ups_open(self, now: datetime) -> bool:
        """Whether everybody may see the line-ups: both are in, or the time is over.

        Reads `line_ups`, which may be prefetched.
        """
        closes_at = self.line_ups_close_at
        is_over = closes_at is not None and now >= closes_at
        return bool(self.tournament_id) or is_over or len(self.line_ups.all()) == 2

    def side_of(self, team_id: int) -> str:
        """`HOME` or `AWAY`; empty for a team that does not play."""
        return {self.home_id: self.HOME, self.away_id: self.AWAY}.get(team_id, "")


class DateProposal(models.Model):
    """A captain's proposal to move a fixture, which the other captain accepts or refuses."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="proposals")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    date = models.DateField(_("data"))
    starts_at = models.TimeField(_("ora d'inizio"), null=True, blank=True)
    venue = models.CharField(_("luogo"), max_length=120, blank=True)
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    is_accepted = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("proposta di data")
        verbose_name_plural = _("proposte di data")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["fixture"], condition=Q(answered_at__isnull=True), name="one_open_proposal_a_fixture"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fixture_id}: {self.date}"


class LineUp(models.Model):
    """The four players of a team for a fixture: secret until both are in, or the time is over."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="line_ups")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    given_at = models.DateTimeField()

    class Meta:
        verbose_name = _("formazione")
        verbose_name_plural = _("formazioni")
        constraints = [
            models.UniqueConstraint(fields=["fixture", "team"], name="one_line_up_a_team"),
        ]

    def __str__(self) -> str:
        return f"{self.fixture_id}: {self.team_id}"


class LineUpPlayer(models.Model):
    """A player of a line-up: positions 1 and 2 are the first pair, 3 and 4 the second."""

    line_up = models.ForeignKey(LineUp, models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["line_up", "position"], name="one_line_up_player_a_position"),
            models.UniqueConstraint(fields=["line_up", "person"], name="one_position_a_line_up_player"),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=LINE_UP_SIZE), name="line_up_position_1_to_4"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.person_id}"


class TeamPenalty(models.Model):
    """Points that the referee takes from a team in the standings."""

    class Kind(models.TextChoices):
        MATCH_POINTS = "match_points", _("punti partita")
        VICTORY_POINTS = "victory_points", _("punti vittoria")
        POINTS = "points", _("punti fatti")

    team = models.ForeignKey(Team, models.CASCADE, related_name="penalties")
    kind = models.CharField(_("che cosa si toglie"), max_length=20, choices=Kind.choices)
    amount = models.PositiveSmallIntegerField(_("quanti punti"))
    reason = models.CharField(_("motivo"), max_length=300)
    at = models.DateTimeField()
    by_name = models.CharField(max_length=150)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("penalità di squadra")
        verbose_name_plural = _("penalità di squadra")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=1), name="team_penalty_from_1"),
            models.CheckConstraint(condition=~Q(reason=""), name="team_penalty_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}: {self.amount}"
