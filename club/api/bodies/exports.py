"""The queries of files, and the bodies of a handover."""

from rest_framework import serializers

from club.api.bodies.keys import KeyedBody
from club.api.parsing import MOST, StrictBody

LONGEST_PASSPHRASE = 200
MOST_PROXIES = 5


class FileQuery(StrictBody):
    """The parameters of all lists. Each list reads some of them, and all have defaults."""

    day = serializers.DateField(required=False, help_text="Without it, today.")
    year = serializers.IntegerField(
        min_value=1,
        max_value=MOST,
        required=False,
        help_text="The id of a membership year, for `year` and `counts`; without it, the newest.",
    )
    calendar_year = serializers.IntegerField(
        min_value=1900, max_value=2200, required=False, help_text="For `receipts`; without it, the newest."
    )
    title = serializers.CharField(max_length=80, required=False, help_text="For `assembly`.")
    place = serializers.CharField(max_length=80, required=False, help_text="For `assembly`.")
    proxies = serializers.IntegerField(
        min_value=0,
        max_value=MOST_PROXIES,
        required=False,
        help_text="For `assembly`; without it, by the statute.",
    )
    without_arrears = serializers.BooleanField(
        default=False, help_text="For `assembly`; by token it needs `money` too."
    )


class HandoverBody(StrictBody):
    """The sender's password: an archive holds all data of the club."""

    password = serializers.CharField(max_length=200, trim_whitespace=False, write_only=True)


class PassphraseBody(KeyedBody):
    """The passphrase that encrypts the archive; nobody can recover it."""

    passphrase = serializers.CharField(max_length=LONGEST_PASSPHRASE, write_only=True)
