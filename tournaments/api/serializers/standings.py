"""Standings with the head of the log, the results page, and the evening of an entry."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.utils.translation import get_language
from rest_framework import serializers

from club.history.hash_chain import Head, public_key
from tournaments import queries
from tournaments.api.serializers.tables import (
    DealSerializer,
    FiguresSerializer,
    MatchSerializer,
    RoundSerializer,
)
from tournaments.api.serializers.tournaments import (
    CriterionSerializer,
    EntrySerializer,
    TournamentSerializer,
    with_links,
)
from tournaments.core.standings.stored_standings import (
    Brief,
    StoredChanges,
    StoredLine,
    StoredShift,
    StoredTie,
)
from tournaments.core.standings.tie_stories import Step
from tournaments.models import Deal, Entry, Match, Tournament
from tournaments.presenters import as_data
from tournaments.presenters.challenges import ShownChallenge, ShownFigures, ShownTeamEntry
from tournaments.presenters.results import Results, shown_results
from tournaments.presenters.standings import (
    StandingsLine,
    StandingsRow,
    StandingsSource,
    shown_standings,
    standings_after,
)
from tournaments.results import scores
from tournaments.text import names


class PerTurnSerializer(serializers.Serializer[StoredLine]):
    """The line of one round; a bye, a forfeited match and a penalty have neither table nor opponents."""

    turn = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    opponents = serializers.ListField(child=serializers.IntegerField())
    scored = serializers.IntegerField()
    conceded = serializers.IntegerField()
    match_points = serializers.IntegerField()
    rested = serializers.BooleanField()
    forfeited = serializers.BooleanField(default=False)
    penalty = serializers.BooleanField(default=False)
    assigned = serializers.BooleanField(default=False)
    victory_points = serializers.IntegerField(required=False, help_text="Only if the ranking counts them.")
    cappotti = serializers.IntegerField(required=False, help_text="Only if the ranking counts them.")
    board_difference = serializers.IntegerField(
        required=False,
        help_text="The points beyond those of the others with these cards, if the ranking compares boards.",
    )
    board_points = serializers.IntegerField(
        required=False, help_text="The victory points for that difference, if the ranking compares boards."
    )
    unplayed = serializers.IntegerField(
        required=False,
        help_text="Points conceded that the ranking adds for a round not played, if it does.",
    )


class TieStepSerializer(serializers.Serializer[Step]):
    """The entries level with this one: `level` before a criterion, `left` after it."""

    criterion = serializers.CharField()
    level = serializers.ListField(child=serializers.IntegerField())
    left = serializers.ListField(child=serializers.IntegerField())


class BriefSerializer(serializers.Serializer[Brief]):
    place = serializers.IntegerField()
    match_points = serializers.IntegerField()
    victory_points = serializers.IntegerField()
    scored = serializers.IntegerField()
    conceded = serializers.IntegerField()
    difference = serializers.IntegerField()


class ShiftSerializer(serializers.Serializer[StoredShift]):
    """A line of the standings before and after."""

    number = serializers.IntegerField()
    before = BriefSerializer()
    after = BriefSerializer()


class SharedPlaceSerializer(serializers.Serializer[StoredTie]):
    place = serializers.IntegerField()
    numbers = serializers.ListField(child=serializers.IntegerField())


class ChangesSerializer(serializers.Serializer[StoredChanges]):
    """The changes between version `since` of a round's standings and the current one."""

    since = serializers.IntegerField()
    shifts = ShiftSerializer(many=True)
    resolved = SharedPlaceSerializer(many=True)
    made = SharedPlaceSerializer(many=True)
    reason = serializers.CharField(
        required=False, help_text="The reason, if the ranking of the tournament was changed."
    )


class LineSerializer(serializers.Serializer[StandingsLine]):
    """The figures of an entry."""

    place = serializers.IntegerField()
    tied = serializers.BooleanField()
    match_points = serializers.IntegerField()
    difference = serializers.IntegerField()
    scored = serializers.IntegerField()
    conceded = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    rested = serializers.IntegerField()
    victory_points = serializers.IntegerField(help_text="0 if the ranking does not count them.")
    leading = serializers.IntegerField(help_text="The value of the first criterion.")
    values = serializers.ListField(child=serializers.IntegerField())
    decided_by = serializers.CharField(allow_null=True)
    ties = TieStepSerializer(many=True)
    shares_with = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The numbers of the entries that no criterion separates from this one.",
    )


class InGroupSerializer(LineSerializer):
    """A line of a group's standings, with the figures of the group's rounds only."""

    place = serializers.IntegerField(help_text="The row's `group_place`, but `tied` entries share a place.")


