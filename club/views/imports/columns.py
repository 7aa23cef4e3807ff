"""What each column of a sheet is, and what holds for all of its rows."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club import looks
from club.access import Right
from club.errors import ClubError
from club.imports import asking, headings, rules, wording
from club.imports.forms import ColumnsForm, ReadingForm, RulesForm
from club.models import Club, Import, Look
from club.views.access import officers
from club.views.imports.uploads import import_of
from club.views.register import pages

SAMPLES = 3


@officers(Right.KEEP_REGISTER)
def columns_page(request: HttpRequest, club: Club, import_id: int) -> HttpResponse:
    """Every column with some of its values and the field it seems to be; then the rules for all rows."""
    one = import_of(club, import_id)
    if one.state not in (Import.State.MAPPING, Import.State.CHECKED, Import.State.CHECKING):
        return redirect("import", club.slug, one.pk)
    columns = ColumnsForm(request.POST or None, one=one)
    said = RulesForm(request.POST or None, one=one, rules=_first_rules(club, one))
    status = pages.status_of(columns)
    if columns.is_valid() and said.is_valid():
        try:
            asking.take(one, columns.mapping, said.rules)
        except ClubError as refusal:
            status = pages.said_on(columns, refusal)
        else:
            return redirect("import", club.slug, one.pk)
    known = one.rows.values_list("person_id", flat=True)
    looks.note_list(club, request.user, known, Look.Page.IMPORT)  # type: ignore[arg-type]
    return pages.page(
        request,
        club,
        "imports/columns.html",
        status=status,
        one=one,
        notes=[(note["code"], wording.note(note)) for note in one.notes],
        columns=[
            (columns[f"column-{at}"], samples, _reason(one.headings[at]))
            for at, samples in enumerate(_samples(one))
        ],
        errors=columns.non_field_errors(),
        form=said,
        reading=ReadingForm(one=one),
    )


def _reason(heading: str) -> str:
    """Why the column goes to the notes, where it has no field of its own here."""
    code = headings.reason_of(heading)
    return str(wording.REASONS[code]) if code else ""


def _first_rules(club: Club, one: Import) -> rules.Rules:
    """Those in force; before any was chosen, with the delibera and the category that most clubs would say."""
    said = rules.of(one.rules)
    if one.state == Import.State.MAPPING and not said.resolution:
        first = club.categories.first()
        changed: dict[str, Any] = {
            "resolution": _("libro soci precedente"),
            "category": first.pk if first else None,
        }
        return rules.of({**one.rules, **changed})
    return said


def _samples(one: Import) -> list[list[str]]:
    """Some values of each column, those that say something."""
    rows = list(one.rows.values_list("cells", flat=True)[:40])
    return [
        list(dict.fromkeys(cells[at] for cells in rows if cells[at]))[:SAMPLES]
        for at in range(len(one.headings))
    ]


@require_POST
@officers(Right.KEEP_REGISTER)
def read_otherwise(request: HttpRequest, club: Club, import_id: int) -> HttpResponse:
    """The file read again as said."""
    one = import_of(club, import_id)
    form = ReadingForm(request.POST, one=one)
    if form.is_valid():
        asking.read_otherwise(one, {**one.reading, **form.cleaned_data})
    return redirect("import", club.slug, one.pk)
