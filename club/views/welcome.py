"""The page with which a new installation takes in its first club."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from club.errors import ClubError, ClubInputRefused
from club.handover import progress, welcoming
from club.handover.forms import WelcomeForm

#: What the page that waits asks with: while the file is on its way, and since the work was seen.
SENT, SENDING, SEEN = "inviato", "1", "2"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """The file, its passphrase, who will own the club; 404 once there is a club or an account.

    The page that has sent a file asks with `SENT` how far it is, and is led on when it is done.
    """
    asked = request.GET.get(SENT, "")
    if not welcoming.is_new():
        if asked and request.method == "GET":
            return _led_on(request)
        raise Http404(_("Questa installazione ha già un circolo: un altro si ripristina con restore_club."))
    form = WelcomeForm(request.POST or None, request.FILES or None)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        said = form.cleaned_data
        owner = welcoming.Owner(said["email"], said["password"])
        try:
            done = welcoming.welcome(said["file"].read(), said["passphrase"], code=said["code"], owner=owner)
        except ClubError as refusal:
            form.add_error(None, str(refusal))
            status = 422 if isinstance(refusal, ClubInputRefused) else 409
        else:
            messages.success(
                request, _("«%(club)s» è qui. Entra con la password nuova.") % {"club": done.club}
            )
            return redirect("account_login")
    running, trouble = progress.now(), progress.trouble()
    context = {
        "form": form,
        "running": running,
        "trouble": "" if form.is_bound else trouble,
        "is_sending": asked == SENDING and not trouble,
        "is_cut_off": asked == SEEN and not running and not trouble,
    }
    return render(request, "welcome.html", context, status=status)


def _led_on(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Il circolo è qui. Entra con la password nuova."))
    where = reverse("account_login")
    return HttpResponseClientRedirect(where) if getattr(request, "htmx", False) else redirect(where)
