"""The first page of a new installation: a new club with its owner, or a club restored from its archive."""

from allauth.account.utils import perform_login
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django_htmx.http import HttpResponseClientRedirect

from club.accounts import first_club
from club.accounts.roles import ClubCreationRefused
from club.errors import ClubInputRefused
from club.handover import restore
from club.handover.archive_reader import MOST_BYTES
from club.web import pages
from club.web.forms.handover import FirstClubForm, WelcomeForm
from club.web.guards import form_page, takes_files

#: The prefix of the new club's fields, because the other form on the page has fields of the same names.
NEW = "new"
#: The query parameter of the waiting page's polls, and its values: the file is still being sent, or an
#: earlier poll has seen the restore running.
SENT, SENDING, SEEN = "inviato", "1", "2"


@sensitive_post_parameters()
@takes_files(MOST_BYTES, when=first_club.is_new)
@form_page
def welcome_page(request: HttpRequest) -> HttpResponse:
    """Creates or restores the first club of a new installation; 404 once there is a club or an account.

    The waiting page polls with `SENT`, and is redirected to the login page when the restore is done.
    """
    progress = request.GET.get(SENT, "")
    if not first_club.is_new():
        if progress and request.method == "GET":
            return _redirect_to_login(request)
        raise Http404(_("Questa installazione ha già un circolo: un altro si ripristina con restore_club."))
    if "create" in request.POST:
        return _create_first(request)
    form = WelcomeForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        cleaned = form.cleaned_data
        owner = restore.Owner(cleaned["email"], cleaned["password"])
        with pages.refusals_on(form):
            done = restore.restore_first_club(
                cleaned["file"].read(), cleaned["passphrase"], code=cleaned["code"], owner=owner
            )
            messages.success(
                request, _("«%(club)s» è qui. Entra con la password nuova.") % {"club": done.club}
            )
            return redirect("account_login")
    running, trouble = restore.PROGRESS.current(), restore.last_trouble()
    context = {
        "form": form,
        "new_form": FirstClubForm(prefix=NEW),
        "running": running,
        "trouble": "" if form.is_bound else trouble,
        "is_sending": progress == SENDING and not trouble,
        "is_cut_off": progress == SEEN and not running and not trouble,
    }
    return render(request, "welcome.html", context, status=pages.status_of(form))


def _create_first(request: HttpRequest) -> HttpResponse:
    """Creates the club and its owner, who is signed in and led to the club's desk."""
    form = FirstClubForm(request.POST, prefix=NEW)
    if form.is_valid():
        cleaned = form.cleaned_data
        with pages.refusals_on(form):
            try:
                made = first_club.create_first_club(
                    cleaned["name"], cleaned["email"], cleaned["password"], code=cleaned["code"]
                )
            except ClubCreationRefused as refusal:
                raise ClubInputRefused("club-refused", str(refusal)) from refusal
            messages.success(request, _("«%(club)s» è nato. Qui trovi i primi passi.") % {"club": made.club})
            answer: HttpResponse = perform_login(request, made.owner, redirect_url=reverse("desk"))
            return answer
    context = {"form": WelcomeForm(), "new_form": form}
    return render(request, "welcome.html", context, status=pages.status_of(form))


def _redirect_to_login(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Il circolo è qui. Entra con la password nuova."))
    where = reverse("account_login")
    return HttpResponseClientRedirect(where) if getattr(request, "htmx", False) else redirect(where)
