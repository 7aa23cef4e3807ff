"""What can be done with one membership: ask, end, reopen, another category, other dates."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club import looks
from club.access import Right
from club.errors import ClubError, ClubInputRefused
from club.models import Club, Look, Membership
from club.register import amending
from club.register import membership as register
from club.register_forms import AmendForm, ChangeCategoryForm, EndForm, RequestForm, UndoEndForm
from club.views.access import officers
from club.views.register import pages
from club.views.register.people import person_of


@require_POST
@officers(Right.KEEP_REGISTER)
def request_membership(request: HttpRequest, club: Club, person_id: int) -> HttpResponse:
    """The person's request, of the day written on it."""
    person = person_of(club, person_id)
    said = _said(RequestForm(request.POST))
    register.request(person, on=said["on"], today=timezone.localdate(), by=request.user)  # type: ignore[arg-type]
    return _done(request, club, person.pk, _("Richiesta scritta: ora tocca al consiglio."))


@require_POST
@officers(Right.KEEP_REGISTER)
def end(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """The end of a membership, with its day and cause."""
    one = _membership(club, membership_id)
    said = _said(EndForm(request.POST))
    register.end(one.pk, club, today=timezone.localdate(), by=request.user, **said)  # type: ignore[arg-type]
    return _done(request, club, one.person_id, _("La fine dell'iscrizione è scritta."))


@require_POST
@officers(Right.KEEP_REGISTER)
def undo_end(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """A membership that was ended by mistake, open again."""
    one = _membership(club, membership_id)
    register.undo_end(one.pk, club, by=request.user, **_said(UndoEndForm(request.POST)))  # type: ignore[arg-type]
    return _done(request, club, one.person_id, _("L'iscrizione continua come prima."))


@require_POST
@officers(Right.KEEP_REGISTER)
def change_category(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """Another category from a day on."""
    one = _membership(club, membership_id)
    said = _said(ChangeCategoryForm(request.POST, club=club))
    register.change_category(one.pk, club, today=timezone.localdate(), by=request.user, **said)  # type: ignore[arg-type]
    return _done(request, club, one.person_id, _("La categoria è scritta."))


@officers(Right.KEEP_REGISTER)
def amend(request: HttpRequest, club: Club, membership_id: int) -> HttpResponse:
    """The form that corrects what was written wrong of a membership."""
    one = _membership(club, membership_id)
    form = AmendForm(request.POST or None, membership=one)
    status = pages.status_of(form)
    if form.is_valid():
        said = form.cleaned_data
        try:
            amending.amend(
                one.pk,
                club,
                form.dates(),
                version=said["version"],
                reason=said["reason"],
                today=timezone.localdate(),
                by=request.user,  # type: ignore[arg-type]
            )
        except ClubError as refusal:
            status = pages.said_on(form, refusal)
        else:
            return _done(request, club, one.person_id, _("Date e delibera corrette."))
    looks.note(club, request.user, [one.person], Look.Page.CORRECTION)  # type: ignore[arg-type]
    return pages.page(request, club, "amend.html", status=status, form=form, person=one.person)


def _membership(club: Club, membership_id: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("person"), club=club, pk=membership_id)


def _said(form: Form) -> dict[str, object]:
    """What the form says; refused, with the first thing that is wrong in it, as the verbs refuse."""
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        label = form.fields[name].label if name in form.fields else ""
        raise ClubInputRefused("form", f"{label}: {errors[0]}" if label else str(errors[0]))
    return form.cleaned_data


def _done(request: HttpRequest, club: Club, person_id: int, sentence: str) -> HttpResponseRedirect:
    messages.success(request, sentence)
    return redirect("register_person", club.slug, person_id)
