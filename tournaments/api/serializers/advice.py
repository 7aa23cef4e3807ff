from typing import Any

from django.utils.functional import Promise
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.advice import Choice
from tournaments.draw_wording import MOVEMENTS
from tournaments.draws import Option
from tournaments.models import Simulation
from tournaments.readiness import Told
from tournaments.simulations.questions import Question
from tournaments.simulations.telling import Answer, answer, points_ahead


class FindingSerializer(serializers.Serializer[Told]):
    """What the check before a turn found; a fatal one stops the draw."""

    code = serializers.CharField()
    is_fatal = serializers.BooleanField()
    sentence = serializers.CharField()
    remedy = serializers.CharField()


class FormulaSerializer(serializers.Serializer[Choice]):
    """A formula that fits."""

    movement = serializers.CharField(source="option.movement")
    name = serializers.SerializerMethodField()
    turns = serializers.IntegerField(source="option.turns")
    groups = serializers.IntegerField(source="option.groups")
    qualifiers = serializers.IntegerField(
        source="option.qualifiers", help_text="How many of each group come to the final, where there is one."
    )
    minutes = serializers.IntegerField(source="option.minutes", help_text="From the first card to the last.")
    ends_at = serializers.DateTimeField()
    tables = serializers.IntegerField(source="option.tables", help_text="The most that a turn takes.")
    lacking_tables = serializers.IntegerField()
    resting = serializers.IntegerField(
        source="option.resting",
        help_text="In a turn, at most; of a knock-out, those with a bye in the first.",
    )
    most_rests = serializers.IntegerField(source="option.most_rests", help_text="Of one entry.")
    rematches = serializers.ChoiceField(source="option.rematches", choices=["none", "possible", "certain"])
    is_in_force = serializers.BooleanField()
    can_be_chosen = serializers.BooleanField()
    findings = FindingSerializer(many=True)

    def get_name(self, choice: Choice) -> str:
        return str(MOVEMENTS[choice.option.movement])


class AdviceSerializer(serializers.Serializer[Any]):
    """The formulas that fit, and what stands in the way of the one there is."""

    entries = serializers.IntegerField()
    findings = FindingSerializer(many=True)
    formulas = FormulaSerializer(many=True)


class ShareSerializer(serializers.Serializer[Any]):
    """Per cent; the true share lies between low and high nineteen times of twenty."""

    percent = serializers.IntegerField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()


class SimulatedSerializer(serializers.Serializer[Any]):
    """What the evenings of a formula told so far."""

    movement = serializers.CharField()
    name = serializers.CharField()
    turns = serializers.IntegerField()
    groups = serializers.IntegerField()
    evenings = serializers.IntegerField()
    first = ShareSerializer(help_text="How often the strongest comes first.")
    among_three = ShareSerializer(help_text="How often the strongest comes among the first three.")
    with_rematches = ShareSerializer(help_text="In how many evenings somebody meets again.")


class SimulationSerializer(serializers.ModelSerializer[Simulation]):
    """Evenings played out; `done` of `total` steps. Ask again while it is `running`."""

    entries = serializers.IntegerField(source="inputs.entries")
    turns = serializers.IntegerField(source="inputs.turns")
    skill = serializers.CharField(source="inputs.skill")
    deals = serializers.SerializerMethodField(help_text="Deals that the engine played out so far.")
    points_ahead = serializers.SerializerMethodField(
        help_text="The model: in a deal the best makes so many points more than the last; the others stand "
        "between them at equal distances. Null until there are enough deals."
    )
    formulas = serializers.SerializerMethodField()

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
        ]
        read_only_fields = fields

    def get_deals(self, simulation: Simulation) -> int:
        return len(simulation.deals)

    def get_points_ahead(self, simulation: Simulation) -> float | None:
        return points_ahead(simulation)

    @extend_schema_field(SimulatedSerializer(many=True))
    def get_formulas(self, simulation: Simulation) -> list[dict[str, Any]]:
        compared = Question.from_json(simulation.inputs).options
        told = [(option, answer(simulation, option)) for option in compared]
        return [_simulated(option, each) for option, each in told if each]


def _simulated(option: Option, told: Answer) -> dict[str, Any]:
    name: str | Promise = MOVEMENTS[option.movement]
    facts = {"movement": option.movement, "name": name, "turns": option.turns, "groups": option.groups}
    figures = {
        "evenings": told.evenings,
        "first": told.first,
        "among_three": told.among_three,
        "with_rematches": told.with_rematches,
    }
    return dict(SimulatedSerializer({**facts, **figures}).data)
