"""Bodies of people, credentials and entries."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.parsing import MOST, MOST_SMALL, StrictBody, WholeNumber


class PersonBody(StrictBody):
    """A new guest; `name_consent_on` is the day of the consent to print the name."""

    last_name = serializers.CharField(max_length=60)
    first_name = serializers.CharField(max_length=60)
    name_consent_on = serializers.DateField(required=False, allow_null=True)


class LettersQuery(serializers.Serializer[dict[str, str]]):
    letters = serializers.CharField(
        max_length=130, help_text="The first letters of any names: `ros ma` finds Rossi Mario."
    )


class CredentialsBody(StrictBody):
    """Credentials for a token, and the name of the device that will keep it."""

    email = serializers.EmailField(max_length=254)
    password = serializers.CharField(max_length=200, trim_whitespace=False, write_only=True)
    code = serializers.CharField(
        max_length=20,
        required=False,
        write_only=True,
        help_text="For an account with a second factor: the code that its app shows, or a recovery code.",
    )
    device = serializers.CharField(
        max_length=60, help_text="The device's name, given by its owner: `Giuria's tablet`."
    )


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
    key = serializers.UUIDField(
        required=False, help_text="Made by the device; repeating it returns the entry that it made."
    )


class ChangedEntryBody(StrictBody):
    """The fields to change; omitted ones stay as they are."""

    present = serializers.BooleanField(required=False)
    withdrawn = serializers.BooleanField(required=False)
    fixed_table = WholeNumber(min_value=1, max_value=MOST_SMALL, required=False, allow_null=True)
    circle = serializers.CharField(max_length=60, required=False, allow_blank=True)
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
