"""Bodies of tournaments, rankings, advice and simulations, and of entries."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers

from club.api.parsing import MOST, MOST_SMALL, StrictBody, WholeNumber
from scoring import GAMES
from tournaments.api.serializers.tournaments import HourField
from tournaments.core.standings import CRITERIA, PRESETS
from tournaments.evenings.advice import PlannedEvening
from tournaments.evenings.simulations import SKILLS, Question
from tournaments.models import Tournament
from tournaments.web.forms.advice import AdviceForm

MOST_GROUPS = 64
LEAVERS_LAST = "Whether entries that withdrew or were expelled come below all who finished."


class FormatBody(StrictBody):
    """The format and its settings; settings that the format does not use change nothing."""

    format = serializers.ChoiceField(choices=Tournament.Format.choices, required=False)
    groups = WholeNumber(
        min_value=1, max_value=MOST_GROUPS, required=False, help_text="Groups of a round robin."
    )
    is_double = serializers.BooleanField(required=False, help_text="Whether the round robin is played twice.")
    qualifiers = WholeNumber(
        min_value=1,
        max_value=MOST_GROUPS,
        required=False,
        help_text="How many of each group qualify for the final.",
    )
    third_place = serializers.BooleanField(
        required=False, help_text="Whether a match for third place is played."
    )
    sections = WholeNumber(
        min_value=1, max_value=MOST_GROUPS, required=False, help_text="For a Mitchell only."
    )
    even_way = serializers.ChoiceField(
        choices=Tournament.EvenWay.choices,
        required=False,
        help_text="For a Mitchell with an even number of tables.",
    )
    first_turn = serializers.ChoiceField(choices=Tournament.FirstTurn.choices, required=False)
    circles_apart = serializers.BooleanField(
        required=False, help_text="Whether pairs of one club do not meet in round 1, if possible."
    )
    tables_by_standings = serializers.BooleanField(
        required=False, help_text="Whether the first and the second meet at table 1 in every round."
    )
    first_team = serializers.CharField(
        max_length=80, required=False, allow_blank=True, help_text="For a challenge of two teams only."
    )
    second_team = serializers.CharField(max_length=80, required=False, allow_blank=True)
    plays_until = HourField(
        required=False,
        allow_null=True,
        help_text="The hour until which a challenge is played instead of `turns` rounds; needs `starts_at`.",
    )


PLAYABLE = [(game.key, game.name) for game in GAMES.values()]


class SettingsBody(FormatBody):
    """The settings of an evening, all optional."""

    game = serializers.ChoiceField(choices=PLAYABLE, required=False)
    starts_at = HourField(required=False, allow_null=True)
    venue = serializers.CharField(max_length=120, required=False, allow_blank=True)
    turns = WholeNumber(min_value=1, max_value=30, required=False)
    turn_minutes = WholeNumber(min_value=5, max_value=600, required=False)
    time_over = serializers.ChoiceField(
        choices=Tournament.TimeOver.choices,
        required=False,
        help_text="What happens to the deal under way when the clock of a round runs out.",
    )
    is_duplicated = serializers.BooleanField(
        required=False,
        help_text="Whether all tables play the same cards, at games of pairs with a fixed number of deals.",
    )
    match_totals = serializers.BooleanField(
        required=False,
        help_text="Whether officers may enter only the totals of a match, where a sheet has no deals.",
    )
    tables_available = WholeNumber(min_value=1, max_value=999, required=False, allow_null=True)
    rematches = serializers.ChoiceField(choices=Tournament.Rematches.choices, required=False)
    house_rule = serializers.ChoiceField(choices=Tournament.HouseRule.choices, required=False)
    target = WholeNumber(
        min_value=1, max_value=MOST, required=False, allow_null=True, help_text="Points that end a match."
    )
    agreement = serializers.ChoiceField(
        choices=Tournament.Agreement.choices, required=False, allow_blank=True, help_text="For Mattazza only."
    )
    deals_a_turn = WholeNumber(
        min_value=1,
        max_value=30,
        required=False,
        allow_null=True,
        help_text="For games in which every deal is a match, such as Terziglio.",
    )
    bye_policy = serializers.ChoiceField(choices=Tournament.ByePolicy.choices, required=False)
    confirmation = serializers.BooleanField(required=False)


class ChangedTournamentBody(SettingsBody):
    """Fields that are left out stay as they are; `version` is the one that the device saw."""

    name = serializers.CharField(max_length=120, required=False)
    date = serializers.DateField(required=False)
    version = WholeNumber(min_value=1, max_value=MOST, required=False)


class TournamentBody(SettingsBody):
    """A new tournament; fields that are left out take the Accademia's defaults."""

    name = serializers.CharField(max_length=120)
    date = serializers.DateField()
    criteria = serializers.ListField(
        child=serializers.ChoiceField(choices=list(CRITERIA)),
        min_length=1,
        required=False,
        help_text="Criteria of the standings, in the order in which they decide.",
    )
    match_scale = serializers.ChoiceField(choices=Tournament.MatchScale.choices, required=False)
    victory_thresholds = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MOST),
        min_length=1,
        required=False,
        help_text="The margins from which a win is worth one more victory point, in order.",
    )
    leavers_last = serializers.BooleanField(required=False, help_text=LEAVERS_LAST)

    def validate_criteria(self, criteria: list[str]) -> list[str]:
        if len(set(criteria)) < len(criteria):
            raise serializers.ValidationError(_("Un criterio compare due volte: toglilo."))
        return criteria


