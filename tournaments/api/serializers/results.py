"""The classifica, and everything the results page shows in one answer."""

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import builds, gathering, queries, substitutions
from tournaments.api.serializers.entries import EntrySerializer
from tournaments.api.serializers.gironi import InGroupSerializer, in_gironi
from tournaments.api.serializers.rounds import RoundSerializer
from tournaments.api.serializers.standings_lines import (
    ChangesSerializer,
    PerTurnSerializer,
    TieStepSerializer,
    told_story,
)
from tournaments.api.serializers.tournaments import CriterionSerializer, TournamentSerializer, told_criteria
from tournaments.draws.movements import final_from
from tournaments.models import Round, RoundState, Snapshot, Tournament
from tournaments.movements import movement_of
from tournaments.standings import Rules, rules_from
from tournaments.standings.why import Story, stories_of


@dataclass(frozen=True)
class Classifica:
    """A snapshot with what its rows need to be read: names by number, and the places of the turn before."""

    snapshot: Snapshot
    tournament: Tournament
    entries: dict[int, dict[str, Any]]
    previous: dict[int, int]
    out_of_prizes: frozenset[int]
    #: How much of the turn being played is in it; None of a classifica that is settled.
    running: builds.Provisional | None = None
    #: Whether the room has gone on since: a turn is settled whose classifica is not built yet.
    is_behind: bool = False

    @property
    def rules(self) -> Rules:
        """Those that it was made by, which the club may have changed since."""
        made_by = self.snapshot.rules
        return self.tournament.ranking if made_by is None else rules_from(made_by)

    @property
    def is_current(self) -> bool:
        return self.tournament.standings_are_current and not self.is_behind

    @cached_property
    def group_turns(self) -> int | None:
        """How many turns the gironi have before their final; None where there are none, or none follows."""
        entries = sum(row.get("group") is not None for row in self.snapshot.rows)
        final = final_from(movement_of(self.tournament), entries) if entries else None
        return None if final is None else final - 1


@dataclass(frozen=True)
class Results:
    """What `read` gathers for `ResultsSerializer`."""

    tournament: Tournament
    classifica: Classifica | None
    round: Round | None
    live_version: str
    #: Every entry with its players, in order.
    entries: list[dict[str, Any]]


def classifica(
    tournament: Tournament, context: dict[str, Any], turn: int | None = None, version: int | None = None
) -> Classifica | None:
    """The classifica after `turn`, or the newest, in an earlier version if it is said; None where there is
    none."""
    snapshot = queries.snapshot(tournament, turn, version)
    if snapshot is None:
        return None
    return _read(tournament, snapshot, queries.places_before(snapshot), context)


def provisional(tournament: Tournament, context: dict[str, Any]) -> Classifica | None:
    """The classifica with the turn being played, movements since the settled one; None between turns."""
    running = builds.provisional(tournament)
    if running is None:
        return None
    made = Snapshot(
        tournament=tournament,
        round_number=running.turn,
        results_version=tournament.results_version,
        criteria=list(running.rules.criteria),
        rules=running.rules.as_json(),
        rows=running.rows,
        built_at=timezone.now(),
    )
    return replace(
        _read(tournament, made, queries.previous_places(tournament, running.turn), context), running=running
    )


def _read(
    tournament: Tournament, snapshot: Snapshot, previous: dict[int, int], context: dict[str, Any]
) -> Classifica:
    entries = EntrySerializer(queries.entries(tournament), many=True, context=context).data
    by_number = {entry["number"]: entry for entry in entries}
    return Classifica(snapshot, tournament, by_number, previous, substitutions.out_of_prizes(tournament))


