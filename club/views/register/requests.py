"""The requests that wait for the board, answered together by one delibera."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club import looks
from club.access import Right
from club.errors import ClubError, ClubInputRefused
from club.models import Club, Look, Membership
from club.register import membership as register
from club.register_forms import AnswerForm
from club.views.access import officers
from club.views.register import pages


@officers(Right.KEEP_REGISTER)
def requests_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The requests by date, each with its tick, and the board's answer below them."""
    waiting = list(
        Membership.objects.filter(club=club, admitted_on=None, ended_on=None)
        .select_related("person")
        .order_by("requested_on", "person__last_name", "person__first_name", "pk")
    )
    form = AnswerForm(request.POST or None, club=club, waiting=waiting, initial=_usual(club))
    status = pages.status_of(form)
    if form.is_valid():
        try:
            sentence = _answer(request, club, form)
        except ClubError as refusal:
            status = pages.said_on(form, refusal)
        else:
            messages.success(request, sentence)
            return redirect("register_requests", club.slug)
    looks.note_list(club, request.user, (one.person_id for one in waiting), Look.Page.REGISTER)  # type: ignore[arg-type]
    ticked = {str(one) for one in form["requests"].value() or []}
    return pages.page(
        request,
        club,
        "requests.html",
        status=status,
        form=form,
        waiting=[(one, str(one.pk) in ticked) for one in waiting],
        has_categories=form.fields["category"].queryset.exists(),  # type: ignore[attr-defined]
    )


def _usual(club: Club) -> dict[str, object]:
    return {"on": timezone.localdate(), "category": club.categories.first()}


def _answer(request: HttpRequest, club: Club, form: AnswerForm) -> str:
    """The board's yes or no, by the button pressed; what was done, in a sentence."""
    said, by, today = form.cleaned_data, request.user, timezone.localdate()
    chosen = said["requests"]
    if request.POST.get("answer") == "refuse":
        register.refuse(club, chosen, on=said["on"], reason=said["reason"], today=today, by=by)  # type: ignore[arg-type]
        return ngettext("%(n)s richiesta non accolta.", "%(n)s richieste non accolte.", len(chosen)) % {
            "n": len(chosen)
        }
    if said["category"] is None:
        raise ClubInputRefused("category-missing", _("Scegli la categoria in cui entrano."))
    register.admit(
        club,
        chosen,
        on=said["on"],
        resolution=said["resolution"],
        category=said["category"],
        today=today,
        by=by,  # type: ignore[arg-type]
    )
    return ngettext("%(n)s persona ammessa fra i soci.", "%(n)s persone ammesse fra i soci.", len(chosen)) % {
        "n": len(chosen)
    }
