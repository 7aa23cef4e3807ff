"""What would be written, row by row; the writing, and the taking back."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.http import content_disposition_header, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club import looks
from club.access import Right
from club.errors import ClubError
from club.imports import asking, kinds, parsing, undoing, wording
from club.imports.forms import RowForm, UndoForm
from club.imports.lists import problems_table
from club.models import Club, Import, ImportRow, Look
from club.tables.filenames import file_name
from club.tables.formats import FORMATS, written
from club.views.access import officers
from club.views.imports.uploads import import_of
from club.views.register import pages

A_PAGE = 50
SHEETS = ("csv", "xlsx")
State = Import.State


@require_safe
@officers(Right.KEEP_REGISTER)
def import_page(request: HttpRequest, club: Club, import_id: int) -> HttpResponse:
    """Where the import is: at work, stopped, to be confirmed, written."""
    one = import_of(club, import_id)
    if one.is_running:
        asking.go_on(one)
        one = import_of(club, import_id)
    if one.state == State.MAPPING:
        return redirect("import_columns", club.slug, one.pk)
    shown: dict[str, Any] = {"one": one, "trouble": wording.note(one.trouble)}
    if one.state == State.CHECKED:
        shown |= _preview(request, one)
        _note(request, club, (row for row, _name, _problems in shown["rows"]))
    if one.state == State.DONE:
        shown |= {"undo": UndoForm() if undoing.can_undo(one) else None}
    return pages.page(request, club, "imports/import.html", **shown)


def _note(request: HttpRequest, club: Club, rows: Iterable[ImportRow]) -> None:
    """Of rows shown, who is in the register already; the others are nobody yet, and can be asked nothing."""
    looks.note_list(club, request.user, (row.person_id for row in rows), Look.Page.IMPORT)  # type: ignore[arg-type]


def _preview(request: HttpRequest, one: Import) -> dict[str, Any]:
    """The counts, and a page of the rows that are looked for: the stopped ones first of all."""
    counts = {
        **dict(one.rows.filter(is_barred=False).values_list("action").annotate(count=Count("pk")).order_by()),
        "barred": one.rows.filter(is_barred=True).count(),
        "warned": one.rows.filter(is_barred=False, is_warned=True).count(),
    }
    filters: dict[str, dict[str, bool]] = {
        "ferme": {"is_barred": True},
        "avvisi": {"is_warned": True, "is_barred": False},
        "tutte": {},
    }
    usual = "ferme" if counts["barred"] else "avvisi" if counts["warned"] else "tutte"
    asked = request.GET.get("mostra", "")
    kind = asked if asked in filters else usual
    found = Paginator(one.rows.filter(**filters[kind]).select_related("person"), A_PAGE).get_page(
        request.GET.get("pagina")
    )
    return {
        "counts": counts,
        "writes": counts.get(ImportRow.Action.NEW, 0) + counts.get(ImportRow.Action.COMPLETE, 0),
        "kind": kind,
        "found": found,
        "query": urlencode({"mostra": kind}),
        "kinds": _kinds(one),
        "rows": [(row, named(row), wording.problems(row.problems)) for row in found],
    }


def _kinds(one: Import) -> list[kinds.Kind]:
    return kinds.kinds(one.rows.exclude(problems=[]).values_list("problems", flat=True))


def named(row: ImportRow) -> str:
    """Whom the row is of, as far as it says."""
    if row.read is None:
        return ""
    told = parsing.kept(row.read).written
    return f"{told.last_name} {told.first_name}".strip() or next((cell for cell in row.cells if cell), "")


@officers(Right.KEEP_REGISTER)
def row_page(request: HttpRequest, club: Club, import_id: int, number: int) -> HttpResponse:
    """One row: its problems, its cells to be corrected, what becomes of it."""
    one = import_of(club, import_id)
    if one.state != State.CHECKED:
        return redirect("import", club.slug, one.pk)
    row = get_object_or_404(one.rows.select_related("person"), number=number)
    form = RowForm(request.POST or None, one=one, row=row)
    status = pages.status_of(form)
    if form.is_valid():
        try:
            asking.decide(one, number, edits=form.edits, decision=form.cleaned_data["decision"])
        except ClubError as refusal:
            status = pages.said_on(form, refusal)
        else:
            messages.success(request, _("Riga %(number)s: ricontrollata.") % {"number": number})
            return redirect("import", club.slug, one.pk)
    told = wording.problems(row.problems)
    _note(request, club, [row])
    return pages.page(
        request,
        club,
        "imports/row.html",
        status=status,
        one=one,
        row=row,
        form=form,
        name=named(row),
        told=told,
    )


@require_safe
@officers(Right.KEEP_REGISTER)
def problems_file(request: HttpRequest, club: Club, import_id: int, ending: str) -> HttpResponse:
    """Every problem by row, to be corrected in the sheet itself."""
    one = import_of(club, import_id)
    if ending not in SHEETS or one.state != State.CHECKED:
        raise Http404
    table = problems_table(one, timezone.localdate())
    _note(request, club, one.rows.exclude(problems=[]))
    response = HttpResponse(written(table, ending), content_type=FORMATS[ending].content_type)
    called = file_name(table.title, table.source, ending)
    response["Content-Disposition"] = content_disposition_header(True, called)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@officers(Right.KEEP_REGISTER)
def write(request: HttpRequest, club: Club, import_id: int) -> HttpResponse:
    """What the preview shows, into the register: all of it or nothing."""
    one = import_of(club, import_id)
    try:
        asking.write(one, shown=request.POST.get("shown", ""), by=request.user)  # type: ignore[arg-type]
    except ClubError as refusal:
        messages.error(request, str(refusal))
    return redirect("import", club.slug, one.pk)


@require_POST
@officers(Right.KEEP_REGISTER)
def undo(request: HttpRequest, club: Club, import_id: int) -> HttpResponse:
    """The register as it was before the import."""
    one = import_of(club, import_id)
    reason = request.POST.get("reason", "")
    undoing.undo(one.pk, club, reason=reason, by=request.user)  # type: ignore[arg-type]
    messages.success(request, _("Importazione annullata: il libro è come prima."))
    return redirect("import", club.slug, one.pk)
