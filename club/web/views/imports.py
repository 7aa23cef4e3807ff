"""Imports: upload, choice of columns, preview and correction of rows, writing, undo."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Page
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import Right
from club.errors import ClubError, ClubInputRefused
from club.imports import preview, problems, service, undoing, wording
from club.imports.files import MOST_BYTES
from club.imports.problems import problems_table
from club.models import Club, Import, ImportRow, Look
from club.privacy import access_log
from club.tables.files import FORMATS, file_name, table_file
from club.web import pages
from club.web.forms.imports import ColumnsForm, ReadingForm, RowForm, RulesForm, UndoForm, UploadForm
from club.web.guards import OfficerRequest, officers, takes_files

IMPORTS_SHOWN = 20


@takes_files(MOST_BYTES, for_signed_in=True)
@officers(Right.KEEP_REGISTER)
def imports_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The upload form, and earlier imports."""
    undoing.forget_old()
    form = UploadForm(request.POST or None, request.FILES or None, initial={"key": uuid.uuid4()})
    if form.is_valid():
        with pages.refusals_on(form):
            one = _begin(request, club, form)
            return redirect("import", club.slug, one.pk)
    imports = club.imports.all()[:IMPORTS_SHOWN]
    return pages.register_page(request, club, "imports/list.html", form=form, imports=imports)


