"""Memberships: requests, answered together by one resolution of the board, and changes of one membership."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from club.access import Right
from club.dues import changes
from club.errors import ClubInputRefused
from club.models import Club, Look, Membership
from club.privacy import access_log
from club.privacy.guardians import guardians_of_minors
from club.register import amendments, membership, mistakes
from club.web import pages
from club.web.forms.register import (
    AmendForm,
    AnswerForm,
    ChangeCategoryForm,
    EndForm,
    MistakeForm,
    RequestForm,
    UndoEndForm,
)
from club.web.guards import OfficerRequest, officers
from club.web.views.register import person_of


@officers(Right.KEEP_REGISTER)
def requests_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The pending requests by date, to be ticked, and the form of the board's answer."""
    waiting = list(
        Membership.objects.filter(club=club, admitted_on=None, ended_on=None)
        .select_related("person__particulars")
        .order_by("requested_on", "person__last_name", "person__first_name", "pk")
    )
    form = AnswerForm(request.POST or None, club=club, waiting=waiting, initial=_usual(club))
    if form.is_valid():
        with pages.refusals_on(form):
            sentence = _answer(request, club, form)
            messages.success(request, sentence)
            return redirect("register_requests", club.slug)
    access_log.record_list(club, request.user, (one.person_id for one in waiting), Look.Page.REGISTER)
    signers, without = guardians_of_minors([one.person for one in waiting], timezone.localdate())
    ticked = {str(one) for one in form["requests"].value() or []}
    return pages.register_page(
        request,
        club,
        "requests.html",
        form=form,
        waiting=[
            (one, str(one.pk) in ticked, signers.get(one.person_id, ""), one.person in without)
            for one in waiting
        ],
        has_categories=club.categories.exists(),
    )


def _usual(club: Club) -> dict[str, object]:
    return {"on": timezone.localdate(), "category": club.categories.first()}


def _answer(request: OfficerRequest, club: Club, form: AnswerForm) -> str:
    """Admits or refuses the ticked requests, by the pressed button; returns the sentence that reports it."""
    cleaned, by, today = form.cleaned_data, request.user, timezone.localdate()
    chosen = cleaned["requests"]
    if request.POST.get("answer") == "refuse":
        membership.refuse(club, chosen, on=cleaned["on"], reason=cleaned["reason"], today=today, by=by)
        return ngettext("%(n)s richiesta non accolta.", "%(n)s richieste non accolte.", len(chosen)) % {
            "n": len(chosen)
        }
    if cleaned["category"] is None:
        raise ClubInputRefused("category-missing", _("Scegli la categoria in cui entrano."))
    membership.admit(
        club,
        chosen,
        on=cleaned["on"],
        resolution=cleaned["resolution"],
        category=cleaned["category"],
        today=today,
        by=by,
    )
    return ngettext("%(n)s persona ammessa fra i soci.", "%(n)s persone ammesse fra i soci.", len(chosen)) % {
        "n": len(chosen)
    }


@require_POST
@officers(Right.KEEP_REGISTER)
def request_membership(request: OfficerRequest, club: Club, person_id: int) -> HttpResponse:
    """Stores the person's request, with the day on which it was made."""
    person = person_of(club, person_id)
    cleaned = _cleaned(RequestForm(request.POST))
    membership.request(person, on=cleaned["on"], today=timezone.localdate(), by=request.user)
    return _done(request, club, person.pk, _("Richiesta scritta: ora tocca al consiglio."))


@require_POST
@officers(Right.KEEP_REGISTER)
def end(request: OfficerRequest, club: Club, membership_id: int) -> HttpResponse:
    """Ends a membership, with day and cause."""
    act = partial(membership.end, today=timezone.localdate())
    done = _("La fine dell'iscrizione è scritta.")
    return _act(request, club, membership_id, EndForm, act, done)


@require_POST
@officers(Right.KEEP_REGISTER)
def undo_end(request: OfficerRequest, club: Club, membership_id: int) -> HttpResponse:
    """Reopens a membership that was ended by mistake."""
    done = _("L'iscrizione continua come prima.")
    return _act(request, club, membership_id, UndoEndForm, membership.undo_end, done)


@require_POST
@officers(Right.KEEP_REGISTER)
def mark_mistake(request: OfficerRequest, club: Club, membership_id: int) -> HttpResponse:
    """Marks a membership as written by mistake."""
    act = partial(mistakes.mark, today=timezone.localdate())
    done = _("L'iscrizione non conta più: era scritta per errore.")
    return _act(request, club, membership_id, MistakeForm, act, done)


@require_POST
@officers(Right.KEEP_REGISTER)
def undo_mistake(request: OfficerRequest, club: Club, membership_id: int) -> HttpResponse:
    """Takes back the mark of a mistake: the membership has its dates again."""
    return _act(request, club, membership_id, MistakeForm, mistakes.undo, _("L'iscrizione vale come prima."))


def _act(
    request: OfficerRequest,
    club: Club,
    membership_id: int,
    form: type[Form],
    act: Callable[..., object],
    sentence: str,
) -> HttpResponse:
    """Does the act with the sent form, and shows the person with the sentence."""
    one = _membership(club, membership_id)
    act(one.pk, club, by=request.user, **_cleaned(form(request.POST)))
    return _done(request, club, one.person_id, sentence)


@require_POST
@officers(Right.KEEP_REGISTER)
def change_category(request: OfficerRequest, club: Club, membership_id: int) -> HttpResponse:
    """Changes the category from a day on."""
    one = _membership(club, membership_id)
    cleaned = _cleaned(ChangeCategoryForm(request.POST, club=club))
    membership.change_category(one.pk, club, today=timezone.localdate(), by=request.user, **cleaned)
    due = changes.due_of_other_category(one.person, cleaned["category"])
    if due is None:
        return _done(request, club, one.person_id, _("La categoria è scritta."))
    messages.info(
        request,
        _("La categoria è scritta. La quota %(year)s è ancora quella di prima: deve seguire la categoria?")
        % {"year": due.year.label},
    )
    where = reverse("club_pay", args=[club.slug, due.year_id, one.person_id])
    return redirect(f"{where}?categoria={cleaned['category'].pk}")


@officers(Right.KEEP_REGISTER)
def amend(request: OfficerRequest, club: Club, membership_id: int) -> HttpResponse:
    """Corrects the dates and the resolution of a membership."""
    one = _membership(club, membership_id)
    form = AmendForm(request.POST or None, membership=one)
    if form.is_valid():
        cleaned = form.cleaned_data
        with pages.refusals_on(form):
            amendments.amend(
                one.pk,
                club,
                form.dates(),
                version=cleaned["version"],
                reason=cleaned["reason"],
                today=timezone.localdate(),
                by=request.user,
            )
            return _done(request, club, one.person_id, _("Date e delibera corrette."))
    access_log.record(club, request.user, [one.person], Look.Page.CORRECTION)
    return pages.register_page(request, club, "amend.html", form=form, person=one.person)


def _membership(club: Club, membership_id: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("person"), club=club, pk=membership_id)


def _cleaned(form: Form) -> dict[str, Any]:
    """The cleaned data; refused with the form's first error."""
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        label = form.fields[name].label if name in form.fields else ""
        raise ClubInputRefused("form", f"{label}: {errors[0]}" if label else str(errors[0]))
    return form.cleaned_data


def _done(request: OfficerRequest, club: Club, person_id: int, sentence: str) -> HttpResponseRedirect:
    messages.success(request, sentence)
    return redirect("register_person", club.slug, person_id)
