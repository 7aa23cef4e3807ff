"""The bodies of roles, invitations and the second factor."""

from rest_framework import serializers

from club import person_names
from club.api.parsing import StrictBody
from club.models import RoleKind


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
