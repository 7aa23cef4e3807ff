"""Imports: upload, columns and rules, rows corrected, writing and undo. Each import is a job to poll."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.access import Right
from club.api.bodies.imports import (
    ColumnsBody,
    ReadingBody,
    RowBody,
    UploadBody,
    WriteBody,
    changed_rules,
)
from club.api.bodies.keys import ReasonBody
from club.api.filters import ImportRowFilter
from club.api.lists import ListView
from club.api.officers import FileView, RegisterList, RegisterView, done, files, table_as_file
from club.api.parsing import validated
from club.api.permissions import scope_missing
from club.api.serializers.imports import (
    ColumnsSerializer,
    ImportDetailSerializer,
    ImportRowSerializer,
    ImportSerializer,
)
from club.errors import ClubError, ClubInputRefused, NotFound
from club.imports import preview, service, undoing, wording
from club.imports.files import MOST_BYTES
from club.imports.headings import DUES, FIELDS, field_of
from club.imports.problems import problems_table
from club.models import Import, ImportRow, Look
from club.queries import first_or_not_found

State = Import.State


class ImportsView(RegisterView):
    """A view of imports; a token sees their dues only with the scope of money."""

    @property
    def keeps_accounts(self) -> bool:
        """Whether the sender sees the dues of a sheet. Officers who keep the register do; a token may not."""
        return Right.KEEP_ACCOUNTS in self.rights

    def shown(self, one: Import) -> Any:
        return ImportDetailSerializer(one, context={"with_dues": self.keeps_accounts}).data

    def job_answer(self, one: Import) -> Response:
        """The answer 202 with the current import and its address."""
        current = Import.objects.select_related("club").get(pk=one.pk)
        url = reverse("v1:import", args=[current.club.slug, current.pk])
        return Response(self.shown(current), status=202, headers={"Location": url})


class Imports(ImportsView, ListView[Import]):
    """The imports of the club, the newest first."""

    queryset = Import.objects.all()
    serializer_class = ImportSerializer
    ordering = ("-began_at", "-pk")
    parser_classes = [MultiPartParser]

    def get_queryset(self) -> QuerySet[Import]:
        return self.club.imports.all()

    def get_serializer_context(self) -> dict[str, Any]:
        return {"with_dues": self.keeps_accounts}

    @extend_schema(request={"multipart/form-data": UploadBody}, responses={202: ImportDetailSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Begins the import of a sheet of members; poll it until its columns can be matched."""
        undoing.forget_old()
        given = validated(UploadBody, request.data)
        sent = given["file"]
        if sent.size > MOST_BYTES:
            sentence = wording.note_text({"code": "too-big", "most": MOST_BYTES // 2**20})
            raise ClubInputRefused("too-big", sentence)
        one = service.begin(self.club, sent.read(), file_name=sent.name, key=given["key"], by=self.officer)
        return self.job_answer(one)


class ImportView(ImportsView):
    """A view of one import, or of an act on it."""

    def one(self) -> Import:
        imports = Import.objects.filter(club=self.club, pk=self.kwargs["import_id"])
        return first_or_not_found(imports.select_related("club"), _("Il circolo non ha questa importazione."))

    def one_with_dues(self) -> Import:
        """The import. Raises PermissionDenied for a token without money if the sheet has or had dues."""
        one = self.one()
        self.refuse_dues(DUES if one.outcome.get("dues") else one.mapping)
        return one

    def refuse_dues(self, mapping: Iterable[str]) -> None:
        """Raises PermissionDenied for a token without the scope of money if a column is of dues.

        Such rows show what people have paid, and are written among the dues.
        """
        if not self.keeps_accounts and not DUES.isdisjoint(mapping):
            raise scope_missing()

    def hidden(self, one: Import) -> set[int]:
        """The columns whose cells a token without the scope of money does not get.

        A heading of dues is enough: somebody may have chosen another field for that column.
        """
        if self.keeps_accounts:
            return set()
        columns = enumerate(zip(one.headings, one.mapping, strict=True))
        return {at for at, (heading, field) in columns if field in DUES or field_of(heading) in DUES}

    def checked(self) -> Import:
        """The import with checked rows. Raises ClubError in another state, and as `one_with_dues`."""
        one = self.one_with_dues()
        if one.state != State.CHECKED:
            raise ClubError(
                "not-checked", _("Le righe non sono ancora controllate: guarda lo stato e riprova.")
            )
        return one

    def record_rows(self, rows: Any) -> None:
        self.record_list(rows, Look.Page.IMPORT)


class OneImport(ImportView):
    @extend_schema(responses=ImportDetailSerializer)
    def get(self, request: Request, slug: str, import_id: int) -> Response:
        """An import with its state and progress; without workers, each reading does a part of the work."""
        one = self.one()
        if one.is_running:
            service.go_on(one)
            one = self.one()
        return Response(self.shown(one))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, import_id: int) -> Response:
        """Deletes an import that is not written, with its file."""
        one = self.one()
        service.discard(one)
        if Import.objects.filter(pk=one.pk).exists():
            sentence = _("Questa importazione è già scritta, o si sta scrivendo: non si elimina.")
            raise ClubError("not-now", sentence)
        return done()


class ImportReading(ImportView):
    @extend_schema(request=ReadingBody, responses={202: ImportDetailSerializer})
    def put(self, request: Request, slug: str, import_id: int) -> Response:
        """Reads the file again, with another sheet, encoding, separator or line of headings."""
        given, one = validated(ReadingBody, request.data), self.one()
        if given.get("sheet") not in {None, *one.sheets}:
            raise ClubInputRefused("unknown-sheet", _("Nel file non c'è questo foglio."), sheets=one.sheets)
        service.reread(one, {**one.reading, **given})
        return self.job_answer(one)


class ImportColumns(ImportView):
    @extend_schema(responses=ColumnsSerializer)
    def get(self, request: Request, slug: str, import_id: int) -> Response:
        """The columns with some of their values, and the rules for all rows. Recorded in the access log."""
        one = self.one()
        self.record_rows(one.rows.values_list("person_id", flat=True))
        hidden = self.hidden(one)
        sheet = zip(one.headings, preview.samples(one), one.mapping, strict=True)
        columns = [
            {
                "heading": heading,
                "samples": [] if at in hidden else samples,
                "field": field,
                "reason": preview.reason_of(heading),
            }
            for at, (heading, samples, field) in enumerate(sheet)
        ]
        rules = preview.first_rules(one).as_json
        known = [field.key for field in FIELDS]
        return Response(ColumnsSerializer({"columns": columns, "rules": rules, "fields_known": known}).data)

    @extend_schema(request=ColumnsBody, responses={202: ImportDetailSerializer})
    def put(self, request: Request, slug: str, import_id: int) -> Response:
        """Sets the field of each column and the rules, and checks every row. Dues need the scope `money`."""
        given, one = validated(ColumnsBody, request.data), self.one()
        self.refuse_dues(given["mapping"])
        notes = {note["code"]: note for note in one.notes}
        if "other-club" in notes and not given["is_right_club"]:
            raise ClubInputRefused("other-club", wording.note_text(notes["other-club"]))
        rules = changed_rules(preview.first_rules(one), given.get("rules", {}))
        service.set_columns(one, given["mapping"], rules)
        return self.job_answer(one)


class ImportRows(ImportView, RegisterList[ImportRow]):
    """The rows of a checked import, by number. Recorded in the access log."""

    queryset = ImportRow.objects.all()
    serializer_class = ImportRowSerializer
    filterset_class = ImportRowFilter
    ordering = ("number",)
    shown_as = Look.Page.IMPORT

    def get_queryset(self) -> QuerySet[ImportRow]:
        return self.checked().rows.all()

    def get_serializer_context(self) -> dict[str, Any]:
        return {"hidden": self.hidden(self.one())}


class OneImportRow(ImportView):
    @extend_schema(responses=ImportRowSerializer)
    def get(self, request: Request, slug: str, import_id: int, number: int) -> Response:
        """A row with its problems. Recorded in the access log."""
        one = self.checked()
        row = self._row(one)
        self.record_rows([row.person_id])
        return Response(ImportRowSerializer(row, context={"hidden": self.hidden(one)}).data)

    @extend_schema(request=RowBody, responses={202: ImportDetailSerializer})
    def patch(self, request: Request, slug: str, import_id: int, number: int) -> Response:
        """Corrects cells of a row or decides about it; all rows are checked again."""
        given, one = validated(RowBody, request.data), self.checked()
        row = self._row(one)
        edits = self._edits(one, given.get("edits", {}))
        decision = given.get("decision", row.decision)
        service.decide(one, number, edits={**row.edits, **edits}, decision=decision)
        return self.job_answer(one)

    def _row(self, one: Import) -> ImportRow:
        return first_or_not_found(one.rows.filter(number=self.kwargs["number"]), _("Questa riga non c'è."))

    def _edits(self, one: Import, edits: dict[str, str]) -> dict[str, str]:
        """The corrected cells. Raises ClubInputRefused for a column that is not imported."""
        imported = {str(at) for at, field in enumerate(one.mapping) if field}
        if unknown := sorted(edits.keys() - imported):
            raise ClubInputRefused("unknown-column", _("Questa colonna non si importa."), columns=unknown)
        return {at: " ".join(text.split()) for at, text in edits.items()}


class ImportProblems(ImportView, FileView):
    @extend_schema(responses=files("csv", "xlsx"))
    def get(self, request: Request, slug: str, import_id: int, ending: str) -> HttpResponse:
        """Every problem by row as a file, to be corrected in the sheet itself. Recorded in the access log."""
        if ending not in ("csv", "xlsx"):
            raise NotFound(_("Questo elenco non c'è, o non in questo formato."))
        one = self.checked()
        self.record_rows(one.rows.exclude(problems=[]).values_list("person_id", flat=True))
        return table_as_file(problems_table(one, self.today), ending)


class ImportWrite(ImportView):
    @extend_schema(request=WriteBody, responses={202: ImportDetailSerializer})
    def post(self, request: Request, slug: str, import_id: int) -> Response:
        """Writes the previewed rows to the register, all or none."""
        shown, one = validated(WriteBody, request.data)["fingerprint"], self.one_with_dues()
        service.start_writing(one, shown=shown, by=self.officer)
        return self.job_answer(one)


class ImportUndo(ImportView):
    @extend_schema(request=ReasonBody, responses=ImportDetailSerializer)
    def post(self, request: Request, slug: str, import_id: int) -> Response:
        """Undoes a written import: the register is as before; refused if its people have been used since."""
        reason, one = validated(ReasonBody, request.data)["reason"], self.one_with_dues()
        undoing.undo(one.pk, self.club, reason=reason, by=self.officer)
        return Response(self.shown(self.one()))
