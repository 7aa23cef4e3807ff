"""Shared parts of the officers' pages of a championship: its rights, redirects, a page with one form."""

from django.contrib import messages
from django.forms import Form, ModelForm
from django.http import HttpResponse
from django.urls import reverse

from club.access import Right
from club.web.guards import OfficerRequest
from club.web.pages import page, refusal_of
from tournaments.errors import Outdated
from tournaments.models import Championship, Fixture
from tournaments.web.views.desk.pages import go

#: The last acts of the log that a page shows.
LAST_ACTS = 30
MAY_REFEREE = (Right.ENTER_RESULTS, Right.RUN_EVENING)


def team_desk(championship: Championship, number: int) -> str:
    return reverse("championship_team_desk", args=[championship.club.slug, championship.code, number])


def done(
    request: OfficerRequest, championship: Championship, sentence: str, fixture: Fixture | None = None
) -> HttpResponse:
    """Redirects to the page of the match, or of the championship, with the sentence as a message."""
    messages.success(request, sentence)
    slug, code = championship.club.slug, championship.code
    if fixture is not None:
        return go("championship_fixture_desk", slug, code, fixture.pk)
    return go("championship_desk", slug, code)


def one_form_page(
    request: OfficerRequest,
    championship: Championship,
    form: Form | ModelForm,  # type: ignore[type-arg]
    title: str,
    action: str,
    *,
    text: str = "",
    back: str = "",
    fixture: Fixture | None = None,
    is_danger: bool = False,
) -> HttpResponse:
    """Shows a page with one form: its title, the sentence `text`, and `action`, the word on its button."""
    slug, code = championship.club.slug, championship.code
    if fixture is not None:
        back = reverse("championship_fixture_desk", args=[slug, code, fixture.pk])
    shown = {
        "championship": championship,
        "title": title,
        "action": action,
        "text": text,
        "back_url": back or reverse("championship_desk", args=[slug, code]),
        "back_name": f"{fixture.home} – {fixture.away}" if fixture else str(championship),
        "is_danger": is_danger,
        "fixture": fixture,
    }
    return page(request, championship.club, "desk/championships/form.html", shown, form=form)


def renew_if_outdated(form: Form, **seen: int) -> None:
    """Puts the current versions, given as `seen`, into a form that was refused as outdated.

    So the officer, who now sees the changed match, can send the form again.
    """
    if isinstance(refusal_of(form), Outdated):
        form.data = {**form.data, **{name: str(version) for name, version in seen.items()}}
