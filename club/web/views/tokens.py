"""The tokens of the signed-in user, and the link by which a device gets one."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.accounts import tokens
from club.models import DeviceToken
from club.public_urls import absolute_url
from club.web import pages
from club.web.forms.programs import TokenForm
from club.web.guards import SignedInRequest, form_page, uncached_page


@uncached_page
@login_required
def tokens_page(request: SignedInRequest) -> HttpResponse:
    """The devices and programs that have a token, newest first."""
    devices = DeviceToken.objects.filter(user=request.user, expiry__gt=timezone.now()).select_related("club")
    return render(request, "account/tokens.html", {"devices": devices})


@form_page
@login_required
@reauthentication_required(app="allauth.account")  # type: ignore[untyped-decorator]
def new_token(request: SignedInRequest) -> HttpResponse:
    """The form of a new token; the answer to it is the only page that shows the token itself."""
    form = TokenForm(request.POST or None, user=request.user)
    if form.is_valid():
        with pages.refusals_on(form):
            made = tokens.make(request.user, form.cleaned_data["name"], form.narrowing)
            return render(request, "account/token_made.html", _shown(request, made), status=201)
    return render(request, "account/new_token.html", {"form": form}, status=pages.status_of(form))


def _shown(request: HttpRequest, made: tokens.Made) -> dict[str, object]:
    return {"device": made.device, "secret": made.secret, "api": absolute_url(request, "/api/v1/")}


@require_POST
@login_required
def forget_device(request: SignedInRequest, token_key: str) -> HttpResponse:
    """Deletes a device's token."""
    if not DeviceToken.objects.filter(user=request.user, token_key=token_key).delete()[0]:
        raise Http404(_("Fra i tuoi dispositivi non c'è questo."))
    messages.success(request, _("Il dispositivo non entra più."))
    return redirect("tokens")


@form_page
def device_link(request: HttpRequest, device_word: str) -> HttpResponse:
    """The page that a device opens from the desk's code: one button, which takes its token.

    It is a button because programs that preview links open them too, and the link works once.
    """
    if request.method != "POST":
        return render(request, "account/device_link.html", {"link": tokens.link_of_word(device_word)})
    link, made = tokens.make_from_link(device_word)
    return render(request, "account/device_linked.html", {"link": link, **_shown(request, made)}, status=201)
