"""The bodies of privacy: erasures, notices, retention periods, and the public page."""

from rest_framework import serializers

from club import presentation
from club.api.bodies.keys import KeyedBody, ReasonBody
from club.api.parsing import MOST, StrictBody, WholeNumber
from club.models import Club
from club.privacy.notices import LONGEST as LONGEST_NOTICE
from club.privacy.retention import LONGEST


class ErasureBody(ReasonBody):
    """The name of the person, typed again, and the reason: nothing brings the data back."""

    typed = serializers.CharField(max_length=130, help_text="The full name, as the register has it.")


class NoticeBody(KeyedBody):
    """The next version of the privacy notice, in both languages."""

    italian = serializers.CharField(max_length=LONGEST_NOTICE)
    english = serializers.CharField(max_length=LONGEST_NOTICE)
    based_on = WholeNumber(
        min_value=0, max_value=MOST, help_text="The number of the version that was read; 0 for none."
    )


class RetentionBody(StrictBody):
    """The months for which each kind of data is kept; what is left out stays."""

    months = serializers.DictField(
        child=WholeNumber(min_value=1, max_value=LONGEST), help_text="Months by kind."
    )


class PublicationBody(StrictBody, serializers.ModelSerializer[Club]):
    """The changed rules of publication."""

    class Meta:
        model = Club
        fields = ["unnamed", "is_indexed"]


class PresentationBody(StrictBody, serializers.ModelSerializer[Club]):
    """The changed parts of the presentation; an empty part is not shown."""

    class Meta:
        model = Club
        fields = list(presentation.FIELDS)


class PictureBody(StrictBody):
    """A logo or photo as PNG, JPEG or WebP, of two megabytes at most."""

    file = serializers.FileField(max_length=200)
