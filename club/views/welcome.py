"""The page with which a new installation takes in its first club."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.errors import ClubError, ClubInputRefused
from club.handover import welcoming
from club.handover.forms import WelcomeForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """The file, its passphrase, who will own the club; 404 once there is a club or an account."""
    if not welcoming.is_new():
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
    return render(request, "welcome.html", {"form": form}, status=status)