def _begin(request: OfficerRequest, club: Club, form: UploadForm) -> Import:
    sent = form.cleaned_data["file"]
    if sent.size > MOST_BYTES:
        sentence = wording.note_text({"code": "too-big", "most": MOST_BYTES // 2**20})
        raise ClubInputRefused("too-big", sentence)
    key, by = form.cleaned_data["key"], request.user
    return service.begin(club, sent.read(), file_name=sent.name, key=key, by=by)


def import_of(club: Club, import_id: int) -> Import:
    """The import; 404 for another club's."""
    return get_object_or_404(Import.objects.select_related("club"), club=club, pk=import_id)


@require_POST
@officers(Right.KEEP_REGISTER)
def discard_import(request: OfficerRequest, club: Club, import_id: int) -> HttpResponse:
    """Deletes an import that was not written."""
    one = club.imports.filter(pk=import_id).first()
    if one:
        service.discard(one)
    messages.success(request, _("Il file è stato eliminato: nel libro non è cambiato nulla."))
    return redirect("imports", club.slug)


@officers(Right.KEEP_REGISTER)
def columns_page(request: OfficerRequest, club: Club, import_id: int) -> HttpResponse:
    """Each column with sample values and its likely field, and the rules for all rows."""
    one = import_of(club, import_id)
    if one.state not in (Import.State.MAPPING, Import.State.CHECKED, Import.State.CHECKING):
        return redirect("import", club.slug, one.pk)
    columns = ColumnsForm(request.POST or None, one=one)
    rules_form = RulesForm(request.POST or None, one=one, rules=preview.first_rules(one))
    if columns.is_valid() and rules_form.is_valid():
        with pages.refusals_on(columns):
            service.set_columns(one, columns.mapping, rules_form.rules)
            return redirect("import", club.slug, one.pk)
    known = one.rows.values_list("person_id", flat=True)
    access_log.record_list(club, request.user, known, Look.Page.IMPORT)
    return pages.register_page(
        request,
        club,
        "imports/columns.html",
        status=pages.status_of(columns),
        one=one,
        notes=[(note["code"], wording.note_text(note)) for note in one.notes],
        columns=[
            (columns[f"column-{at}"], samples, preview.reason_of(one.headings[at]))
            for at, samples in enumerate(preview.samples(one))
        ],
        errors=columns.non_field_errors(),
        form=rules_form,
        reading=ReadingForm(one=one),
    )


@require_POST
@officers(Right.KEEP_REGISTER)
def reread_file(request: OfficerRequest, club: Club, import_id: int) -> HttpResponse:
    """Reads the file again as chosen."""
    one = import_of(club, import_id)
    form = ReadingForm(request.POST, one=one)
    if form.is_valid():
        service.reread(one, {**one.reading, **form.cleaned_data})
    return redirect("import", club.slug, one.pk)


A_PAGE = 50
SHEETS = ("csv", "xlsx")
State = Import.State


@require_safe
@officers(Right.KEEP_REGISTER)
def import_page(request: OfficerRequest, club: Club, import_id: int) -> HttpResponse:
    """The state of the import: at work, stopped, to be confirmed, or written."""
    one = import_of(club, import_id)
    if one.is_running:
        service.go_on(one)
        one = import_of(club, import_id)
    if one.state == State.MAPPING:
        return redirect("import_columns", club.slug, one.pk)
    shown: dict[str, object] = {"one": one, "trouble": wording.note_text(one.trouble)}
    if one.state == State.CHECKED:
        effect = _preview(request, one)
        shown |= vars(effect)
        _record_access(request, club, (row for row, _name, _problems in effect.rows))
    if one.state == State.DONE:
        shown |= {"undo": UndoForm() if undoing.can_undo(one) else None}
    return pages.register_page(request, club, "imports/import.html", **shown)


def _record_access(request: OfficerRequest, club: Club, rows: Iterable[ImportRow]) -> None:
    """Records access to these rows, except those without a person of the register."""
    access_log.record_list(club, request.user, (row.person_id for row in rows), Look.Page.IMPORT)


@dataclass(frozen=True)
class Preview:
    """The effect of the import: counts by action, and a page of the rows of one kind."""

    counts: dict[str, int]
    writes: int
    kind: str
    page_obj: Page[ImportRow]
    query: str
    kinds: list[problems.ProblemKind]
    rows: list[tuple[ImportRow, str, list[wording.ProblemText]]]


def _preview(request: OfficerRequest, one: Import) -> Preview:
    """The counts, and a page of the rows by kind, the stopped ones first."""
    figures = preview.counts(one)
    counts = {**figures.actions, "barred": figures.barred, "warned": figures.warned}
    filters = dict(zip(("ferme", "avvisi", "tutte"), preview.KINDS.values(), strict=True))
    usual = "ferme" if figures.barred else "avvisi" if figures.warned else "tutte"
    name = request.GET.get("mostra", "")
    kind = name if name in filters else usual
    page_obj = pages.paged(request, one.rows.filter(**filters[kind]).select_related("person"), A_PAGE)
    return Preview(
        counts=counts,
        writes=figures.writes,
        kind=kind,
        page_obj=page_obj,
        query=urlencode({"mostra": kind}),
        kinds=_kinds(one),
        rows=[(row, preview.row_name(row), wording.problem_texts(row.problems)) for row in page_obj],
    )


def _kinds(one: Import) -> list[problems.ProblemKind]:
    return problems.problem_kinds(one.rows.exclude(problems=[]).values_list("problems", flat=True))


@officers(Right.KEEP_REGISTER)
def row_page(request: OfficerRequest, club: Club, import_id: int, number: int) -> HttpResponse:
    """A row: its problems, its cells to correct, and the decision about it."""
    one = import_of(club, import_id)
    if one.state != State.CHECKED:
        return redirect("import", club.slug, one.pk)
    row = get_object_or_404(one.rows.select_related("person"), number=number)
    form = RowForm(request.POST or None, one=one, row=row)
    if form.is_valid():
        with pages.refusals_on(form):
            service.decide(one, number, edits=form.edits, decision=form.cleaned_data["decision"])
            messages.success(request, _("Riga %(number)s: ricontrollata.") % {"number": number})
            return redirect("import", club.slug, one.pk)
    problems = wording.problem_texts(row.problems)
    _record_access(request, club, [row])
    return pages.register_page(
        request,
        club,
        "imports/row.html",
        one=one,
        row=row,
        form=form,
        name=preview.row_name(row),
        problems=problems,
    )


@require_safe
@officers(Right.KEEP_REGISTER)
def problems_file(request: OfficerRequest, club: Club, import_id: int, ending: str) -> HttpResponse:
    """Every problem by row, to be corrected in the sheet itself."""
    one = import_of(club, import_id)
    if ending not in SHEETS or one.state != State.CHECKED:
        raise Http404
    table = problems_table(one, timezone.localdate())
    _record_access(request, club, one.rows.exclude(problems=[]))
    name = file_name(table.title, table.source, ending)
    return pages.private_file(table_file(table, ending), FORMATS[ending].content_type, name, is_download=True)


@require_POST
@officers(Right.KEEP_REGISTER)
def write_import(request: OfficerRequest, club: Club, import_id: int) -> HttpResponse:
    """Writes the previewed rows to the register, all or none."""
    one = import_of(club, import_id)
    try:
        service.start_writing(one, shown=request.POST.get("shown", ""), by=request.user)
    except ClubError as refusal:
        messages.error(request, str(refusal))
    return redirect("import", club.slug, one.pk)


@require_POST
@officers(Right.KEEP_REGISTER)
def undo_import(request: OfficerRequest, club: Club, import_id: int) -> HttpResponse:
    """Undoes the import."""
    one = import_of(club, import_id)
    reason = request.POST.get("reason", "")
    undoing.undo(one.pk, club, reason=reason, by=request.user)
    messages.success(request, _("Importazione annullata: il libro è come prima."))
    return redirect("import", club.slug, one.pk)
