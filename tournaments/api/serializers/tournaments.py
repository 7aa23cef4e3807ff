"""Tournaments with their ranking and entries, the advice about formats, and the cost of changes by hand."""

from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.core.draws import LayoutTable, Option
from tournaments.evenings.advice import Choice
from tournaments.evenings.simulations import Answer, Question, answer_so_far, points_ahead
from tournaments.models import Entry, Simulation, Tournament
from tournaments.pairing.board import StoredMove
from tournaments.pairing.moves import Weighing
from tournaments.pairing.pairing_service import Obstacle
from tournaments.presenters import as_data, shown_fields
from tournaments.presenters.tournaments import (
    ShownEntry,
    ShownTournament,
    shown_entry,
    shown_ranking,
    shown_tournament,
)
from tournaments.text import move_wording
from tournaments.text.draw_wording import MOVEMENTS


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "example": "21:00"})
class HourField(serializers.TimeField):
    """`HH:MM` in the club's time zone; the schema's format `time` would need a zone. Seconds are ignored."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M", "%H:%M:%S"], **kwargs)


class CriterionSerializer(serializers.Serializer[str]):
    """One criterion of the ranking, in words."""

    key = serializers.CharField()
    name = serializers.CharField()
    abbreviation = serializers.CharField()
    explanation = serializers.CharField()


class VictoryStepSerializer(serializers.Serializer[object]):
    """A line of the table of victory points: the margins, and the points of winner and loser."""

    margin_from = serializers.IntegerField()
    margin_to = serializers.IntegerField(allow_null=True)
    winner = serializers.IntegerField()
    loser = serializers.IntegerField()


class ClubSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    slug = serializers.CharField()


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """An evening and its rules; the `criteria` are in the order in which they decide."""

    club = ClubSerializer(read_only=True)
    starts_at = HourField(read_only=True, allow_null=True)
    plays_until = HourField(
        read_only=True,
        allow_null=True,
        help_text="The hour until which a challenge is played, round after round; null if it has `turns`.",
    )
    play_ends_at = serializers.DateTimeField(
        read_only=True,
        allow_null=True,
        help_text="That hour with its date, after the start; null if it has `turns`.",
    )
    turns = serializers.IntegerField(
        source="planned_turns",
        read_only=True,
        allow_null=True,
        help_text="How many rounds there are; null if a challenge is played until an hour.",
    )
    game_name = serializers.CharField(read_only=True)
    deals = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="Deals in a match; null if a target or an agreement ends it.",
    )
    entry_size = serializers.IntegerField(read_only=True, help_text="How many players an entry has.")
    format_name = serializers.CharField(source="get_format_display", read_only=True)
    criteria = CriterionSerializer(many=True, read_only=True)
    victory_table = VictoryStepSerializer(
        many=True,
        allow_null=True,
        read_only=True,
        help_text="Null where the standings do not count victory points.",
    )
    closed = serializers.BooleanField(read_only=True)
    files = serializers.CharField(
        read_only=True, help_text="The address of the list of its files: tables, paper, pictures."
    )

    class Meta:
        model = Tournament
        fields = [*shown_fields(ShownTournament), "files"]
        read_only_fields = ["code", "closed_at", "called_off_at", "version"]

    def to_representation(self, tournament: Tournament) -> Any:
        return with_links(as_data(shown_tournament(tournament)))


def with_links(shown: dict[str, Any]) -> dict[str, Any]:
    """Returns the shown tournament with the addresses of its parts."""
    return {**shown, "files": reverse("v1:files", args=[shown["code"]])}


class RankingSerializer(serializers.Serializer[Tournament]):
    """The ranking; `preset` is empty if its criteria are none of the presets."""

    preset = serializers.CharField(read_only=True)
    criteria = CriterionSerializer(many=True, read_only=True)
    match_scale = serializers.ChoiceField(choices=Tournament.MatchScale.choices)
    victory_thresholds = serializers.ListField(child=serializers.IntegerField())
    victory_table = VictoryStepSerializer(many=True, read_only=True)
    bye_policy = serializers.ChoiceField(choices=Tournament.ByePolicy.choices)
    leavers_last = serializers.BooleanField(
        help_text="Whether entries that withdrew or were expelled come below all who finished."
    )
    version = serializers.IntegerField()
    presets = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        read_only=True,
        help_text="The criteria of each preset.",
    )
    known_criteria = CriterionSerializer(many=True, read_only=True, help_text="All criteria to choose from.")

    def to_representation(self, tournament: Tournament) -> Any:
        return as_data(shown_ranking(tournament))


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """An entry with its number; needs `players__person` prefetched."""

    name = serializers.CharField(read_only=True)
    players = serializers.ListField(child=serializers.CharField(), read_only=True)
    present = serializers.BooleanField(read_only=True)
    withdrawn = serializers.BooleanField(read_only=True)

    class Meta:
        model = Entry
        fields = shown_fields(ShownEntry)

    def to_representation(self, entry: Entry) -> Any:
        return as_data(shown_entry(entry, self.context))


# Data for organisers: formats that fit, simulations, the cost of a change by hand.


class LaidTableSerializer(serializers.Serializer[LayoutTable]):
    """A table: the numbers of the entries by side, in the order of play."""

    number = serializers.IntegerField()
    sides = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    first_dealer = serializers.CharField()


class WeighingSerializer(serializers.Serializer[Weighing]):
    """The tables that would change, with the costs and gains."""

    version = serializers.IntegerField(
        source="round.version", help_text="The version of the round that was weighed."
    )
    before = LaidTableSerializer(many=True)
    after = LaidTableSerializer(many=True)
    rests_before = serializers.ListField(child=serializers.IntegerField())
    rests_after = serializers.ListField(child=serializers.IntegerField())
    cost = serializers.SerializerMethodField(help_text="Figures; those left out are 0.")
    costs = serializers.SerializerMethodField(help_text="The drawbacks, a sentence each.")
    gains = serializers.SerializerMethodField(help_text="The advantages, a sentence each.")
    summary = serializers.SerializerMethodField(help_text="The whole change in one sentence.")
    needs_reason = serializers.BooleanField()

    @extend_schema_field(serializers.DictField())
    def get_cost(self, weighing: Weighing) -> dict[str, object]:
        return weighing.cost.as_json()

    def get_costs(self, weighing: Weighing) -> list[str]:
        return move_wording.costs(weighing.cost, weighing.round.tournament.play())

    def get_gains(self, weighing: Weighing) -> list[str]:
        return move_wording.gains(weighing.cost)

    def get_summary(self, weighing: Weighing) -> str:
        return move_wording.summary(weighing.cost, weighing.round.tournament.play())


class MoveSerializer(serializers.Serializer[StoredMove]):
    """A stored change: `swap` is its kind with two arguments, or only `mended` for an adapted draft."""

    swap = serializers.ListField()
    reason = serializers.CharField(allow_blank=True)
    cost = serializers.DictField()


class FindingSerializer(serializers.Serializer[Obstacle]):
    """A finding of the check before a round; a fatal one stops the draw."""

    code = serializers.CharField()
    is_fatal = serializers.BooleanField()
    sentence = serializers.CharField()
    remedy = serializers.CharField()


class FormulaSerializer(serializers.Serializer[Choice]):
    """A format that fits."""

    movement = serializers.CharField(source="option.movement")
    name = serializers.SerializerMethodField()
    turns = serializers.IntegerField(source="option.turns")
    groups = serializers.IntegerField(source="option.groups")
    qualifiers = serializers.IntegerField(
        source="option.qualifiers", help_text="How many of each group qualify for the final, if there is one."
    )
    minutes = serializers.IntegerField(source="option.minutes", help_text="From the first card to the last.")
    ends_at = serializers.DateTimeField()
    tables = serializers.IntegerField(source="option.tables", help_text="The most tables that a round takes.")
    lacking_tables = serializers.IntegerField()
    resting = serializers.IntegerField(
        source="option.resting",
        help_text="The most in one round; in a knock-out, the byes of the first round.",
    )
    most_rests = serializers.IntegerField(source="option.most_rests", help_text="The most byes of one entry.")
    rematches = serializers.ChoiceField(source="option.rematches", choices=["none", "possible", "certain"])
    is_in_force = serializers.BooleanField()
    can_be_chosen = serializers.BooleanField()
    findings = FindingSerializer(many=True)

    def get_name(self, choice: Choice) -> str:
        return str(MOVEMENTS[choice.option.movement])


class AdviceSerializer(serializers.Serializer[Any]):
    """The formats that fit, and the problems of the current one."""

    entries = serializers.IntegerField()
    findings = FindingSerializer(many=True)
    formulas = FormulaSerializer(many=True)


class ShareSerializer(serializers.Serializer[Any]):
    """A share in per cent, with its 95 % confidence interval."""

    percent = serializers.IntegerField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()


class SimulatedSerializer(serializers.Serializer[Any]):
    """The results so far of simulating a format."""

    movement = serializers.CharField()
    name = serializers.CharField()
    turns = serializers.IntegerField()
    groups = serializers.IntegerField()
    evenings = serializers.IntegerField()
    first = ShareSerializer(help_text="How often the strongest entry finishes first.")
    among_three = ShareSerializer(help_text="How often the strongest entry finishes among the first three.")
    with_rematches = ShareSerializer(help_text="The share of evenings with a rematch.")


class SimulationSerializer(serializers.ModelSerializer[Simulation]):
    """A simulation, `done` of `total` steps. Poll while it is `running`.

    Needs the `code` of the tournament in the context.
    """

    entries = serializers.IntegerField(source="inputs.entries")
    turns = serializers.IntegerField(source="inputs.turns")
    skill = serializers.CharField(source="inputs.skill")
    deals = serializers.SerializerMethodField(help_text="The deals that the engine has played so far.")
    points_ahead = serializers.SerializerMethodField(
        help_text="The model: how many points more than the last entry the best one makes in a deal; the "
        "others are at equal distances between them. Null until there are enough deals."
    )
    formulas = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField(
        help_text="The address of the result, once there is one: that of the simulation itself."
    )
    error = serializers.SerializerMethodField(help_text="Why it failed, in a sentence.")

    class Meta:
        model = Simulation
        fields = [
            "id",
            "state",
            "entries",
            "turns",
            "skill",
            "done",
            "total",
            "deals",
            "points_ahead",
            "formulas",
            "result",
            "error",
        ]
        read_only_fields = fields

    def get_result(self, simulation: Simulation) -> str | None:
        is_done = simulation.state == Simulation.State.DONE
        return reverse("v1:simulation", args=[self.context["code"], simulation.pk]) if is_done else None

    def get_error(self, simulation: Simulation) -> str | None:
        is_failed = simulation.state == Simulation.State.FAILED
        return (
            gettext("La prova si è interrotta: falla ripartire, riprende da dov'era.") if is_failed else None
        )

    def get_deals(self, simulation: Simulation) -> int:
        return len(simulation.deals)

    def get_points_ahead(self, simulation: Simulation) -> float | None:
        return points_ahead(simulation)

    @extend_schema_field(SimulatedSerializer(many=True))
    def get_formulas(self, simulation: Simulation) -> list[dict[str, object]]:
        compared = Question.from_json(simulation.inputs).options
        answer = [(option, answer_so_far(simulation, option)) for option in compared]
        return [_simulated(option, each) for option, each in answer if each]


def _simulated(option: Option, answer: Answer) -> dict[str, object]:
    name: str | Promise = MOVEMENTS[option.movement]
    facts = {"movement": option.movement, "name": name, "turns": option.turns, "groups": option.groups}
    figures = {
        "evenings": answer.evenings,
        "first": answer.first,
        "among_three": answer.among_three,
        "with_rematches": answer.with_rematches,
    }
    return dict(SimulatedSerializer({**facts, **figures}).data)
