"""Bodies of people, credentials, roles and invitations."""

from rest_framework import serializers

from club import person_names
from club.api.parsing import StrictBody
from club.models import Club, RoleKind, Scope


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
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices),
        required=False,
        min_length=1,
        max_length=len(Scope),
        help_text="What the token may do, never more than its owner; all of it unless said.",
    )
    club = serializers.SlugRelatedField(
        slug_field="slug",
        queryset=Club.objects.all(),
        required=False,
        allow_null=True,
        help_text="The only club in which the token is good for anything; all of its owner's unless said.",
    )
    ends_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="The end of the token, within a year; without it, each use makes it last 90 days more, up"
        " to a year.",
    )


def _verify_no_link(name: str) -> None:
    """Refuses a link in a name, because letters to others contain the names of officers."""
    if person_names.carries_link(name):
        raise serializers.ValidationError(person_names.link_sentence())


class InvitationBody(StrictBody):
    """The person to be invited, and the roles offered."""

    name = serializers.CharField(max_length=150, validators=[_verify_no_link])
    email = serializers.EmailField(max_length=254)
    kinds = serializers.MultipleChoiceField(choices=RoleKind.choices, allow_empty=False)


class RolesBody(StrictBody):
    """All roles of one officer; without any, the officer is dismissed."""

    kinds = serializers.MultipleChoiceField(choices=RoleKind.choices)
    was = serializers.MultipleChoiceField(
        choices=RoleKind.choices,
        required=False,
        help_text="The roles that were read: refused with 409 if they are others now.",
    )


class SecondFactorBody(StrictBody):
    """Whether the club requires a second factor of its officers."""

    requires_second_factor = serializers.BooleanField()
