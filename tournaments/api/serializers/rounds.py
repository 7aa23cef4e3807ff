from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import actors, queries
from tournaments.api.serializers import names
from tournaments.api.serializers.figures import (
    FiguresSerializer,
    SidePointsSerializer,
    TableSidesSerializer,
)
from tournaments.format_wording import group_name, idle_because, meeting_words, stage_words
from tournaments.models import Deal, Match, Rest, Round, Seat
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
        """The fields above, written out: a results page holds hundreds of deals and must not wait.

        The choices' names as well: what Django makes of a row reads all choices of the field each time.
        """
        return {
            "number": deal.number,
            "way": deal.way,
            "way_name": str(Deal.Way(deal.way).label),
            "entered": deal.entered,
            "figures": deal.counted,
            "points": deal.points,
            "entered_by_name": self._entered_by_name(deal),
            "entered_side": deal.entered_side,
            "agreement": deal.agreement,
            "agreement_name": str(Deal.Agreement(deal.agreement).label),
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
            "boards",
        ]

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, match: Match) -> list[dict[str, Any]]:
        return [
            {
                "position": seat.position,
                "side": seat.side,
                "entry": seat.entry.number,
                "name": names.shown(seat.person, self.context, seat.entry.number),
            }
            for seat in sorted(match.seats.all(), key=lambda seat: POSITIONS.index(seat.position))
        ]

    @extend_schema_field(TableSidesSerializer)
    def get_sides(self, match: Match) -> dict[str, dict[str, Any]]:
        points = self.get_points(match)
        return {side: self._side(match, side, points[side]) for side in match.play.sides}

    def _side(self, match: Match, side: str, points: int) -> dict[str, Any]:
        # As the side is called: E before W.
        seats = sorted(
            (seat for seat in match.seats.all() if seat.side == side),
            key=lambda seat: POSITIONS.index(seat.position),
        )
        return {
            "entries": list(dict.fromkeys(seat.entry.number for seat in seats)),
            "name": self._names(seats),
            "heading": side_label(match.play, side),
            "points": points,
        }

    def _names(self, seats: list[Seat]) -> str:
        """Of one entry, or of those who sit on the side in an evening of single players."""
        numbers = {seat.entry.number for seat in seats}
        if len(numbers) == 1:
            return names.pair((seat.person for seat in seats), self.context, numbers.pop())
        return " – ".join(names.shown(seat.person, self.context, seat.entry.number) for seat in seats)

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
        said = reason_sentence(match.reason, single=match.round.tournament.entry_size == 1)
        code = match.reason.get("code")
        numbers = list(dict.fromkeys(seat.entry.number for seat in match.seats.all()))
        if code == "scheduled" and match.round.girone_of and numbers:
            return f"{group_name(match.round.girone_of[numbers[0]])}, {said}"
        if code in ("stage", "final") and len(numbers) == 2 and match.round.came_as.keys() >= set(numbers):
            return f"{said}; {meeting_words(*(match.round.came_as[number] for number in numbers))}"
        return said


class RestSerializer(serializers.ModelSerializer[Rest]):
    number = serializers.IntegerField(source="entry.number", read_only=True)
    name = serializers.SerializerMethodField()

    class Meta:
        model = Rest
        fields = ["number", "name"]

    def get_name(self, rest: Rest) -> str:
        people = (player.person for player in rest.entry.players.all())
        return names.pair(people, self.context, rest.entry.number)


class AtNoTableSerializer(serializers.Serializer[dict[str, Any]]):
    number = serializers.IntegerField()
    name = serializers.CharField()


class RoundSummarySerializer(serializers.ModelSerializer[Round]):
    """A turno without its tables."""

    state_name = serializers.CharField(source="get_state_display", read_only=True)
    changed_by_hand = serializers.BooleanField(
        source="moves", read_only=True, help_text="Whether the tables are not all as they were drawn."
    )
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
            "changed_by_hand",
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
    movement = serializers.SerializerMethodField(help_text="What the turn was drawn by.")
    stage = serializers.SerializerMethodField(help_text="Of a knock-out, which one it is; else empty.")
    passing = serializers.SerializerMethodField(help_text="Who goes on to the next turn without a match.")
    idle = serializers.SerializerMethodField(help_text="Who has no table and no riposo coming.")
    idle_because = serializers.SerializerMethodField()

    #: What a table is told by.
    of_table = MatchSerializer

    class Meta(RoundSummarySerializer.Meta):
        fields = [
            *RoundSummarySerializer.Meta.fields,
            "tables",
            "rests",
            "movement",
            "stage",
            "passing",
            "idle",
            "idle_because",
        ]

    def get_movement(self, round_: Round) -> str:
        return str(round_.movement.get("kind", "danish"))

    def get_stage(self, round_: Round) -> str:
        return stage_words(match.reason for match in round_.matches.all())

    def get_idle_because(self, round_: Round) -> str:
        return idle_because(self.get_stage(round_)) if round_.idle else ""

    @extend_schema_field(AtNoTableSerializer(many=True))
    def get_passing(self, round_: Round) -> list[dict[str, Any]]:
        return self._named(round_, round_.passing)

    @extend_schema_field(AtNoTableSerializer(many=True))
    def get_idle(self, round_: Round) -> list[dict[str, Any]]:
        return self._named(round_, round_.idle)

    def _named(self, round_: Round, numbers: list[int]) -> list[dict[str, Any]]:
        return [
            {
                "number": entry.number,
                "name": names.pair((player.person for player in entry.players.all()), self.context),
            }
            for entry in queries.numbered(round_.tournament, numbers)
        ]

    @extend_schema_field(MatchSerializer(many=True))
    def get_tables(self, round_: Round) -> list[dict[str, Any]]:
        matches = list(round_.matches.all())
        for match in matches:
            match.round = round_
        return list(self.of_table(matches, many=True, context=self.context).data)
