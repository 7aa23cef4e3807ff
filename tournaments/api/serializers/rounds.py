from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import scoring
from tournaments import actors
from tournaments.api.serializers import names
from tournaments.api.serializers.figures import (
    FiguresSerializer,
    SidePointsSerializer,
    TableSidesSerializer,
)
from tournaments.models import Deal, Match, Rest, Round, Seat
from tournaments.wording import reason_sentence

# Clockwise from the top, as a table is drawn.
POSITIONS = ("N", "E", "S", "W")
SIDES = ("A", "B")
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
    """A table of a round: sides A (North-South) and B (East-West), seats, deals, running points."""

    turn = serializers.IntegerField(source="round.number", read_only=True)
    sides = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField()
    dealers = serializers.SerializerMethodField(help_text="The seat that deals each smazzata, in order.")
    deals = DealSerializer(many=True, read_only=True)
    deals_expected = serializers.SerializerMethodField()
    points = serializers.SerializerMethodField(help_text="Points of each side so far.")
    winner = serializers.SerializerMethodField(help_text="A, B, `tie`, or null while deals are missing.")
    assigned = serializers.SerializerMethodField(
        help_text="Whether the points are the referee's instead of the deals'."
    )
    lost_by = serializers.CharField(help_text="The sides that lost the match a tavolino: A, B, AB or none.")
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
        return {side: self._side([seat for seat in match.seats.all() if seat.side == side]) for side in SIDES}

    def _side(self, seats: Sequence[Seat]) -> dict[str, Any]:
        numbers = list(dict.fromkeys(seat.entry.number for seat in seats))
        return {"entries": numbers, "name": names.pair((seat.person for seat in seats), self.context)}

    def get_dealers(self, match: Match) -> list[str]:
        game = match.round.tournament.game
        return [
            scoring.dealer_seat(game, match.first_dealer, number)
            for number in range(1, self.get_deals_expected(match) + 1)
        ]

    def get_deals_expected(self, match: Match) -> int:
        return match.round.tournament.deals

    @extend_schema_field(SidePointsSerializer)
    def get_points(self, match: Match) -> dict[str, int]:
        deals = match.deals.all()
        played = {"A": sum(deal.points_a for deal in deals), "B": sum(deal.points_b for deal in deals)}
        return match.assigned or played

    def get_assigned(self, match: Match) -> bool:
        return match.assigned is not None

    def get_winner(self, match: Match) -> str | None:
        if match.lost_by:
            return {"A": "B", "B": "A"}.get(match.lost_by)
        if points := match.assigned:
            return "tie" if points["A"] == points["B"] else max(points, key=lambda side: points[side])
        outcome = scoring.outcome(match.round.tournament.game, [deal.points for deal in match.deals.all()])
        return None if outcome is None else outcome.winner or "tie"

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
