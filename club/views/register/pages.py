"""What the register's pages share: their context, refusals on the form they came from, days as written."""

from datetime import date
from typing import Any

from django.forms import Form, ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date

from club.errors import ClubError, ClubInputRefused
from club.models import Club
from club.views.access import may


def page(
    request: HttpRequest, club: Club, template: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of the register; it may hold private data, so no one keeps a copy on the way."""
    full = {"club": club, **may(request), **context}
    answer = render(request, f"club/register/{template}", full, status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def said_on(form: Form | ModelForm, refusal: ClubError) -> int:  # type: ignore[type-arg]
    """Says the refusal on the form, with all that was typed still there; 409 or 422, as the refusal is."""
    form.add_error(None, str(refusal))
    return 422 if isinstance(refusal, ClubInputRefused) else 409


def status_of(form: Form | ModelForm) -> int:  # type: ignore[type-arg]
    """422 for a form that came back wanting, 200 for one still to be filled in."""
    return 422 if form.is_bound else 200


def day_of(request: HttpRequest, today: date) -> date:
    """The day asked for in `?giorno=`; today for none, or for one that is no day."""
    try:
        return parse_date(request.GET.get("giorno", "")) or today
    except ValueError:
        return today
