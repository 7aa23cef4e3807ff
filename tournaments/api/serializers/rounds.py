from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import actors
from tournaments.api.serializers import names
from tournaments.api.serializers.figures import (
    FiguresSerializer,
    SidePointsSerializer,
    TableSidesSerializer,
)
from tournaments.models import Deal, Match, Rest, Round
from tournaments.scores import side_label
from tournaments.wording import reason_sentence

# Clockwise from the top, as a table is drawn.
POSITIONS = ("N", "E", "S", "W", "1", "2", "3", "4", "5", "6")
SIDES = ("A", "B", "C", "D", "E", "F")
MOMENT = serializers.DateTimeField()


class DealSerializer(serializers.ModelSerializer[Deal]):
    """A smazzata as entered and as counted: points a side, null where only totals were written."""

    way_name = serializers.CharField(source="get_way_display", read_only=True)
    agreement_name = serializers.CharField(source="get_agreement_display", read_only=True)
    figures = FiguresSerializer(source="counted", read_only=True)
    points = SidePointsSerializer(read_only=True)

    class Meta:
        model = Deal
        fields = [
            "number",
            "way",
            "way_name",
            "entered",
            "figures",
            "points",
            "entered_by_name",
            "entered_side",
            "agreement",
            "agreement_name",
            "contest_reason",
            "entered_at",
            "changed_at",
            "version",
        ]

    def to_representation(self, deal: Deal) -> dict[str, Any]:
        """The fields above, written out: a results page holds hundreds of deals and must not wait."""
        return {
            "number": deal.number,
            "way": deal.way,
            "way_name": deal.get_way_display(),
            "entered": deal.entered,
            "figures": deal.counted,
            "points": deal.points,
            "entered_by_name": self._entered_by_name(deal),
            "entered_side": deal.entered_side,
            "agreement": deal.agreement,
            "agreement_name": deal.get_agreement_display(),
            # What two coppie say to each other is for them and for the referee.
            "contest_reason": deal.contest_reason if self.context.get("full_names") else "",
            "entered_at": MOMENT.to_representation(deal.entered_at),
            "changed_at": MOMENT.to_representation(deal.changed_at),
            "version": deal.version,
        }

    def _entered_by_name(self, deal: Deal) -> str:
        """The officer's own name, or e-mail address, is not the public's: "Giuria" is what it needs."""
        if deal.entered_by_id is None or self.context.get("full_names"):
            return actors.said(deal.entered_by_name)
        return gettext("Giuria")


class SeatSerializer(serializers.Serializer[dict[str, Any]]):
    position = serializers.ChoiceField(choices=POSITIONS)
    side = serializers.ChoiceField(choices=SIDES)
    entry = serializers.IntegerField()
    name = serializers.CharField()


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A table of a round: sides (A is North-South where two pairs play), seats, deals, running points."""

    turn = serializers.IntegerField(source="round.number", read_only=True)
    sides = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField()
    dealers = serializers.SerializerMethodField(
        help_text="The seat that deals each smazzata, in order; empty for what the ones before decide."
    )
    deals = DealSerializer(many=True, read_only=True)
    deals_expected = serializers.SerializerMethodField()
    points = serializers.SerializerMethodField(help_text="Points of each side so far.")
    winner = serializers.SerializerMethodField(help_text="A side, `tie`, or null while deals are missing.")
    losers = serializers.ListField(
        child=serializers.CharField(), help_text="Who lost, where a game says that and not who won."
    )
    assigned = serializers.SerializerMethodField(
        help_text="Whether the points are the referee's instead of the deals'."
    )
    lost_by = serializers.CharField(help_text="The sides that lost the match a tavolino: A, AB or none.")
    reason = serializers.SerializerMethodField(help_text="Why these two meet.")

    class Meta:
        model = Match
        fields = [
            "turn",
            "table",
            "sides",
            "seats",
            "first_dealer",
            "dealers",
            "deals",
            "deals_expected",
            "points",
            "winner",
            "losers",
            "assigned",
            "lost_by",
            "distance",
            "is_rematch",
            "reason",
        ]

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, match: Match) -> list[dict[str, Any]]:
        return [
            {
                "position": seat.position,
                "side": seat.side,
                "entry": seat.entry.number,
                "name": names.shown(seat.person, self.context),
            }
            for seat in sorted(match.seats.all(), key=lambda seat: POSITIONS.index(seat.position))
        ]

    @extend_schema_field(TableSidesSerializer)
    def get_sides(self, match: Match) -> dict[str, dict[str, Any]]:
        points = self.get_points(match)
        return {side: self._side(match, side, points[side]) for side in match.play.sides}

    def _side(self, match: Match, side: str, points: int) -> dict[str, Any]:
        seats = [seat for seat in match.seats.all() if seat.side == side]
        return {
            "entries": list(dict.fromkeys(seat.entry.number for seat in seats)),
            "name": names.pair((seat.person for seat in seats), self.context),
            "heading": side_label(match.play, side),
            "points": points,
        }

    def get_dealers(self, match: Match) -> list[str]:
        return match.dealers

    def get_deals_expected(self, match: Match) -> int:
        return len(match.play.numbers(match.points))

    @extend_schema_field(SidePointsSerializer)
    def get_points(self, match: Match) -> dict[str, int]:
        return match.assigned or match.play.totals(list(match.points.values()))

    def get_assigned(self, match: Match) -> bool:
        return match.assigned is not None

    def get_winner(self, match: Match) -> str | None:
        return match.winner

    def get_reason(self, match: Match) -> str:
        return reason_sentence(match.reason)


class RestSerializer(serializers.ModelSerializer[Rest]):
    number = serializers.IntegerField(source="entry.number", read_only=True)
    name = serializers.SerializerMethodField()

    class Meta:
        model = Rest
        fields = ["number", "name"]

    def get_name(self, rest: Rest) -> str:
        return names.pair((player.person for player in rest.entry.players.all()), self.context)


class RoundSummarySerializer(serializers.ModelSerializer[Round]):
    """A turno without its tables."""

    state_name = serializers.CharField(source="get_state_display", read_only=True)
    ends_at = serializers.SerializerMethodField(help_text="When the clock of a round being played runs out.")

    class Meta:
        model = Round
        fields = [
            "number",
            "state",
            "state_name",
            "seed",
            "cost",
            "rematches",
            "version",
            "drawn_at",
            "published_at",
            "started_at",
            "ends_at",
            "extra_minutes",
            "settled_at",
        ]

    def get_ends_at(self, round_: Round) -> datetime | None:
        return round_.ends_at


class RoundSerializer(RoundSummarySerializer):
    """A turno with its tables; rows from `queries.with_tables`."""

    tables = serializers.SerializerMethodField()
    rests = RestSerializer(many=True, read_only=True)

    class Meta(RoundSummarySerializer.Meta):
        fields = [*RoundSummarySerializer.Meta.fields, "tables", "rests"]

    @extend_schema_field(MatchSerializer(many=True))
    def get_tables(self, round_: Round) -> list[dict[str, Any]]:
        matches = list(round_.matches.all())
        for match in matches:
            match.round = round_
        return list(MatchSerializer(matches, many=True, context=self.context).data)