def results(tournament: Tournament, context: dict[str, Any], version: str = "") -> Results:
    """The newest classifica and the current round, as the asker may see them. Two queries.

    `version` is the one read with the tournament; without it, one query more.
    """
    # Read first: what changes meanwhile then carries a version too old, and is fetched again, not missed.
    version = version or queries.live_version(tournament)
    # Before the rounds: a turn whose classifica is built meanwhile is then told as not built yet.
    snapshot = queries.snapshot(tournament)
    found = gathering.gathered(tournament, drafts=bool(context.get("drafts")))
    entries = [dict(entry) for entry in EntrySerializer(found.entries, many=True, context=context).data]
    given, current = None, found.round
    if snapshot:
        by_number = {entry["number"]: entry for entry in entries}
        places = queries.places_before(snapshot)
        given = Classifica(snapshot, tournament, by_number, places, found.out_of_prizes)
    if given and current and current.state == RoundState.SETTLED:
        # Settled, and its classifica not built yet: the tables stand beside that of the turn before.
        given = replace(given, is_behind=current.number > given.snapshot.round_number)
    return Results(tournament, given, current, version, entries)


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
    victory_points = serializers.IntegerField(help_text="0 where the ranking does not count them.")
    leading = serializers.IntegerField(help_text="The value of the first criterion.")
    ties = TieStepSerializer(many=True)
    shares_with = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of those whom no criterion tells apart from it."
    )
    decided_by = serializers.CharField(allow_null=True)
    values = serializers.ListField(child=serializers.IntegerField())
    group = serializers.IntegerField(
        allow_null=True, help_text="Its girone, from 1; null where there is one, or none."
    )
    group_place = serializers.IntegerField(allow_null=True, help_text="Its place in the girone.")
    in_group = InGroupSerializer(
        allow_null=True, help_text="Its line of the girone's own classifica; null where it is in none."
    )
    per_turn = serializers.ListField(child=PerTurnSerializer())


ROW_FIELDS = tuple(StandingsRowSerializer().fields)


class RunningSerializer(serializers.Serializer[dict[str, int]]):
    """Tables of the turn being played, and how many have ended."""

    tables = serializers.IntegerField()
    finished = serializers.IntegerField()


class StandingsSerializer(serializers.Serializer[Classifica]):
    """The classifica after a turn, as of when it was built."""

    turn = serializers.IntegerField(source="snapshot.round_number")
    turns = serializers.IntegerField(source="tournament.turns")
    results_version = serializers.IntegerField(source="snapshot.results_version")
    built_at = serializers.DateTimeField(source="snapshot.built_at")
    is_current = serializers.BooleanField()
    is_final = serializers.BooleanField(source="tournament.is_final")
    criteria = serializers.SerializerMethodField()
    changes = serializers.SerializerMethodField(help_text="Null in the first version of a turn's classifica.")
    provisional = serializers.SerializerMethodField(
        help_text="Of a classifica with the turn being played; null of a settled one."
    )
    rows = serializers.SerializerMethodField()
    groups = serializers.SerializerMethodField(help_text="Of each girone, its pairs' numbers, best first.")
    group_turns = serializers.SerializerMethodField(
        help_text="How many turns the gironi have before their final; null where none follows."
    )

    @extend_schema_field(CriterionSerializer(many=True))
    def get_criteria(self, given: Classifica) -> list[dict[str, str]]:
        return told_criteria(given.snapshot.criteria, given.rules)

    @extend_schema_field(ChangesSerializer(allow_null=True))
    def get_changes(self, given: Classifica) -> dict[str, Any] | None:
        changes: dict[str, Any] | None = given.snapshot.changes
        return changes

    @extend_schema_field(RunningSerializer(allow_null=True))
    def get_provisional(self, given: Classifica) -> dict[str, int] | None:
        running = given.running
        return {"tables": running.tables, "finished": running.finished} if running else None

    @extend_schema_field(StandingsRowSerializer(many=True))
    def get_rows(self, given: Classifica) -> list[dict[str, Any]]:
        """Plain rows: a snapshot is JSON already, and a large evening has hundreds of them."""
        rows = given.snapshot.rows
        told = stories_of(given.snapshot.criteria, rows)
        gironi = in_gironi(given.snapshot, given.tournament, given.group_turns)
        return [self._row(given, row, told[row["number"]], gironi.get(row["number"])) for row in rows]

    def get_groups(self, given: Classifica) -> list[list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        placed = [row for row in given.snapshot.rows if row.get("group_place")]
        for row in sorted(placed, key=lambda row: (row["group"], row["group_place"])):
            found[row["group"]].append(row["number"])
        return list(found.values())

    def get_group_turns(self, given: Classifica) -> int | None:
        return given.group_turns

    def _row(
        self, given: Classifica, row: dict[str, Any], story: Story, in_group: dict[str, Any] | None
    ) -> dict[str, Any]:
        entry = given.entries[row["number"]]
        before = given.previous.get(row["number"])
        whole = {
            "victory_points": 0,
            "group": None,
            "group_place": None,
            **row,
            "leading": row["values"][0],
            **told_story(story),
            "in_group": in_group,
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