class StandingsRowSerializer(LineSerializer):
    """One row of the standings; `movement` is the number of places gained since the round before.

    `movement` is null in round 1.
    """

    number = serializers.IntegerField()
    name = serializers.CharField()
    withdrawn = serializers.BooleanField(
        help_text="Whether it has left the tournament, withdrawn or expelled."
    )
    expelled = serializers.BooleanField()
    below = serializers.CharField(
        help_text='"withdrawn" or "expelled" in the blocks below the entries that finished; else empty.'
    )
    out_of_prizes = serializers.BooleanField(
        help_text="Whether its substitutes played more than half of the rounds."
    )
    movement = serializers.IntegerField(allow_null=True)
    group = serializers.IntegerField(
        allow_null=True, help_text="Its group, from 1; null if there are no groups, or only one."
    )
    group_place = serializers.IntegerField(allow_null=True, help_text="Its place in the group.")
    in_group = InGroupSerializer(
        allow_null=True, help_text="Its row in the standings of its group; null for an entry in no group."
    )
    team = serializers.IntegerField(allow_null=True)
    per_turn = serializers.ListField(child=PerTurnSerializer())


class TeamFiguresSerializer(serializers.Serializer[ShownFigures]):
    """The figures of a team: its tables, match points and points."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    match_points = serializers.IntegerField()
    points = serializers.IntegerField()
    victory_points = serializers.IntegerField(help_text="0 if the ranking does not count them.")


class TeamRoundSerializer(TeamFiguresSerializer):
    """The figures of a team in one round."""

    turn = serializers.IntegerField()


class TeamEntrySerializer(serializers.Serializer[ShownTeamEntry]):
    """An entry of a team with its own figures so far."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    difference = serializers.IntegerField()
    withdrawn = serializers.BooleanField()


class TeamSerializer(TeamFiguresSerializer):
    """A team with its score in total, in every round, and for each of its entries."""

    team = serializers.IntegerField()
    name = serializers.CharField()
    is_leading = serializers.BooleanField(help_text="Whether it leads, or has won.")
    leading = serializers.IntegerField(help_text="The figure that decides.")
    tables = serializers.CharField(help_text="Its tables in words.")
    rounds = TeamRoundSerializer(many=True, help_text="Its figures in each round.")
    entries = TeamEntrySerializer(many=True)


class ChallengeSerializer(serializers.Serializer[ShownChallenge]):
    """The score of the two teams of a challenge."""

    teams = TeamSerializer(many=True)
    leader = serializers.IntegerField(allow_null=True, help_text="1 or 2; null if they are level.")
    decided_by = serializers.CharField(
        allow_blank=True, help_text="The criterion by which the leader leads; empty if they are level."
    )
    difference = serializers.IntegerField(help_text="The first team's points less the second's.")
    sentence = serializers.CharField()
    figure = serializers.CharField(help_text="The figure that decides, in words.")


class RunningSerializer(serializers.Serializer[dict[str, int]]):
    """The tables of the round being played, and how many of them have finished."""

    tables = serializers.IntegerField()
    finished = serializers.IntegerField()


class StandingsSerializer(serializers.Serializer[StandingsSource]):
    """The standings after a round, as they were built at `built_at`."""

    turn = serializers.IntegerField(source="snapshot.round_number")
    turns = serializers.IntegerField(
        source="tournament.planned_turns",
        allow_null=True,
        help_text="How many rounds there are; null where a challenge is played until an hour.",
    )
    results_version = serializers.IntegerField(source="snapshot.results_version")
    built_at = serializers.DateTimeField(source="snapshot.built_at")
    is_current = serializers.BooleanField()
    is_final = serializers.BooleanField(source="tournament.is_final")
    criteria = CriterionSerializer(many=True, read_only=True)
    changes = ChangesSerializer(
        allow_null=True, read_only=True, help_text="Null in the first version of a round's standings."
    )
    provisional = RunningSerializer(
        allow_null=True,
        read_only=True,
        help_text="Set for standings that include the round being played; null for settled ones.",
    )
    rows = StandingsRowSerializer(many=True, read_only=True)
    groups = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        read_only=True,
        help_text="The numbers of the entries of each group, best first.",
    )
    group_turns = serializers.IntegerField(
        allow_null=True,
        read_only=True,
        help_text="The number of rounds of the groups before the final; null if no final follows.",
    )
    challenge = ChallengeSerializer(
        allow_null=True, read_only=True, help_text="The score of the two teams; null in other formats."
    )

    def to_representation(self, given: StandingsSource) -> Any:
        return as_data(shown_standings(given))


