"""Shared by the club's pages: rendering, private files, refusals on a form, and the day in the URL."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from django.forms import Form, ModelForm
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.utils.http import content_disposition_header

from club.errors import ClubError, ClubInputRefused
from club.models import Club
from club.web.guards import OfficerRequest, may


def render_page(
    request: OfficerRequest,
    club: Club,
    template: str,
    shown: Mapping[str, object] = MappingProxyType({}),
    *,
    status: int = 200,
    **own: object,
) -> HttpResponse:
    """A page of the register; never cached, because it may hold private data."""
    full = {"club": club, **may(request), **shown, **own}
    answer = render(request, f"club/register/{template}", full, status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def private_file(body: bytes, content_type: str, name: str, *, is_download: bool) -> HttpResponse:
    """A file with private data, never cached; shown in the browser or downloaded."""
    response = HttpResponse(body, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(is_download, name) or ""
    response["Cache-Control"] = "private, no-store"
    return response


def refused_on(form: Form | ModelForm, refusal: ClubError) -> int:  # type: ignore[type-arg]
    """Shows the refusal on the form, which keeps its input; returns the status, 409 or 422."""
    form.add_error(None, str(refusal))
    return 422 if isinstance(refusal, ClubInputRefused) else 409


def status_of(form: Form | ModelForm) -> int:  # type: ignore[type-arg]
    """422 for a form that was sent and refused, 200 for one not sent yet."""
    return 422 if form.is_bound else 200


def day_of(request: OfficerRequest, today: date, parameter: str = "giorno") -> date:
    """The day in that parameter of the URL; today if it is missing or not a day."""
    try:
        return parse_date(request.GET.get(parameter, "")) or today
    except ValueError:
        return today
