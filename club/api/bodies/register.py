"""The bodies of people of the register, of categories, of notes and of acts on many people."""

from typing import Any

from rest_framework import serializers

from club.api.bodies.keys import KeyedBody, VersionBody
from club.api.parsing import MOST, StrictBody, WholeNumber
from club.models import Consent, DataRequest, Guardian, Particulars
from club.privacy.consents import WITHDRAWABLE
from club.register.person_data import PARTICULARS
from club.web.forms.privacy import WAYS

#: The most people that a body names.
MOST_PEOPLE = 1_500


class NameBody(StrictBody):
    """The changed fields of a person's name; `name_consent_on` null takes the consent back."""

    last_name = serializers.CharField(max_length=60, required=False)
    first_name = serializers.CharField(max_length=60, required=False)
    is_guest = serializers.BooleanField(required=False)
    name_consent_on = serializers.DateField(
        required=False, allow_null=True, help_text="The day of the consent to print the name in results."
    )


class ParticularsBody(StrictBody, serializers.ModelSerializer[Particulars]):
    """The register's data about a person; unknown values are empty, missing ones stay."""

    last_name = serializers.CharField(max_length=60, required=False)
    first_name = serializers.CharField(max_length=60, required=False)
    # People copy it with spaces.
    fiscal_code = serializers.CharField(max_length=25, required=False, allow_blank=True)
    is_confirmed_another = serializers.BooleanField(
        default=False, help_text="Says that a namesake of the register is another person."
    )

    class Meta:
        model = Particulars
        fields = ["last_name", "first_name", *PARTICULARS, "is_confirmed_another"]


class NewPersonBody(ParticularsBody, KeyedBody):
    """A new person of the register."""

    last_name = serializers.CharField(max_length=60)
    first_name = serializers.CharField(max_length=60)

    class Meta(ParticularsBody.Meta):
        fields = [*ParticularsBody.Meta.fields, "key"]


class CorrectionBody(ParticularsBody, VersionBody):
    """The corrected fields of a person; a known name, birth or codice fiscale needs a `reason`."""

    reason = serializers.CharField(max_length=300, default="", allow_blank=True)

    class Meta(ParticularsBody.Meta):
        fields = [*ParticularsBody.Meta.fields, "reason", "version"]


class CategoryBody(StrictBody):
    """A category of members; `votes` says whether its members vote in assemblies."""

    name = serializers.CharField(max_length=60)
    votes = serializers.BooleanField(default=True)


class ManyBody(StrictBody):
    """The people of an act on many, by their ids."""

    people = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MOST), min_length=1, max_length=MOST_PEOPLE
    )


class CategoryOfManyBody(ManyBody):
    """A category for many members, from a day on; with `dues_follow`, unpaid dues take its amount."""

    category = WholeNumber(min_value=1, max_value=MOST, help_text="The id of the category.")
    since = serializers.DateField(required=False, help_text="Without it, today.")
    dues_follow = serializers.BooleanField(default=False)


class NoteBody(KeyedBody):
    """A note about a person, with its day; people read it when they ask for their own data."""

    text = serializers.CharField(max_length=4000)
    on = serializers.DateField(required=False, help_text="The day of the note; without it, today.")


class NoteCorrectionBody(VersionBody):
    """A corrected note."""

    text = serializers.CharField(max_length=4000)
    on = serializers.DateField()


class MergeBody(StrictBody):
    """Which of the two people stays, and why they are one."""

    kept = WholeNumber(min_value=1, max_value=MOST)
    reason = serializers.CharField(max_length=300)


class CorrectionAnswerBody(StrictBody):
    """The answer to a request for a correction: `done` or put `aside`."""

    answer = serializers.ChoiceField(choices=DataRequest.Answer.choices)


class GuardianBody(StrictBody):
    """The adult who answers for a minor; an e-mail address or a telephone number is needed."""

    name = serializers.CharField(max_length=130)
    relation = serializers.ChoiceField(choices=Guardian.Relation.choices)
    email = serializers.EmailField(default="", allow_blank=True)
    phone = serializers.CharField(max_length=30, default="", allow_blank=True)


class ConsentsBody(KeyedBody):
    """New answers on consents; a matter that is left out stays as it is."""

    notice = serializers.BooleanField(
        default=False, help_text="True if the privacy notice of that day was read."
    )
    name = serializers.BooleanField(
        required=False, allow_null=True, help_text="Yes or no to the name in results."
    )
    photos = serializers.BooleanField(required=False, allow_null=True, help_text="Yes or no to photographs.")
    on = serializers.DateField(required=False, help_text="The day of the answers; without it, today.")
    how = serializers.ChoiceField(choices=WAYS)
    document = serializers.CharField(
        max_length=120, default="", allow_blank=True, help_text="The paper that proves the answers."
    )


class ConsentsOfManyBody(ManyBody, ConsentsBody):
    """Answers of many people, equal for all and proved by one document."""

    document = serializers.CharField(max_length=120)


def answers_of(given: dict[str, Any]) -> dict[Consent.About, bool]:
    """The new answers by matter."""
    answers = {about: given[about.value] for about in WITHDRAWABLE if given.get(about.value) is not None}
    return {**({Consent.About.NOTICE: True} if given["notice"] else {}), **answers}
