"""Why each point of a deal is there, in sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from rest_framework import serializers

from tournaments import scores
from tournaments.api.serializers import names
from tournaments.api.serializers.figures import FiguresSerializer
from tournaments.api.serializers.rounds import DealSerializer
from tournaments.models import Deal, Match


class SentencesSerializer(serializers.Serializer[dict[str, Any]]):
    """A sentence an item, in the order in which a deal is counted."""

    A = serializers.ListField(child=serializers.CharField())
    B = serializers.ListField(child=serializers.CharField())


class CountSerializer(serializers.Serializer[dict[str, Any]]):
    """What a deal would count; the explanation is null for parts and totals, which do not say why."""

    figures = FiguresSerializer()
    explanation = SentencesSerializer(allow_null=True)


class ExplainedDealSerializer(DealSerializer):
    """A stored deal with its explanation."""

    explanation = SentencesSerializer(allow_null=True, read_only=True)

    class Meta(DealSerializer.Meta):
        fields = [*DealSerializer.Meta.fields, "explanation"]


def count(match: Match, number: int, way: str, entered: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
    """Figures and explanation of a deal that nobody has stored."""
    tournament = match.round.tournament
    dealer = scores.dealer_side(tournament, match, number)
    deal = Deal(match=match, number=number, way=way, entered=entered)
    figures = scores.counted(tournament, way, entered, dealer=dealer)
    return CountSerializer({"figures": figures, "explanation": explanation(match, deal, context)}).data


def explanation(match: Match, deal: Deal, context: Mapping[str, Any]) -> dict[str, list[str]] | None:
    """Each side's sentences, with names as the asker may read them; None where cards are unknown."""
    tournament = match.round.tournament
    found = scores.explain(tournament, deal, dealer=scores.dealer_side(tournament, match, deal.number))
    if found is None:
        return None
    seated = {seat.position: names.shown(seat.person, context) for seat in match.seats.all()}
    players = {player: seated[seat] for player, seat in scores.player_seats(tournament).items()}
    return {told.side: told.sentences for told in scores.tell(found, players, get_language() or "it")}
