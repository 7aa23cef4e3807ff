"""Championships: settings, standings, calendar, teams, matches."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from tournaments.api.serializers.tournaments import HourField
from tournaments.championships import captain_codes, line_ups, match_dates
from tournaments.championships.championship_service import CHANGEABLE
from tournaments.models import Championship, Team
from tournaments.presenters.championships import (
    ChampionshipPage,
    FixtureLine,
    FixturePage,
    PlayerLine,
    RoundLines,
    TeamLine,
    TeamPage,
    fixture_page,
)


class ChampionshipSerializer(serializers.ModelSerializer[Championship]):
    """The settings of a championship."""

    class Meta:
        model = Championship
        fields = ["code", *CHANGEABLE, "closed_at", "version"]
        read_only_fields = fields

    house_rule = serializers.CharField(read_only=True, help_text="Empty for the game's own rule.")
    criteria = serializers.ListField(child=serializers.CharField(), read_only=True)
    victory_thresholds = serializers.ListField(child=serializers.IntegerField(), read_only=True)


class ChampionshipTeamSerializer(serializers.ModelSerializer[Team]):
    """A team."""

    class Meta:
        model = Team
        fields = ["number", "name", "club_name", "club_slug", "room", "group", "withdrawn_at", "results_void"]
        read_only_fields = fields

    club_slug = serializers.CharField(read_only=True)


class TeamPenaltySerializer(serializers.Serializer[Any]):
    """Points taken from a team."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    amount = serializers.IntegerField()
    reason = serializers.CharField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class TeamRowSerializer(serializers.Serializer[TeamLine]):
    """A place of the standings of a group."""

    place = serializers.IntegerField(allow_null=True, help_text="Null until a match is decided.")
    tied = serializers.BooleanField(source="row.tied")
    team = ChampionshipTeamSerializer()
    played = serializers.IntegerField(source="row.played")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")
    by_forfeit = serializers.IntegerField(help_text="Matches won because the other team forfeited.")
    match_points = serializers.IntegerField(source="row.match_points")
    victory_points = serializers.IntegerField(source="row.victory_points")
    scored = serializers.IntegerField(source="row.scored")
    conceded = serializers.IntegerField(source="row.conceded")
    difference = serializers.IntegerField(source="row.difference")
    decided_by = serializers.CharField(source="row.decided_by", allow_null=True)
    qualifies = serializers.BooleanField(help_text="Whether the place qualifies for the play-off.")
    penalties = TeamPenaltySerializer(many=True)


class TeamGroupSerializer(serializers.Serializer[Any]):
    """The standings of a group."""

    group = serializers.IntegerField()
    rows = TeamRowSerializer(many=True)


class FixtureSerializer(serializers.Serializer[FixtureLine]):
    """A match of the calendar; the points are null before the first settled round."""

    id = serializers.IntegerField(source="fixture.pk")
    round = serializers.IntegerField(source="fixture.round")
    group = serializers.IntegerField(
        source="fixture.group", allow_null=True, help_text="Null in the play-off."
    )
    home = ChampionshipTeamSerializer(source="fixture.home")
    away = ChampionshipTeamSerializer(source="fixture.away")
    date = serializers.DateField(source="fixture.date", allow_null=True)
    starts_at = HourField(source="fixture.starts_at", allow_null=True)
    venue = serializers.CharField(source="fixture.venue")
    tournament = serializers.CharField(
        source="fixture.tournament.code",
        default=None,
        allow_null=True,
        help_text="The code of its tournament, with its tables; null before it is prepared.",
    )
    points = serializers.ListField(
        source="played.points", child=serializers.IntegerField(), allow_null=True, help_text="Home first."
    )
    is_over = serializers.BooleanField(source="played.is_over")
    lost_by = serializers.CharField(
        source="fixture.lost_by", help_text="Who lost by forfeit: H home, A away, HA both, or empty."
    )
    report = serializers.ChoiceField(
        source="played.report",
        choices=["", "waiting", "contested", "confirmed", "approved"],
        help_text="The state of the match report; empty before the end of the match.",
    )
    version = serializers.IntegerField(source="fixture.version")


