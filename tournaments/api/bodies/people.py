from rest_framework import serializers

from tournaments.api.bodies.strict import StrictBody


class PersonBody(StrictBody):
    """A guest of the evening; `name_consent_on` is the day of the consent to print the name."""

    last_name = serializers.CharField(max_length=60)
    first_name = serializers.CharField(max_length=60)
    name_consent_on = serializers.DateField(required=False, allow_null=True)


class LettersQuery(serializers.Serializer[dict[str, str]]):
    letters = serializers.CharField(
        max_length=130, help_text="The first letters of any names: `ros ma` finds Rossi Mario."
    )
