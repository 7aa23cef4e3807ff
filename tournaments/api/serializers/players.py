"""Players across evenings: matches, tallies, figures, and two players against each other."""

from typing import Any

from rest_framework import serializers

from tournaments.core.careers import Played, Tally
from tournaments.models import Entry, Tournament
from tournaments.players.player_profile import (
    Companion,
    Duel,
    Evening,
    FigureLine,
    GameOfPlayer,
    MatchBetween,
    Profile,
    RecordWith,
    Year,
)
from tournaments.presenters.evening_now import evening_now
from tournaments.results import evening_codes
from tournaments.seasons.season_standings import PlayerSeason


class TallySerializer(serializers.Serializer[Tally]):
    """Matches by their outcome, with the points of those that were not forfeited."""

    won = serializers.IntegerField()
    tied = serializers.IntegerField()
    lost = serializers.IntegerField()
    scored = serializers.IntegerField()
    conceded = serializers.IntegerField()


class PlayedSerializer(serializers.Serializer[Played]):
    """A match from one side; without points where it was forfeited."""

    turn = serializers.IntegerField()
    table = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=["won", "tied", "lost", "rested"])
    points = serializers.IntegerField(allow_null=True)
    conceded = serializers.IntegerField(allow_null=True)


class EveningLinkSerializer(serializers.Serializer[Tournament]):
    code = serializers.CharField()
    name = serializers.CharField()
    date = serializers.DateField()


class CompanionSerializer(serializers.Serializer[Companion]):
    """Another player; `person` is null where the person may not be named."""

    person = serializers.IntegerField(source="key", allow_null=True)
    name = serializers.CharField()


class RecordSerializer(serializers.Serializer[RecordWith]):
    person = serializers.IntegerField(source="key", allow_null=True)
    name = serializers.CharField()
    tally = TallySerializer()


class PlayerEveningSerializer(serializers.Serializer[Evening]):
    """An evening of the player; `place` is null for a substitute, and before the first standings."""

    tournament = EveningLinkSerializer()
    number = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    of = serializers.IntegerField()
    is_substitute = serializers.BooleanField()
    partners = CompanionSerializer(many=True)
    tally = TallySerializer()


class PlayerYearSerializer(serializers.Serializer[Year]):
    year = serializers.IntegerField()
    evenings = PlayerEveningSerializer(many=True)
    tally = TallySerializer()


class FigureSerializer(serializers.Serializer[FigureLine]):
    """A figure in words, and the number of deals behind it."""

    name = serializers.CharField()
    value = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    of = serializers.IntegerField()


class GameSerializer(serializers.Serializer[GameOfPlayer]):
    name = serializers.CharField()
    deals = serializers.IntegerField()
    lines = FigureSerializer(many=True)


class PlayerSeasonSerializer(serializers.Serializer[PlayerSeason]):
    """The player's line in a season."""

    season = serializers.IntegerField(source="season.pk")
    name = serializers.CharField(source="season.name")
    place = serializers.IntegerField(source="row.place", allow_null=True)
    of = serializers.IntegerField()
    points = serializers.IntegerField(source="row.points")
    partner = serializers.CharField(allow_blank=True, help_text="The other player, in a season of pairs.")


class ProfileSerializer(serializers.Serializer[Profile]):
    """Everything that a player has played at the club."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField()
    tally = TallySerializer()
    years = PlayerYearSerializer(many=True)
    seasons = PlayerSeasonSerializer(many=True)
    partners = RecordSerializer(many=True)
    opponents = RecordSerializer(many=True)
    games = GameSerializer(many=True)


class MatchBetweenSerializer(serializers.Serializer[MatchBetween]):
    tournament = EveningLinkSerializer()
    number = serializers.IntegerField(help_text="The number of the first player's entry.")
    match = PlayedSerializer(source="seen")


class DuelSerializer(serializers.Serializer[Duel]):
    """Two players: their matches against each other, the newest first, and their record as partners."""

    one = serializers.CharField()
    other = serializers.CharField()
    tally = TallySerializer()
    meetings = MatchBetweenSerializer(many=True)
    together = TallySerializer()


class FoundPlayerSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    name = serializers.CharField()


class EveningNowSerializer(serializers.Serializer[dict[str, object]]):
    """The present moment of an evening code's entry: at a table, or between two tables."""

    tournament = serializers.CharField(help_text="The tournament's code.")
    entry = serializers.IntegerField(help_text="The entry's number.")
    moment = serializers.ChoiceField(
        choices=("entered", "absent", "table", "bye", "idle", "waiting", "end"),
        help_text="`absent`: not checked in; `idle`: no table in this round; `waiting`: for the next one.",
    )
    turn = serializers.IntegerField(allow_null=True, help_text="The newest announced round.")
    table = serializers.IntegerField(allow_null=True, help_text="Its table, until the round is settled.")
    side = serializers.CharField(allow_null=True, help_text="The side on which it sits there.")
    place = serializers.IntegerField(allow_null=True, help_text="In the newest standings.")
    version = serializers.CharField(help_text="Changes when any of these fields changes.")


def now_data(entry: Entry) -> dict[str, object]:
    """Returns the data for `EveningNowSerializer`; `entry` needs its tournament and club fetched."""
    now = evening_now(entry)
    return {
        "tournament": entry.tournament.code,
        "entry": entry.number,
        "moment": now.moment,
        "turn": now.turn,
        "table": now.match.table if now.match else None,
        "side": evening_codes.side_of(entry, now.match) if now.match else None,
        "place": now.row["place"] if now.row else None,
        "version": now.version,
    }