class FixtureRoundSerializer(serializers.Serializer[RoundLines]):
    """A round of the calendar."""

    number = serializers.IntegerField()
    title = serializers.CharField()
    is_play_off = serializers.BooleanField()
    matches = FixtureSerializer(source="lines", many=True)
    resting = ChampionshipTeamSerializer(many=True, help_text="The teams without a match in the round.")


class RankedPlayersSerializer(serializers.Serializer[PlayerLine]):
    """A row of the table of players or of pairs."""

    place = serializers.IntegerField(source="row.place", allow_null=True)
    name = serializers.CharField()
    matches = serializers.IntegerField()
    points = serializers.IntegerField(source="row.points")
    difference = serializers.IntegerField()
    won = serializers.IntegerField()


class ChampionshipPageSerializer(serializers.Serializer[ChampionshipPage]):
    """A whole championship."""

    championship = ChampionshipSerializer()
    groups = serializers.SerializerMethodField()
    rounds = FixtureRoundSerializer(many=True)
    players = RankedPlayersSerializer(many=True)
    pairs = RankedPlayersSerializer(many=True)
    winner = ChampionshipTeamSerializer(allow_null=True)

    def get_groups(self, page: ChampionshipPage) -> list[dict[str, Any]]:
        given = [{"group": group, "rows": lines} for group, lines in page.groups]
        return list(TeamGroupSerializer(given, many=True).data)


class OneTeamSerializer(serializers.Serializer[TeamPage]):
    """A team with its players and its matches."""

    team = ChampionshipTeamSerializer()
    place = serializers.IntegerField(source="line.place", default=None, allow_null=True)
    players = serializers.ListField(child=serializers.CharField(), help_text="The names of its players.")
    captain = serializers.CharField(help_text="The captain's name; empty without a captain.")
    matches = FixtureSerializer(many=True)


class CaptainCodeSerializer(serializers.Serializer[Team]):
    """The captain's code of a team, which opens the captain's page and operations."""

    number = serializers.IntegerField()
    code = serializers.SerializerMethodField()

    def get_code(self, team: Team) -> str:
        return captain_codes.code_of(team)


class LineUpSerializer(serializers.Serializer[Any]):
    """A team's line-up: the names of its pairs, empty before they may be seen."""

    team = serializers.IntegerField(source="team.number")
    is_given = serializers.BooleanField()
    pairs = serializers.ListField(child=serializers.CharField())


class OneFixtureSerializer(serializers.Serializer[FixturePage]):
    """A match with its line-ups, as the reader may see them."""

    match = FixtureSerializer(source="line")
    line_ups = LineUpSerializer(source="sides", many=True)
    line_ups_close_at = serializers.DateTimeField(source="fixture.line_ups_close_at", allow_null=True)
    home_confirmed = serializers.BooleanField()
    away_confirmed = serializers.BooleanField()
    approved = serializers.BooleanField()
    results_version = serializers.IntegerField(
        source="fixture.tournament.results_version", default=None, allow_null=True
    )


class TeamPlayerSerializer(serializers.Serializer[Any]):
    """A player of the captain's own team."""

    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.full_name")


class DateProposalSerializer(serializers.Serializer[Any]):
    """A proposal of another date that waits for the answer."""

    fixture = serializers.IntegerField(source="fixture_id")
    team = serializers.IntegerField(source="team.number", help_text="The team whose captain proposes.")
    date = serializers.DateField()
    starts_at = HourField(allow_null=True)
    venue = serializers.CharField()
    reason = serializers.CharField()


class CaptainSerializer(serializers.Serializer[Any]):
    """The captain's team, its matches, and the open proposals."""

    team = ChampionshipTeamSerializer()
    players = TeamPlayerSerializer(many=True)
    matches = OneFixtureSerializer(many=True)
    proposals = DateProposalSerializer(many=True)


def captain_data(page: ChampionshipPage, team: Team, context: dict[str, bool]) -> dict[str, Any]:
    """Returns the data for `CaptainSerializer`: the team's matches, with its own line-ups."""
    now = timezone.now()
    own = [each for each in page.known.fixtures if each.fixture.side_of(team.pk)]
    fixtures = [each.fixture for each in own]
    line_ups.prefetch(fixtures)
    return {
        "team": team,
        "players": team.players.select_related("person"),
        "matches": [fixture_page(each, context, team=team, now=now) for each in own],
        "proposals": list(match_dates.open_proposals(fixtures).values()),
    }
