"""A pair's own evening: its line of the standings, its tables, and its deals explained."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from rest_framework import serializers

from tournaments import queries
from tournaments.api.serializers.standings import StandingsRowSerializer
from tournaments.api.serializers.tables import DealSerializer, FiguresSerializer, MatchSerializer
from tournaments.api.serializers.tournaments import EntrySerializer
from tournaments.models import Deal, Entry, Match, Tournament
from tournaments.presenters.results import StandingsRow, shown_standings, standings_after
from tournaments.results import scores
from tournaments.text import names


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
    found = scores.explain(place, deal)
    if found is None:
        return None
    seated = {
        seat.position: names.shown(seat.person, context, seat.entry.number) for seat in match.seats.all()
    }
    players = scores.players_by_name(match, seated)
    return {
        each.side: each.sentences
        for each in scores.side_counts(place, found, players, get_language() or "it")
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
    found = standings_after(tournament, dict(context))
    rows = shown_standings(found).rows if found else []
    standing = next((row for row in rows if row.number == entry.number), None)
    tables = list(queries.tables_of(entry))
    for table in tables:
        table.round.tournament = tournament
    return Evening(entry, standing, tables, queries.rests_of(entry))
