"""Bodies of championships: settings, teams, calendar, line-ups, dates and reports."""

from rest_framework import serializers

from club.api.parsing import MOST, MOST_SMALL, StrictBody, WholeNumber
from tournaments.api.bodies.tables import ReasonQuery
from tournaments.api.bodies.tournaments import PLAYABLE, PlayerBody
from tournaments.api.serializers.tournaments import HourField
from tournaments.championships.championship_service import MOST_GROUPS, MOST_HOURS, MOST_QUALIFIERS
from tournaments.championships.reports import MOST_PENALTY
from tournaments.championships.teams import MOST_PLAYERS
from tournaments.core.standings import CRITERIA
from tournaments.models import TeamPenalty
from tournaments.models.championship import LINE_UP_SIZE
from tournaments.models.tournament import Tournament

MOST_ROUNDS = 400


class ChampionshipRulesBody(StrictBody):
    """The settings of a championship; fields that are left out stay as they are, or as usual in a new one."""

    name = serializers.CharField(max_length=120, required=False)
    game = serializers.ChoiceField(choices=PLAYABLE, required=False, help_text="A game of two pairs.")
    house_rule = serializers.ChoiceField(
        choices=Tournament.HouseRule.choices, required=False, allow_blank=True
    )
    target = WholeNumber(min_value=1, max_value=MOST_SMALL, required=False, allow_null=True)
    deals_a_turn = WholeNumber(min_value=1, max_value=30, required=False, allow_null=True)
    turns = WholeNumber(min_value=1, max_value=30, required=False, help_text="The rounds of a match.")
    turn_minutes = WholeNumber(min_value=5, max_value=600, required=False)
    is_duplicated = serializers.BooleanField(
        required=False, help_text="Whether both tables of a match play the same deals."
    )
    match_totals = serializers.BooleanField(required=False)
    confirmation = serializers.BooleanField(required=False)
    criteria = serializers.ListField(
        child=serializers.ChoiceField(choices=list(CRITERIA)),
        min_length=1,
        max_length=len(CRITERIA),
        required=False,
        help_text="The criteria of the standings, in order.",
    )
    match_scale = serializers.ChoiceField(choices=Tournament.MatchScale.choices, required=False)
    victory_thresholds = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=10_000), min_length=1, max_length=10, required=False
    )
    legs = WholeNumber(
        min_value=1,
        max_value=2,
        required=False,
        help_text="How often two teams of a group meet.",
    )
    groups = WholeNumber(min_value=1, max_value=MOST_GROUPS, required=False)
    qualifiers = WholeNumber(
        min_value=0,
        max_value=MOST_QUALIFIERS,
        required=False,
        help_text="How many teams of each group play the play-off; 0 for none.",
    )
    matches_at_once = WholeNumber(
        min_value=1, max_value=99, required=False, help_text="How many matches a room takes at once."
    )
    line_up_hours = WholeNumber(
        min_value=0,
        max_value=MOST_HOURS,
        required=False,
        help_text="How many hours before the start line-ups close.",
    )


class ChampionshipBody(ChampionshipRulesBody):
    name = serializers.CharField(max_length=120)
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; repeating it returns the championship that it made."
    )


class ChangedChampionshipBody(ChampionshipRulesBody):
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class TeamFieldsBody(StrictBody):
    """The data of a team."""

    name = serializers.CharField(max_length=80, required=False)
    club_name = serializers.CharField(max_length=120, required=False, allow_blank=True)
    club_slug = serializers.SlugField(
        max_length=60,
        required=False,
        allow_blank=True,
        help_text="The slug of its club, if the club uses this installation.",
    )
    room = serializers.CharField(max_length=120, required=False, allow_blank=True)
    group = WholeNumber(min_value=1, max_value=MOST_GROUPS, required=False)


class TeamBody(TeamFieldsBody):
    """A new team with its players; the first one is the captain."""

    name = serializers.CharField(max_length=80)
    players = serializers.ListField(child=PlayerBody(), max_length=MOST_PLAYERS, required=False)
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; repeating it returns the team that it made."
    )


class ChangedTeamBody(TeamFieldsBody):
    captain = WholeNumber(
        min_value=1,
        max_value=MOST,
        required=False,
        allow_null=True,
        help_text="The id of one of its players; null for none.",
    )


class TeamPlayerBody(StrictBody):
    player = PlayerBody()
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; a request sent again with this key adds nobody."
    )


class PenaltyBody(StrictBody):
    """Points taken from a team in the standings."""

    kind = serializers.ChoiceField(choices=TeamPenalty.Kind.choices)
    amount = WholeNumber(min_value=1, max_value=MOST_PENALTY)
    reason = serializers.CharField(max_length=300)
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; repeating it returns the penalty that it made."
    )


class WithdrawalQuery(ReasonQuery):
    """The query of a withdrawal."""

    annuls = serializers.BooleanField(
        required=False,
        help_text="Whether its matches in the groups, even played ones, count for no team.",
    )


class CalendarBody(StrictBody):
    """The dates of the rounds, in order; none to decide them later."""

    dates = serializers.ListField(child=serializers.DateField(), max_length=MOST_ROUNDS, required=False)
    starts_at = HourField(required=False, allow_null=True)
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class StageBody(StrictBody):
    """The date of the next stage of the play-off."""

    on = serializers.DateField(required=False, allow_null=True, help_text="The day of its matches.")
    starts_at = HourField(required=False, allow_null=True)
    third_place = serializers.BooleanField(
        required=False, help_text="Whether the losers of the semi-finals play for third place."
    )
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class FixtureDateBody(StrictBody):
    """Another date of a match. Omitted fields become empty."""

    on = serializers.DateField(help_text="The new day.")
    starts_at = HourField(required=False, allow_null=True)
    venue = serializers.CharField(max_length=120, required=False, allow_blank=True)
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class FixtureMoveBody(FixtureDateBody):
    """Another date of a match, and whether the teams swap home and away."""

    swaps = serializers.BooleanField(
        required=False,
        help_text="Whether home and away are swapped, also in the other match of the two teams unless it is "
        "prepared. Open proposals for both matches lapse.",
    )


class LineUpBody(StrictBody):
    """The ids of four players of the team: the first pair, then the second."""

    players = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MOST), min_length=LINE_UP_SIZE, max_length=LINE_UP_SIZE
    )


class TeamLineUpBody(LineUpBody):
    team = WholeNumber(min_value=1, max_value=MOST_SMALL, help_text="The number of the team.")


class ForfeitBody(StrictBody):
    lost_by = serializers.ChoiceField(
        choices=["", "H", "A", "HA"],
        allow_blank=True,
        help_text="The loser: H the home team, A the away team, HA both; empty revokes the forfeit.",
    )
    reason = serializers.CharField(max_length=300)
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class ReportApprovalBody(StrictBody):
    note = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        help_text="The referee's decision; needed for a contested report.",
    )
    results = WholeNumber(
        min_value=0,
        max_value=MOST,
        required=False,
        help_text="The `results_version` that the referee has read; 409 if it has changed since.",
    )
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class DateAnswerBody(StrictBody):
    accepts = serializers.BooleanField(help_text="Whether the proposed date is accepted.")
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class ConfirmationBody(StrictBody):
    results = WholeNumber(
        min_value=0, max_value=MOST, help_text="The `results_version` that the captain has read."
    )


class ContestBody(StrictBody):
    """The reason why a captain contests a report, or why a championship is opened again."""

    reason = serializers.CharField(max_length=300)
