from rest_framework import serializers

from tournaments.api.bodies.strict import StrictBody


class CredentialsBody(StrictBody):
    """Who asks for a token, and the name of the device that will keep it."""

    email = serializers.EmailField(max_length=254)
    password = serializers.CharField(max_length=200, trim_whitespace=False, write_only=True)
    code = serializers.CharField(
        max_length=20,
        required=False,
        write_only=True,
        help_text="For an account with a second factor: what its app shows now, or a recovery code.",
    )
    device = serializers.CharField(max_length=60, help_text="As its owner calls it: `Giuria's tablet`.")
