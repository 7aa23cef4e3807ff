from typing import Any

from django.utils import timezone
from rest_framework import serializers

from tournaments.advice import Intended
from tournaments.api.bodies.strict import StrictBody, WholeNumber
from tournaments.api.hours import HourField
from tournaments.forms.advice import AdviceForm
from tournaments.models import Tournament
from tournaments.simulations.questions import SKILLS, Question


class AdviceQuery(StrictBody):
    """What is left out is what the tournament says, and those who are present."""

    entries = serializers.IntegerField(min_value=0, max_value=999, required=False)
    turns = serializers.IntegerField(min_value=1, max_value=30, required=False)
    turn_minutes = serializers.IntegerField(min_value=5, max_value=600, required=False)
    break_minutes = serializers.IntegerField(min_value=0, max_value=240, required=False)
    tables = serializers.IntegerField(min_value=1, max_value=999, required=False)
    starts_at = HourField(required=False)


class SimulationBody(StrictBody):
    """What is left out is what the tournament says, and those who are present."""

    entries = WholeNumber(min_value=0, max_value=999, required=False)
    turns = WholeNumber(min_value=1, max_value=30, required=False)
    skill = serializers.ChoiceField(
        choices=list(SKILLS),
        required=False,
        help_text="How much skill counts beside the cards: a quarter, half, as much.",
    )


def intended(tournament: Tournament, given: dict[str, Any]) -> Intended:
    return _form(tournament, given).intended


def question(tournament: Tournament, given: dict[str, Any]) -> Question:
    return _form(tournament, given).question


def _form(tournament: Tournament, given: dict[str, Any]) -> AdviceForm:
    """The page's own form, so that what is left out is the same for both."""
    form = AdviceForm(tournament, {name: str(value) for name, value in given.items()}, timezone.now())
    if not form.is_valid():
        raise serializers.ValidationError({name: [*map(str, said)] for name, said in form.errors.items()})
    return form