class ReopeningBody(StrictBody):
    reason = serializers.CharField(max_length=300)


class RankingBody(StrictBody):
    """The ranking; fields that are left out stay as they are."""

    preset = serializers.ChoiceField(
        choices=list(PRESETS), required=False, help_text="Its criteria, instead of `criteria`."
    )
    criteria = serializers.ListField(
        child=serializers.ChoiceField(choices=list(CRITERIA)),
        min_length=1,
        required=False,
        help_text="In the order in which they decide.",
    )
    match_scale = serializers.ChoiceField(choices=Tournament.MatchScale.choices, required=False)
    victory_thresholds = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MOST), min_length=1, required=False
    )
    bye_policy = serializers.ChoiceField(choices=Tournament.ByePolicy.choices, required=False)
    leavers_last = serializers.BooleanField(required=False, help_text=LEAVERS_LAST)
    version = WholeNumber(min_value=1, max_value=MOST, required=False)
    reason = serializers.CharField(
        max_length=300, required=False, allow_blank=True, help_text="Needed once a round is settled."
    )


class AdviceQuery(StrictBody):
    """Fields that are left out take the tournament's values and the entries that are present."""

    entries = serializers.IntegerField(min_value=0, max_value=999, required=False)
    turns = serializers.IntegerField(min_value=1, max_value=30, required=False)
    turn_minutes = serializers.IntegerField(min_value=5, max_value=600, required=False)
    break_minutes = serializers.IntegerField(min_value=0, max_value=240, required=False)
    tables = serializers.IntegerField(min_value=1, max_value=999, required=False)
    starts_at = HourField(required=False)


class AdviceBody(StrictBody):
    """The plan of an evening; fields that are left out take the tournament's values."""

    entries = WholeNumber(min_value=0, max_value=999, required=False)
    turns = WholeNumber(min_value=1, max_value=30, required=False)
    turn_minutes = WholeNumber(min_value=5, max_value=600, required=False)
    break_minutes = WholeNumber(min_value=0, max_value=240, required=False)
    tables = WholeNumber(min_value=1, max_value=999, required=False)
    starts_at = HourField(required=False)


class SimulationBody(StrictBody):
    """Fields that are left out take the tournament's values and the entries that are present."""

    entries = WholeNumber(min_value=0, max_value=999, required=False)
    turns = WholeNumber(min_value=1, max_value=30, required=False)
    skill = serializers.ChoiceField(
        choices=list(SKILLS),
        required=False,
        help_text="How much skill counts compared with the cards: a quarter, half, or as much.",
    )


def planned_evening(tournament: Tournament, given: Mapping[str, object]) -> PlannedEvening:
    return _advice_form(tournament, given).planned


def simulation_question(tournament: Tournament, given: Mapping[str, object]) -> Question:
    return _advice_form(tournament, given).question


def _advice_form(tournament: Tournament, given: Mapping[str, object]) -> AdviceForm:
    """Returns the form of the page, so that API and page share their defaults."""
    form = AdviceForm(tournament, {name: str(value) for name, value in given.items()}, timezone.now())
    if not form.is_valid():
        raise serializers.ValidationError({name: [*map(str, errors)] for name, errors in form.errors.items()})
    return form


# Bodies of entries.


class PlayerBody(StrictBody):
    """Either `person`, the id of a person of the club, or both names of a new guest."""

    person = WholeNumber(min_value=1, max_value=MOST, required=False)
    last_name = serializers.CharField(max_length=60, required=False)
    first_name = serializers.CharField(max_length=60, required=False)
    name_consent_on = serializers.DateField(required=False, allow_null=True)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        named = {"last_name", "first_name"} <= given.keys()
        if ("person" in given) == named or ("person" in given and len(given) > 1):
            raise serializers.ValidationError(
                _("Indica una persona del circolo, oppure cognome e nome di un ospite.")
            )
        return given


class EntryBody(StrictBody):
    """A new entry; `present` checks it in at once."""

    players = serializers.ListField(
        child=PlayerBody(), min_length=1, max_length=2, help_text="As many as the tournament's `entry_size`."
    )
    present = serializers.BooleanField(default=False)
    fixed_table = WholeNumber(min_value=1, max_value=MOST_SMALL, required=False, allow_null=True)
    circle = serializers.CharField(
        max_length=60,
        required=False,
        allow_blank=True,
        help_text="The home club of a pair from another club.",
    )
    team = WholeNumber(
        min_value=1,
        max_value=2,
        required=False,
        allow_null=True,
        help_text="Its team in a challenge; by default the team with the name of its home club.",
    )
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; repeating it returns the entry that it made."
    )


class ChangedEntryBody(StrictBody):
    """The fields to change; omitted ones stay as they are."""

    present = serializers.BooleanField(required=False)
    withdrawn = serializers.BooleanField(required=False)
    fixed_table = WholeNumber(min_value=1, max_value=MOST_SMALL, required=False, allow_null=True)
    circle = serializers.CharField(max_length=60, required=False, allow_blank=True)
    team = WholeNumber(
        min_value=1,
        max_value=2,
        required=False,
        allow_null=True,
        help_text="In a challenge; refused once the entry has had a table.",
    )
    seed = WholeNumber(
        min_value=1, max_value=MOST_SMALL, required=False, allow_null=True, help_text="1 is the strongest."
    )
    reason = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        default="",
        help_text="The reason for the withdrawal.",
    )
