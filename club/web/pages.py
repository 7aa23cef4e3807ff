"""Helpers of the club's pages: rendering, files, refusals on a form, the page and the day in the URL."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from itertools import chain
from types import MappingProxyType
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.utils.http import content_disposition_header

from club.errors import Refusal
from club.models import Club
from club.web.guards import OfficerRequest, may

Row = TypeVar("Row")


def page(
    request: OfficerRequest,
    club: Club,
    template: str,
    shown: Mapping[str, object] = MappingProxyType({}),
    *,
    form: BaseForm | None = None,
    status: int | None = None,
    **own: object,
) -> HttpResponse:
    """A page of the club, with the context in `shown` and by keyword; without `status`, that of the form."""
    focus_first_error(form)
    context = {"club": club, **may(request), "form": form, **shown, **own}
    return render(request, template, context, status=status or status_of(form))


def focus_first_error(form: BaseForm | None) -> None:
    """Lets the browser focus the first field with an error."""
    if form is not None and form.is_bound:
        wrong = (field for field in form.visible_fields() if field.errors)
        for field in list(wrong)[:1]:
            field.field.widget.attrs["autofocus"] = True


def register_page(request: OfficerRequest, club: Club, template: str, **shown: Any) -> HttpResponse:
    """A page of the register; never cached, because it may hold private data."""
    answer = page(request, club, f"club/register/{template}", **shown)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def file_of(body: bytes, content_type: str, name: str, *, is_download: bool) -> HttpResponse:
    """A file, shown in the browser or downloaded."""
    response = HttpResponse(body, content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(is_download, name) or "inline"
    return response


def private_file(body: bytes, content_type: str, name: str, *, is_download: bool) -> HttpResponse:
    """A file with private data, never cached."""
    response = file_of(body, content_type, name, is_download=is_download)
    response["Cache-Control"] = "private, no-store"
    return response


class RefusalOfForm(ValidationError):
    """A refusal of the sent data, among the errors of its form."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@contextmanager
def refusals_on(form: BaseForm, fields: Mapping[str, str] = MappingProxyType({})) -> Iterator[None]:
    """Shows a refusal by the state or of the input on the form, which keeps its input.

    A refusal belongs to the field that `fields` has for its code, or to the field that the refusal names.
    Other refusals are about the whole form.
    """
    try:
        yield
    except Refusal as refusal:
        if refusal.status not in (409, 422):
            raise
        form.add_error(fields.get(refusal.code) or _field_of(form, refusal), RefusalOfForm(refusal))


def _field_of(form: BaseForm, refusal: Refusal) -> str | None:
    """The field that the refusal itself names, if the form has it."""
    name = refusal.details.get("field")
    return name if isinstance(name, str) and name in form.fields else None


def refusal_of(form: BaseForm) -> Refusal | None:
    """The refusal among the form's errors."""
    errors = chain.from_iterable(form.errors.as_data().values())
    return next((error.refusal for error in errors if isinstance(error, RefusalOfForm)), None)


def status_of(form: BaseForm | None) -> int:
    """200 for a form not sent yet; the status of its refusal, or 422 for one with other errors."""
    if form is None or not form.is_bound:
        return 200
    refusal = refusal_of(form)
    return refusal.status if refusal else 422


def paged(request: HttpRequest, rows: Sequence[Row] | QuerySet[Any, Row], size: int) -> Page[Row]:
    """The page of rows whose number is in the URL; the first or the last page for a number out of range."""
    return Paginator(rows, size).get_page(request.GET.get("pagina"))


def id_in(written: str) -> int | None:
    """The id that a parameter of a page holds; None for any other text."""
    return int(written) if written.isdecimal() and len(written) < 19 else None


def day_of(request: OfficerRequest, today: date) -> date:
    """The day in the URL's parameter `al`; today if it is missing or not a day."""
    try:
        return parse_date(request.GET.get("al", "")) or today
    except ValueError:
        return today