class ResultsSerializer(serializers.Serializer[Results]):
    """The whole results page: tournament, standings, current round with its tables."""

    tournament = TournamentSerializer()
    standings = StandingsSerializer(allow_null=True, read_only=True)
    round = RoundSerializer(allow_null=True, read_only=True)
    live_version = serializers.CharField()
    challenge = ChallengeSerializer(
        allow_null=True,
        read_only=True,
        help_text="The score with the tables of this round that have finished; null in other formats.",
    )

    def to_representation(self, given: Results) -> Any:
        shown = shown_results(given, self.context)
        # The large parts stay dataclasses, because the renderer can write them directly.
        parts = {field.name: getattr(shown, field.name) for field in fields(shown)}
        return {**parts, "tournament": with_links(as_data(shown.tournament))}


class HeadSerializer(serializers.Serializer[Head]):
    """The last entry of a log. A copy kept elsewhere shows later whether the log was rewritten."""

    log = serializers.CharField(help_text='"tournament/" and the code.')
    number = serializers.IntegerField()
    hash = serializers.CharField()
    signature = serializers.CharField(
        help_text="Ed25519 over `log number hash`, with spaces between; empty without a key."
    )
    public_key = serializers.SerializerMethodField()

    def get_public_key(self, _head: Head) -> str:
        return public_key()


class StandingsWithHeadSerializer(StandingsSerializer):
    """The standings, with the head of the log as it is now."""

    log_head = HeadSerializer(read_only=True)

    def to_representation(self, given: Any) -> Any:
        shown = super().to_representation(given)
        return {**shown, "log_head": HeadSerializer(self.context["log_head"]).data}


# The evening of an entry: its row of the standings, its tables, and its deals explained.


class SentencesSerializer(serializers.DictField):
    """By side, a list of sentences in the order in which a deal is counted."""

    child = serializers.ListField(child=serializers.CharField())


class CountSerializer(serializers.Serializer[dict[str, object]]):
    """The count of a deal; the explanation is null for a deal entered by parts or by totals."""

    figures = FiguresSerializer()
    explanation = SentencesSerializer(allow_null=True)


class ExplainedDealSerializer(DealSerializer):
    """A stored deal with its explanation."""

    explanation = SentencesSerializer(allow_null=True, read_only=True)

    class Meta(DealSerializer.Meta):
        fields = [*DealSerializer.Meta.fields, "explanation"]


def count(match: Match, number: int, way: str, entered: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
    """Returns the figures and the explanation of a deal without storing it."""
    place = scores.place_of(match, number, match.deals.all())
    deal = Deal(match=match, number=number, way=way, entered=scores.normalised(way, entered, place))
    figures = scores.count_deal(place, way, deal.entered)
    return CountSerializer({"figures": figures, "explanation": explanation(match, deal, context)}).data


def explanation(match: Match, deal: Deal, context: Mapping[str, Any]) -> dict[str, list[str]] | None:
    """Returns each side's sentences, with the names that the sender may see; None if no cards are stored."""
    place = scores.place_of(match, deal.number, match.deals.all())
    counted = scores.explain(place, deal)
    if counted is None:
        return None
    seated = {
        seat.position: names.shown(seat.person, context, seat.entry.number) for seat in match.seats.all()
    }
    players = scores.players_by_name(match, seated)
    return {
        each.side: each.sentences
        for each in scores.side_counts(place, counted, players, get_language() or "it")
    }


@dataclass(frozen=True)
class Evening:
    """The data that `evening` gathers for `EveningSerializer`."""

    entry: Entry
    standing: StandingsRow | None
    tables: list[Match]
    rested: list[int]


class PlayedTableSerializer(MatchSerializer):
    """A table of the entry, each deal with its explanation."""

    deals = ExplainedDealSerializer(many=True, read_only=True)

    def to_representation(self, match: Match) -> Any:
        shown = super().to_representation(match)
        for data, deal in zip(shown["deals"], match.deals.all(), strict=True):
            data["explanation"] = explanation(match, deal, self.context)
        return shown


class EveningSerializer(serializers.Serializer[Evening]):
    """An entry, its row in the newest standings (null before the first), its tables and its byes."""

    entry = EntrySerializer()
    standing = StandingsRowSerializer(allow_null=True)
    tables = PlayedTableSerializer(many=True)
    rested = serializers.ListField(
        child=serializers.IntegerField(), help_text="The rounds in which the entry had a bye."
    )


def evening(tournament: Tournament, entry: Entry, context: Mapping[str, Any]) -> Evening:
    """Returns an entry's whole evening as the sender may see it. Ten queries for any number of rounds."""
    source = standings_after(tournament, dict(context))
    rows = shown_standings(source).rows if source else []
    standing = next((row for row in rows if row.number == entry.number), None)
    tables = list(queries.tables_of(entry))
    for table in tables:
        table.round.tournament = tournament
    return Evening(entry, standing, tables, queries.rests_of(entry))
