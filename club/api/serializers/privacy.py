"""Privacy: consents, erasures, the access log, retention periods, notices and the public page."""

from typing import Any

from rest_framework import serializers

from club import presentation
from club.models import Club, Consent, Erasure, NoticeVersion
from club.privacy.papers import PAPERS


class ConsentSerializer(serializers.ModelSerializer[Consent]):
    """A yes or no with its day; the last answer on a matter counts."""

    notice = serializers.IntegerField(
        source="notice.number", default=None, allow_null=True, help_text="The version of the privacy notice."
    )
    written_by = serializers.CharField(source="by_name")

    class Meta:
        model = Consent
        fields = ["about", "is_given", "on", "how", "notice", "document", "guardian", "at", "written_by"]


class CurrentConsentSerializer(serializers.Serializer[Any]):
    """The answer in force on a matter, and whether the person should be asked again."""

    about = serializers.ChoiceField(choices=Consent.About.choices)
    is_given = serializers.BooleanField()
    is_to_renew = serializers.BooleanField()
    last = ConsentSerializer(allow_null=True)


class ConsentsSerializer(serializers.Serializer[Any]):
    """A person's consents in force, and their history, the newest first."""

    is_minor = serializers.BooleanField()
    current = CurrentConsentSerializer(many=True)
    history = ConsentSerializer(many=True)


class ErasureSerializer(serializers.ModelSerializer[Erasure]):
    """An erasure; it names nobody: results stay under "Persona cancellata" and the number."""

    by = serializers.CharField(source="by_name")

    class Meta:
        model = Erasure
        fields = ["number", "on", "by", "reason", "kept", "kept_until"]


class KeptPaperSerializer(serializers.Serializer[Any]):
    """Papers that stay after an erasure, because the law requires them."""

    kind = serializers.CharField()
    title = serializers.CharField()
    rows = serializers.IntegerField()
    until = serializers.DateField(allow_null=True)


class ErasurePreviewSerializer(serializers.Serializer[Any]):
    """The rows that an erasure would delete and keep, and the reason why it must wait, if any."""

    goes = serializers.DictField(child=serializers.IntegerField())
    kept = KeptPaperSerializer(many=True)
    hindrance = serializers.CharField(help_text="Why it must wait, and the remedy; empty if it can be done.")


def erasure_preview(outlook: Any, hindrance: str) -> Any:
    """The preview as an answer."""
    kept = [
        {"kind": kind, "title": str(PAPERS[kind]), "rows": rows, "until": outlook.kept.until.get(kind)}
        for kind, rows in outlook.kept.rows.items()
    ]
    shown = {"goes": outlook.goes, "kept": kept, "hindrance": hindrance}
    return ErasurePreviewSerializer(shown).data


class NoticeSerializer(serializers.ModelSerializer[NoticeVersion]):
    """A version of the club's privacy notice."""

    class Meta:
        model = NoticeVersion
        fields = ["number", "published_on", "italian", "english"]


class CurrentNoticeSerializer(serializers.Serializer[Any]):
    """The notice in force.

    While the club has published none, `number` is null and the texts are proposals.
    """

    number = serializers.IntegerField(allow_null=True)
    published_on = serializers.DateField(allow_null=True)
    italian = serializers.CharField()
    english = serializers.CharField()
    contact = serializers.CharField(help_text="Whom to write to about personal data.")


class PersonToAskSerializer(serializers.Serializer[Any]):
    """A person whose consents should be asked again: `age`, `version` or `never`."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.full_name")
    why = serializers.CharField()


class OpeningSerializer(serializers.Serializer[Any]):
    """One access of an officer to private data: the time, the page, and the people."""

    at = serializers.DateTimeField()
    officer = serializers.CharField()
    page = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())


class PeriodSerializer(serializers.Serializer[Any]):
    """How long a kind of data is kept, and what the next deletion would take."""

    kind = serializers.CharField()
    title = serializers.CharField()
    reason = serializers.CharField()
    months = serializers.IntegerField()
    least = serializers.IntegerField(help_text="The fewest months that the law allows.")
    due = serializers.IntegerField(help_text="How many rows the next deletion would take.")


class RetentionSerializer(serializers.Serializer[Any]):
    """The retention periods, and the day of the next deletion."""

    next_on = serializers.DateField()
    periods = PeriodSerializer(many=True)


class PublicationSerializer(serializers.ModelSerializer[Club]):
    """How people without consent are named in public, and whether search engines may list the club."""

    class Meta:
        model = Club
        fields = ["unnamed", "is_indexed"]


class PresentationSerializer(serializers.ModelSerializer[Club]):
    """The club's presentation on its public page, and its announcement."""

    class Meta:
        model = Club
        fields = [*presentation.FIELDS, "announced_on"]


class PictureSerializer(serializers.Serializer[Any]):
    """The logo or photo of the club; its address changes with it."""

    url = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
