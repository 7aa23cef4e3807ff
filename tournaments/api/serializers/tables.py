"""Tables, deals and rounds in the API, rulings, substitutions and the log, and previews of changes."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import actors
from tournaments.models import Deal, LogEntry, Match, Rest, Round, Ruling, Substitution
from tournaments.presenters import as_data, shown_fields
from tournaments.presenters.score_sheets import ShownSheet
from tournaments.presenters.tables import (
    POSITIONS,
    SIDES,
    RoundSummary,
    ShownDeal,
    ShownRound,
    ShownSeat,
    ShownSide,
    ShownTable,
    round_summary,
    shown_deal,
    shown_round,
    shown_table,
)
from tournaments.presenters.tournaments import NumberedName
from tournaments.results.correction_preview import Change
from tournaments.text.log_wording import act_sentence


class SidePointsSerializer(serializers.DictField):
    """Points of each side, by its letter."""

    child = serializers.IntegerField()


class SideFiguresSerializer(serializers.DictField):
    """One side's points by the figures of the game, with their `total`; null if not entered."""

    child = serializers.IntegerField(allow_null=True)


class FiguresSerializer(serializers.DictField):
    """The figures of each side, by its letter."""

    child = SideFiguresSerializer()


class TableSideSerializer(serializers.Serializer[ShownSide]):
    """A side: its entries by number, and their names on one line."""

    entries = serializers.ListField(child=serializers.IntegerField())
    name = serializers.CharField()
    heading = serializers.CharField(help_text="N-S, E-O, or the chair of a player who plays alone.")
    points = serializers.IntegerField(help_text="So far.")
    team = serializers.CharField(help_text="The name of its team in a challenge; else empty.")


class TableSidesSerializer(serializers.DictField):
    """The entries of each side, by its letter."""

    child = TableSideSerializer()


class DealSerializer(serializers.ModelSerializer[Deal]):
    """A deal as entered and as counted: the figures of each side, null where only totals were entered."""

    way_name = serializers.CharField(source="get_way_display", read_only=True)
    agreement_name = serializers.CharField(source="get_agreement_display", read_only=True)
    call = serializers.CharField(
        read_only=True, help_text="Who called out, in words, if the match ended with this deal; else empty."
    )
    figures = FiguresSerializer(source="counted", read_only=True)
    points = SidePointsSerializer(read_only=True)
    is_decided = serializers.BooleanField(
        read_only=True,
        help_text="Whether only an officer may still change it: one entered it, or both sides confirmed it.",
    )
    same_device = serializers.BooleanField(
        read_only=True,
        help_text="Whether a side confirmed it on another side's phone; for officers and the table.",
    )

    class Meta:
        model = Deal
        fields = shown_fields(ShownDeal)

    def to_representation(self, deal: Deal) -> Any:
        return as_data(shown_deal(deal, deal.match, self.context))


