"""The classifica, and everything the results page shows in one answer."""

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import queries, substitutions
from tournaments.api.serializers.entries import EntrySerializer
from tournaments.api.serializers.rounds import RoundSerializer
from tournaments.api.serializers.tournaments import TournamentSerializer
from tournaments.models import Snapshot, Tournament


@dataclass(frozen=True)
class Classifica:
    """A snapshot with what its rows need to be read: names by number, and the places of the turn before."""

    snapshot: Snapshot
    tournament: Tournament
    entries: dict[int, dict[str, Any]]
    previous: dict[int, int]
    out_of_prizes: frozenset[int]


@dataclass(frozen=True)
class Results:
    """What `read` gathers for `ResultsSerializer`."""

    tournament: Tournament
    classifica: Classifica | None
    round: Any
    live_version: str


def classifica(tournament: Tournament, context: dict[str, Any], turn: int | None = None) -> Classifica | None:
    """The classifica after `turn`, or the newest; None before the first settled round."""
    snapshot = queries.snapshot(tournament, turn)
    if snapshot is None:
        return None
    entries = EntrySerializer(queries.entries(tournament), many=True, context=context).data
    return Classifica(
        snapshot,
        tournament,
        {entry["number"]: entry for entry in entries},
        queries.previous_places(tournament, snapshot.round_number),
        substitutions.out_of_prizes(tournament),
    )


def results(tournament: Tournament, context: dict[str, Any]) -> Results:
    """The newest classifica and the current round, as the asker may see them; about a dozen queries."""
    # Read first: what changes meanwhile then carries a version too old, and is fetched again, not missed.
    version = queries.live_version(tournament)
    return Results(
        tournament,
        classifica(tournament, context),
        queries.current_round(tournament, drafts=bool(context.get("drafts"))),
        version,
    )


class PerTurnSerializer(serializers.Serializer[dict[str, Any]]):
    """What one turn gave; a rest, a match lost a tavolino and a penalty have neither table nor opponents."""

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


class StandingsRowSerializer(serializers.Serializer[dict[str, Any]]):
    """One line of the classifica; `movement` is places won since the turn before, null in the first."""

    place = serializers.IntegerField()
    tied = serializers.BooleanField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    withdrawn = serializers.BooleanField()
    out_of_prizes = serializers.BooleanField(help_text="Its substitutes played more than half of the turns.")
    movement = serializers.IntegerField(allow_null=True)
    match_points = serializers.IntegerField()
    difference = serializers.IntegerField()
    scored = serializers.IntegerField()
    conceded = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    rested = serializers.IntegerField()
    decided_by = serializers.CharField(allow_null=True)
    values = serializers.ListField(child=serializers.IntegerField())
    per_turn = serializers.ListField(child=PerTurnSerializer())


ROW_FIELDS = tuple(StandingsRowSerializer().fields)


class StandingsSerializer(serializers.Serializer[Classifica]):
    """The classifica after a turn, as of when it was built."""

    turn = serializers.IntegerField(source="snapshot.round_number")
    turns = serializers.IntegerField(source="tournament.turns")
    results_version = serializers.IntegerField(source="snapshot.results_version")
    built_at = serializers.DateTimeField(source="snapshot.built_at")
    is_current = serializers.BooleanField(source="tournament.standings_are_current")
    is_final = serializers.BooleanField(source="tournament.is_final")
    rows = serializers.SerializerMethodField()

    @extend_schema_field(StandingsRowSerializer(many=True))
    def get_rows(self, given: Classifica) -> list[dict[str, Any]]:
        """Plain rows: a snapshot is JSON already, and a large evening has hundreds of them."""
        return [self._row(given, row) for row in given.snapshot.rows]

    def _row(self, given: Classifica, row: dict[str, Any]) -> dict[str, Any]:
        entry = given.entries[row["number"]]
        before = given.previous.get(row["number"])
        whole = {
            **row,
            "name": entry["name"],
            "withdrawn": entry["withdrawn"],
            "out_of_prizes": row["number"] in given.out_of_prizes,
            "movement": None if before is None else before - row["place"],
        }
        return {name: whole[name] for name in ROW_FIELDS}


class ResultsSerializer(serializers.Serializer[Results]):
    """The whole results page: tournament, classifica, current round with its tables."""

    tournament = TournamentSerializer()
    standings = serializers.SerializerMethodField()
    round = serializers.SerializerMethodField()
    live_version = serializers.CharField()

    @extend_schema_field(StandingsSerializer(allow_null=True))
    def get_standings(self, given: Results) -> dict[str, Any] | None:
        if given.classifica is None:
            return None
        return dict(StandingsSerializer(given.classifica, context=self.context).data)

    @extend_schema_field(RoundSerializer(allow_null=True))
    def get_round(self, given: Results) -> dict[str, Any] | None:
        if given.round is None:
            return None
        return dict(RoundSerializer(given.round, context=self.context).data)
