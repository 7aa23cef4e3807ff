"""The bodies of imports: the file, how to read it, its columns, the rules, and the rows corrected."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from club.api.bodies.keys import KeyedBody
from club.api.parsing import MOST, StrictBody, WholeNumber
from club.imports.files import ENCODINGS, SEPARATORS
from club.imports.headings import FIELDS
from club.imports.rows import dates
from club.imports.rules import BlankDues, Contacts, Enters, Namesakes, OnlyYears, Rules, WrongCodes, ZeroDues
from club.models import EndCause, ImportRow

MOST_COLUMNS = 300


class UploadBody(KeyedBody):
    """The sheet (.xlsx or CSV, ten megabytes at most), and a key by which it is sent once."""

    file = serializers.FileField(max_length=200, allow_empty_file=True)


class ReadingBody(StrictBody):
    """How to read the file; what is left out stays."""

    sheet = serializers.CharField(max_length=100, required=False)
    encoding = serializers.ChoiceField(choices=list(ENCODINGS), required=False)
    separator = serializers.ChoiceField(
        choices=list(SEPARATORS), required=False, help_text="The sign between cells."
    )
    line = WholeNumber(
        min_value=0, max_value=1_000_000, required=False, help_text="The line of the headings; 0 for none."
    )


class RulesBody(StrictBody):
    """The rules for all rows; what is left out stays."""

    enters = serializers.ChoiceField(choices=Enters.choices, required=False)
    admitted_on = serializers.DateField(required=False, allow_null=True)
    resolution = serializers.CharField(max_length=80, required=False, allow_blank=True)
    category = WholeNumber(min_value=1, max_value=MOST, required=False, allow_null=True)
    new_category = serializers.CharField(max_length=60, required=False, allow_blank=True)
    adds_categories = serializers.BooleanField(required=False)
    end_cause = serializers.ChoiceField(choices=EndCause.choices, required=False, allow_blank=True)
    only_years = serializers.ChoiceField(choices=OnlyYears.choices, required=False)
    is_month_first = serializers.BooleanField(required=False)
    mends_capitals = serializers.BooleanField(required=False)
    wrong_codes = serializers.ChoiceField(choices=WrongCodes.choices, required=False)
    namesakes = serializers.ChoiceField(choices=Namesakes.choices, required=False)
    contacts = serializers.ChoiceField(choices=Contacts.choices, required=False)
    dues_year = serializers.CharField(max_length=9, required=False, allow_blank=True)
    dues_cents = WholeNumber(min_value=0, max_value=MOST, required=False, allow_null=True)
    blank_dues = serializers.ChoiceField(choices=BlankDues.choices, required=False)
    zero_dues = serializers.ChoiceField(choices=ZeroDues.choices, required=False)
    consented_on = serializers.DateField(required=False, allow_null=True)

    def validate_dues_year(self, written: str) -> str:
        year = dates.only_year(written)
        if year is None:
            raise serializers.ValidationError(_("Scrivi l'anno, per esempio 2025 oppure 2024/2025."))
        return year


def changed_rules(known: Rules, given: dict[str, Any]) -> Rules:
    """The rules with the changes of the body. A category replaces the name of a new one, and the reverse."""
    changed = dict(given)
    if changed.get("category"):
        changed["new_category"] = ""
    elif changed.get("new_category"):
        changed["category"] = None
    return Rules(**{**{name: getattr(known, name) for name in Rules.__dataclass_fields__}, **changed})


class ColumnsBody(StrictBody):
    """The field of each column, in order, and the rules for all rows.

    A column without a field is not imported.
    """

    mapping = serializers.ListField(
        child=serializers.ChoiceField(choices=[field.key for field in FIELDS], allow_blank=True),
        max_length=MOST_COLUMNS,
    )
    rules = RulesBody(required=False)
    is_right_club = serializers.BooleanField(
        default=False, help_text="Needed if `notes` has `other-club`: the file names another club."
    )


class RowBody(StrictBody):
    """The corrected cells of a row by the number of their column, from 0, and the decision about it."""

    edits = serializers.DictField(
        child=serializers.CharField(max_length=1000, allow_blank=True), required=False
    )
    decision = serializers.ChoiceField(choices=ImportRow.Decision.choices, required=False, allow_blank=True)


class WriteBody(StrictBody):
    """The fingerprint of the preview: refused with 409 if it would show something else now."""

    fingerprint = serializers.CharField(max_length=32)
