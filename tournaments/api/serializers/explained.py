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


class SentencesSerializer(serializers.DictField):
    """By side, a sentence an item, in the order in which a deal is counted."""

    child = serializers.ListField(child=serializers.CharField())


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
    place = scores.place_of(match, number, match.deals.all())
    deal = Deal(match=match, number=number, way=way, entered=scores.normal(way, entered, place))
    figures = scores.counted(place, way, deal.entered)
    return CountSerializer({"figures": figures, "explanation": explanation(match, deal, context)}).data


def explanation(match: Match, deal: Deal, context: Mapping[str, Any]) -> dict[str, list[str]] | None:
    """Each side's sentences, with names as the asker may read them; None where cards are unknown."""
    place = scores.place_of(match, deal.number, match.deals.all())
    found = scores.explain(place, deal)
    if found is None:
        return None
    seated = {
        seat.position: names.shown(seat.person, context, seat.entry.number) for seat in match.seats.all()
    }
    players = scores.players_by_name(match, seated)
    return {told.side: told.sentences for told in scores.tell(place, found, players, get_language() or "it")}
