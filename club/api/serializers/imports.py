"""Imports: their state and progress, the columns of the sheet, and its rows."""

from typing import Any, Final

from rest_framework import serializers

from club.imports import preview, undoing, wording
from club.models import Import, ImportRow

#: The keys of an import's outcome that concern dues.
DUES_KEYS: Final = frozenset({"paid", "owed", "by_year", "dues"})


class CountsSerializer(serializers.Serializer[Any]):
    """The rows of an import: by action, those that a problem stops, and those with a warning."""

    actions = serializers.DictField(child=serializers.IntegerField())
    barred = serializers.IntegerField()
    warned = serializers.IntegerField()
    writes = serializers.IntegerField(help_text="How many rows would be written.")


class ImportSerializer(serializers.ModelSerializer[Import]):
    """An import and its job: while it is reading, checking or writing, `done` of `total` rows are done.

    If `with_dues` is false in the context, `outcome` has no dues.
    """

    trouble = serializers.SerializerMethodField(help_text="Why it failed or was not written, or empty.")
    can_undo = serializers.SerializerMethodField()

    class Meta:
        model = Import
        fields = [
            "id", "key", "file_name", "officer_name", "began_at", "state", "done", "total", "trouble",
            "fingerprint", "written_at", "undone_at", "outcome", "can_undo",
        ]  # fmt: skip

    def to_representation(self, one: Import) -> Any:
        shown = super().to_representation(one)
        if not self.context.get("with_dues"):
            shown["outcome"] = {key: value for key, value in one.outcome.items() if key not in DUES_KEYS}
        return shown

    def get_trouble(self, one: Import) -> str:
        return wording.note_text(one.trouble) if one.trouble else ""

    def get_can_undo(self, one: Import) -> bool:
        return undoing.can_undo(one)


class ImportDetailSerializer(ImportSerializer):
    """An import with what is read of the file, and the effect of writing it once it is checked."""

    notes = serializers.SerializerMethodField()
    counts = serializers.SerializerMethodField(help_text="Null before the rows are checked.")

    class Meta(ImportSerializer.Meta):
        fields = [*ImportSerializer.Meta.fields, "notes", "sheets", "reading", "counts"]

    def get_notes(self, one: Import) -> list[dict[str, str]]:
        return [{"code": str(note["code"]), "message": wording.note_text(note)} for note in one.notes]

    def get_counts(self, one: Import) -> Any:
        if one.state != Import.State.CHECKED:
            return None
        return CountsSerializer(preview.counts(one)).data


class ColumnSerializer(serializers.Serializer[Any]):
    """A column of the sheet, some of its values, and its field."""

    heading = serializers.CharField()
    samples = serializers.ListField(child=serializers.CharField())
    field = serializers.CharField(help_text="Empty for a column that is not imported.")
    reason = serializers.CharField(help_text="Why such a column goes to the notes, or empty.")


class ColumnsSerializer(serializers.Serializer[Any]):
    """The columns in order, the rules for all rows, and the fields that there are."""

    columns = ColumnSerializer(many=True)
    rules = serializers.DictField()
    fields_known = serializers.ListField(child=serializers.CharField())


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem of a row; one that bars stops the whole import."""

    code = serializers.CharField()
    field = serializers.CharField()
    sentence = serializers.CharField()
    bars = serializers.BooleanField()
    person = serializers.IntegerField(allow_null=True, help_text="A person of the register that it is about.")


class ImportRowSerializer(serializers.ModelSerializer[ImportRow]):
    """A row of the sheet: its cells, what is made of it, and its problems.

    The cells of the columns that are `hidden` in the context stay empty.
    """

    name = serializers.SerializerMethodField()
    problems = serializers.SerializerMethodField()

    class Meta:
        model = ImportRow
        fields = [
            "number", "name", "cells", "edits", "decision", "action", "person", "is_barred", "is_warned",
            "problems",
        ]  # fmt: skip

    def to_representation(self, row: ImportRow) -> Any:
        shown, hidden = super().to_representation(row), self.context.get("hidden", ())
        shown["cells"] = ["" if at in hidden else cell for at, cell in enumerate(row.cells)]
        shown["edits"] = {at: text for at, text in row.edits.items() if int(at) not in hidden}
        return shown

    def get_name(self, row: ImportRow) -> str:
        return preview.row_name(row)

    def get_problems(self, row: ImportRow) -> Any:
        return ProblemSerializer(wording.problem_texts(row.problems), many=True).data