class SeatSerializer(serializers.Serializer[ShownSeat]):
    position = serializers.ChoiceField(choices=POSITIONS)
    side = serializers.ChoiceField(choices=SIDES)
    entry = serializers.IntegerField()
    name = serializers.CharField()
    has_left = serializers.BooleanField(help_text="Whether its entry has left the tournament by now.")
    team = serializers.IntegerField(allow_null=True)


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A table of a round: sides (A is North-South where two pairs play), seats, deals, running points."""

    turn = serializers.IntegerField(source="round.number", read_only=True)
    sides = TableSidesSerializer(read_only=True)
    seats = SeatSerializer(many=True, read_only=True)
    dealers = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="The seat that deals each deal, in order; empty where earlier deals decide it.",
    )
    deals = DealSerializer(many=True, read_only=True)
    deals_expected = serializers.IntegerField(read_only=True)
    has_only_totals = serializers.BooleanField(
        read_only=True,
        help_text="Whether the totals of the match were entered instead of its deals; `deals` has them as "
        "number 0.",
    )
    points = SidePointsSerializer(read_only=True, help_text="Points of each side so far.")
    winner = serializers.CharField(
        read_only=True,
        allow_null=True,
        help_text="A side, `tie`, or null while deals are missing and for a void match.",
    )
    last_deal = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="The last deal that counts, where the clock ended the match; else null.",
    )
    losers = serializers.ListField(
        child=serializers.CharField(), help_text="The losers, in games that name losers instead of a winner."
    )
    assigned = serializers.BooleanField(
        read_only=True, help_text="Whether the points are the referee's instead of the deals'."
    )
    lost_by = serializers.CharField(help_text="The sides that lost the match a tavolino: A, AB or none.")
    expelled = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="The entries whose expulsion voids the match.",
    )
    stopped = serializers.CharField(
        read_only=True,
        help_text="Why play has stopped although deals may be missing, in words: a ruling decides the match, "
        "or an entry has left it; else empty.",
    )
    call = serializers.CharField(
        read_only=True, help_text="Who called out and so ended the match, in words; else empty."
    )
    has_score = serializers.BooleanField(
        read_only=True,
        help_text="Whether the sides have a score: not before the first deal, nor if the deals do not count.",
    )
    reason = serializers.CharField(read_only=True, help_text="Why these entries meet.")

    class Meta:
        model = Match
        fields = shown_fields(ShownTable)

    def to_representation(self, match: Match) -> Any:
        return as_data(shown_table(match, self.context))


class RestSerializer(serializers.ModelSerializer[Rest]):
    number = serializers.IntegerField(source="entry.number", read_only=True)
    name = serializers.CharField(read_only=True)

    class Meta:
        model = Rest
        fields = ["number", "name"]


class AtNoTableSerializer(serializers.Serializer[NumberedName]):
    number = serializers.IntegerField()
    name = serializers.CharField()


class RoundSummarySerializer(serializers.ModelSerializer[Round]):
    """A round without its tables."""

    state_name = serializers.CharField(source="get_state_display", read_only=True)
    changed_by_hand = serializers.BooleanField(
        source="moves", read_only=True, help_text="Whether tables were changed by hand after the draw."
    )
    ends_at = serializers.DateTimeField(
        read_only=True, allow_null=True, help_text="When the clock of a round being played runs out."
    )

    class Meta:
        model = Round
        fields = shown_fields(RoundSummary)

    def to_representation(self, round_: Round) -> Any:
        return as_data(round_summary(round_))


class RoundSerializer(RoundSummarySerializer):
    """A round with its tables; rows from `queries.with_tables`."""

    tables = MatchSerializer(many=True, read_only=True)
    rests = RestSerializer(many=True, read_only=True)
    movement = serializers.CharField(read_only=True, help_text="The movement by which the round was drawn.")
    stage = serializers.CharField(
        read_only=True, help_text="The stage of a knock-out; empty in other formats."
    )
    passing = AtNoTableSerializer(
        many=True, read_only=True, help_text="The entries that pass to the next round without a match."
    )
    idle = AtNoTableSerializer(
        many=True, read_only=True, help_text="The entries without a table and without a bye."
    )
    idle_because = serializers.CharField(read_only=True)

    class Meta(RoundSummarySerializer.Meta):
        fields = shown_fields(ShownRound)

    def to_representation(self, round_: Round) -> Any:
        return as_data(shown_round(round_, self.context))


class SideKeysSerializer(serializers.Serializer[dict[str, str]]):
    code = serializers.CharField(help_text="For `Authorization: Table CODE`.")
    path = serializers.CharField(help_text="The path in the QR code of the sheet.")
    short_code = serializers.CharField(help_text="To be typed on the opponents' phone, to confirm there.")


class TableKeysSerializer(serializers.DictField):
    """The keys of each side, by its letter."""

    child = SideKeysSerializer()


class SheetSerializer(MatchSerializer):
    """A table with the codes that let each side enter and confirm its results."""

    keys = TableKeysSerializer(read_only=True)

    class Meta(MatchSerializer.Meta):
        fields = shown_fields(ShownSheet)


# Rulings, substitutions and the log for officers, and previews of changes.


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    """A ruling given at a table, in force unless `revoked_at`."""

    article = serializers.CharField(source="article.code", read_only=True)
    effect_name = serializers.CharField(source="get_effect_display", read_only=True)
    deal = serializers.IntegerField(source="deal_number", allow_null=True, read_only=True)
    entry = serializers.IntegerField(source="entry.number", read_only=True)
    assigned = SidePointsSerializer(read_only=True, allow_null=True)
    by = serializers.SerializerMethodField()

    class Meta:
        model = Ruling
        fields = [
            "id", "article", "title", "effect", "effect_name", "turn", "deal", "side", "entry", "points",
            "assigned", "reason", "at", "by", "revoked_at",
        ]  # fmt: skip

    def get_by(self, ruling: Ruling) -> str:
        return actors.actor_name(ruling.by_name)


class SubstitutionSerializer(serializers.ModelSerializer[Substitution]):
    """A substitution, with its first and last round."""

    entry = serializers.IntegerField(source="entry.number", read_only=True)
    replaced = serializers.CharField(source="replaced.full_name", read_only=True)
    substitute = serializers.CharField(source="substitute.full_name", read_only=True)

    class Meta:
        model = Substitution
        fields = [
            "id",
            "entry",
            "replaced",
            "substitute",
            "from_turn",
            "until_turn",
            "reason",
            "at",
            "undone_at",
        ]


class ForeseenShiftSerializer(serializers.Serializer[Any]):
    """A changed row of the standings: each figure before and after."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    match_points = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    difference = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)


class TieSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    numbers = serializers.ListField(child=serializers.IntegerField())


class ChangeSerializer(serializers.Serializer[Change]):
    """The changes that a correction or a ruling would make; nothing is stored."""

    deal = serializers.IntegerField(allow_null=True)
    before = SidePointsSerializer(allow_null=True)
    after = SidePointsSerializer(allow_null=True)
    counts = serializers.BooleanField(
        help_text="Whether the round is settled, so that the points count at once."
    )
    turn = serializers.IntegerField(allow_null=True, help_text="The last settled round.")
    shifts = serializers.SerializerMethodField()
    ties_resolved = TieSerializer(source="standings.resolved", many=True)
    ties_made = TieSerializer(source="standings.made", many=True)
    announced = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Later rounds whose tables are announced and will not change.",
    )
    draft = serializers.IntegerField(allow_null=True, help_text="The round whose draft must be drawn again.")

    @extend_schema_field(ForeseenShiftSerializer(many=True))
    def get_shifts(self, change: Change) -> list[dict[str, object]]:
        return [
            {
                "number": shift.number,
                "name": change.names.get(shift.number, ""),
                "place": [shift.before.place, shift.after.place],
                "match_points": [shift.before.match_points, shift.after.match_points],
                "difference": [shift.before.difference, shift.after.difference],
            }
            for shift in change.standings.shifts
        ]


class LogEntrySerializer(serializers.ModelSerializer[LogEntry]):
    """An entry of the log: actor, sentence, data before and after, and hash."""

    sentence = serializers.SerializerMethodField()
    subject = serializers.DictField(read_only=True, help_text="The round, table, deal or entry concerned.")

    class Meta:
        model = LogEntry
        fields = [
            "number",
            "at",
            "actor_name",
            "act",
            "sentence",
            "subject",
            "before",
            "after",
            "reason",
            "previous_hash",
            "hash",
        ]

    def get_sentence(self, entry: LogEntry) -> str:
        return act_sentence(entry.act, entry.subject, single=entry.tournament.is_individual)
