"""A pair's own evening: its line of the classifica, its tables and why their deals count so."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import queries
from tournaments.api.serializers.entries import EntrySerializer
from tournaments.api.serializers.explained import ExplainedDealSerializer, explanation
from tournaments.api.serializers.results import StandingsRowSerializer, StandingsSerializer, classifica
from tournaments.api.serializers.rounds import DealSerializer, MatchSerializer
from tournaments.models import Entry, Match, Tournament


@dataclass(frozen=True)
class Evening:
    """What `evening` gathers for `EveningSerializer`."""

    entry: Entry
    standing: dict[str, Any] | None
    tables: list[Match]
    rested: list[int]


class PlayedTableSerializer(MatchSerializer):
    """A table at which the pair sat, each deal with its explanation."""

    deals = serializers.SerializerMethodField()  # type: ignore[assignment]

    @extend_schema_field(ExplainedDealSerializer(many=True))
    def get_deals(self, match: Match) -> list[dict[str, Any]]:
        shown = DealSerializer(context=self.context)
        return [
            {
                **shown.to_representation(deal),
                "explanation": explanation(match, deal, self.context),
            }
            for deal in match.deals.all()
        ]


class EveningSerializer(serializers.Serializer[Evening]):
    """A pair, its line of the newest classifica (null before the first), its tables by turn, its rests."""

    entry = EntrySerializer()
    standing = StandingsRowSerializer(allow_null=True)
    tables = PlayedTableSerializer(many=True)
    rested = serializers.ListField(
        child=serializers.IntegerField(), help_text="Turns in which the pair had the riposo."
    )


def evening(tournament: Tournament, entry: Entry, context: Mapping[str, Any]) -> Evening:
    """All of one pair's evening as the asker may see it. Ten queries, whatever was played."""
    found = classifica(tournament, dict(context))
    rows = StandingsSerializer(found, context=context).data["rows"] if found else []
    standing = next((row for row in rows if row["number"] == entry.number), None)
    tables = list(queries.tables_of(entry))
    for table in tables:
        table.round.tournament = tournament
    return Evening(entry, standing, tables, queries.rests_of(entry))
