"""The people of the club: who they are, and whether their names may be public."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from club import people
from club.access import Right
from club.forms import PersonForm
from club.models import Club, Person
from club.views.access import may, officers

SHOWN = 200


@officers(Right.KEEP_REGISTER, Right.RUN_EVENING)
def people_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The people by name, found by a few letters, and the form that adds one."""
    form = PersonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = people.add(club, **_particulars(form, None), by=request.user)  # type: ignore[arg-type]
        messages.success(request, _("%(name)s è fra le persone del circolo.") % {"name": person.full_name})
        return redirect("club_people", club.slug)
    letters = request.GET.get("q", "")
    found = people.find(club, letters) if letters.strip() else club.people.filter(erased_number=None)
    found = found.select_related("club")
    context = {
        "club": club,
        **may(request),
        "form": form,
        "letters": letters,
        "people": found[:SHOWN],
        "total": found.count(),
        "shown": SHOWN,
    }
    return render(request, "club/people.html", context, status=422 if form.is_bound else 200)


@officers(Right.KEEP_REGISTER, Right.RUN_EVENING)
def person_page(request: HttpRequest, club: Club, person_id: int) -> HttpResponse:
    """One person, to correct the name or note the consent."""
    person = get_object_or_404(Person, club=club, pk=person_id, erased_number=None)
    kept_consent = person.name_consent_on
    form = PersonForm(request.POST or None, instance=person, initial={"consents": kept_consent is not None})
    if request.method == "POST" and form.is_valid():
        people.change(person, **_particulars(form, kept_consent), by=request.user)  # type: ignore[arg-type]
        messages.success(request, _("%(name)s: salvato.") % {"name": person.full_name})
        return redirect("club_people", club.slug)
    context = {"club": club, "person": person, "form": form}
    return render(request, "club/person.html", context, status=422 if form.is_bound else 200)


def _particulars(form: PersonForm, kept_consent: date | None) -> dict[str, Any]:
    """What the verbs take; a consent given before keeps its date."""
    said = form.cleaned_data
    consent = (kept_consent or timezone.localdate()) if said["consents"] else None
    return {
        "last_name": said["last_name"].strip(),
        "first_name": said["first_name"].strip(),
        "is_guest": said["is_guest"],
        "name_consent_on": consent,
    }
