"""Where the account is signed in, and closing what should not be."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.accounts import sessions
from club.models import DeviceToken


@never_cache
@require_safe
@login_required
def sessions_page(request: HttpRequest) -> HttpResponse:
    """The sessions, this one first, and the devices that hold a token."""
    context = {
        "sessions": sessions.listed(request.user, here=request.session.session_key),  # type: ignore[arg-type]
        "devices": DeviceToken.objects.filter(user=request.user),
    }
    return render(request, "account/sessions.html", context)


@require_POST
@login_required
def end_one(request: HttpRequest, session_id: int) -> HttpResponse:
    """One session closed; closing this very one signs out."""
    here = request.session.session_key
    shown = sessions.listed(request.user, here=here)  # type: ignore[arg-type]
    if any(one.id == session_id and one.is_this for one in shown):
        get_adapter().logout(request)
        return redirect("home")
    if not sessions.end_one(request.user, session_id):  # type: ignore[arg-type]
        messages.info(request, _("Questo accesso era già chiuso."))
        return redirect("sessions")
    messages.success(request, _("Accesso chiuso: là si dovrà entrare di nuovo."))
    return redirect("sessions")


@require_POST
@login_required
def end_others(request: HttpRequest) -> HttpResponse:
    """Every session closed but this one."""
    ended = sessions.end(request.user, besides=request.session.session_key)  # type: ignore[arg-type]
    said = ngettext("Chiuso %(count)s altro accesso.", "Chiusi altri %(count)s accessi.", ended)
    messages.success(request, said % {"count": ended} if ended else _("Non c'erano altri accessi aperti."))
    return redirect("sessions")


@require_POST
@login_required
def forget_device(request: HttpRequest, token_key: str) -> HttpResponse:
    """A device's token taken back."""
    if not DeviceToken.objects.filter(user=request.user, token_key=token_key).delete()[0]:
        raise Http404(_("Fra i tuoi dispositivi non c'è questo."))
    messages.success(request, _("Il dispositivo non entra più."))
    return redirect("sessions")
