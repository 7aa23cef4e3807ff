"""People of the register with their data, and what hangs on them: categories, notes, duplicates, requests."""

from typing import Any

from rest_framework import serializers

from club.exports.members import STATE_WORDS
from club.models import Card, Category, DataRequest, Guardian, Membership, Particulars, Person, PersonNote
from club.register.person_data import PARTICULARS, version_of

#: A person's relation to the register, as `club.register.lists.State`.
STATES = [(state.value, word) for state, word in STATE_WORDS.items()]


class CategorySerializer(serializers.ModelSerializer[Category]):
    """A category of members; `votes` says whether its members vote in assemblies."""

    class Meta:
        model = Category
        fields = ["id", "name", "votes"]


class RegisterLineSerializer(serializers.Serializer[Any]):
    """A person in the list of the register, without private data."""

    id = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.full_name")
    is_guest = serializers.BooleanField(source="person.is_guest")
    number = serializers.IntegerField(allow_null=True, help_text="The member's number, kept for life.")
    state = serializers.ChoiceField(choices=STATES, source="standing.state.value")
    since = serializers.DateField(source="standing.since", allow_null=True)
    category = serializers.CharField(help_text="The name of the category on that day, or empty.")
    card = serializers.CharField(help_text="The number of the card in force on that day, or empty.")


class MembershipSerializer(serializers.ModelSerializer[Membership]):
    """A period of membership: requested, admitted, ended. `version` guards its changes."""

    category = serializers.SerializerMethodField(help_text="The name of the last category, or empty.")

    class Meta:
        model = Membership
        fields = [
            "id", "person", "requested_on", "admitted_on", "resolution", "signed_by", "ended_on", "end_cause",
            "is_mistake", "category", "version",
        ]  # fmt: skip

    def get_category(self, one: Membership) -> str:
        spells = sorted(one.spells.all(), key=lambda spell: (spell.since, spell.pk))
        return spells[-1].category.name if spells else ""


class CardSerializer(serializers.ModelSerializer[Card]):
    """A membership card; its secret code is only on the card itself."""

    class Meta:
        model = Card
        fields = [
            "id", "person", "number", "valid_from", "valid_until", "printed_on", "revoked_on",
            "revoked_because",
        ]  # fmt: skip


class GuardianSerializer(serializers.ModelSerializer[Guardian]):
    class Meta:
        model = Guardian
        fields = ["name", "relation", "email", "phone"]


class ParticularsSerializer(serializers.ModelSerializer[Particulars]):
    class Meta:
        model = Particulars
        fields = list(PARTICULARS)


class RegisterPersonSerializer(serializers.ModelSerializer[Person]):
    """A person of the register with all data."""

    name = serializers.CharField(source="full_name", read_only=True)
    version = serializers.SerializerMethodField(help_text="Guards corrections.")
    particulars = ParticularsSerializer(allow_null=True)
    guardian = GuardianSerializer(allow_null=True)
    number = serializers.SerializerMethodField(
        help_text="The member's number; null for somebody who has none."
    )
    memberships = MembershipSerializer(many=True, help_text="The newest first.")
    cards = CardSerializer(many=True)
    state = serializers.SerializerMethodField(help_text="member, asked, left or outside: as of today.")
    doubts = serializers.SerializerMethodField(help_text="What of the codice fiscale does not agree.")

    class Meta:
        model = Person
        fields = [
            "id", "name", "last_name", "first_name", "is_guest", "name_consent_on", "erased_number",
            "version", "particulars", "guardian", "number", "state", "memberships", "cards", "doubts",
        ]  # fmt: skip

    def get_version(self, person: Person) -> int:
        return version_of(person)

    def get_number(self, person: Person) -> int | None:
        return next((each.number for each in person.numbers.all() if not each.is_disused), None)

    def get_state(self, _person: Person) -> str:
        return str(self.context["state"])

    def get_doubts(self, _person: Person) -> list[str]:
        return list(self.context["doubts"])


class NoteSerializer(serializers.ModelSerializer[PersonNote]):
    """A note about a person; its author and the owner may change it."""

    author = serializers.CharField(source="by_name")
    may_change = serializers.SerializerMethodField(help_text="Whether the sender may change it.")

    class Meta:
        model = PersonNote
        fields = ["id", "person", "on", "text", "author", "at", "may_change", "version"]

    def get_may_change(self, note: PersonNote) -> bool:
        return bool(self.context["may_change"](note))


class DataRequestSerializer(serializers.ModelSerializer[DataRequest]):
    """A member's request for a correction, from the own page; `answer` is empty until an officer answers."""

    class Meta:
        model = DataRequest
        fields = ["id", "person", "text", "asked_at", "answer", "answered_at", "answered_by_name"]


class OwnPageSerializer(serializers.Serializer[Any]):
    """The secret link to a person's own page; everybody who has it can read the page."""

    url = serializers.URLField()
    made_on = serializers.DateField()
    by_name = serializers.CharField()


class LikelyPairSerializer(serializers.Serializer[Any]):
    """Two people who may be one, the one added earlier first, and why."""

    first = serializers.IntegerField(source="first.pk")
    first_name = serializers.CharField(source="first.full_name")
    second = serializers.IntegerField(source="second.pk")
    second_name = serializers.CharField(source="second.full_name")
    why = serializers.CharField(help_text="same-fiscal-code, same-name-and-birth or same-name.")


class DoneToManySerializer(serializers.Serializer[Any]):
    """How many people an act changed, and how many dues with them."""

    people = serializers.IntegerField()
    dues = serializers.IntegerField(default=0)


class ComparisonSerializer(serializers.Serializer[Any]):
    """Two people with all data, to be compared."""

    first = RegisterPersonSerializer()
    second = RegisterPersonSerializer()
