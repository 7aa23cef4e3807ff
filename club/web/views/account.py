"""The account of the signed-in user: address, password, second factor, sessions and devices."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.views import PasswordResetFromKeyView
from allauth.core import ratelimit
from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from club.accounts import addresses, letters, password_attempts, second_factor_policy, sessions
from club.email_addresses import is_same
from club.errors import ClubError
from club.models import Club, Role, User
from club.public_urls import letter_url
from club.web.forms.accounts import AddressForm
from club.web.guards import SignedInRequest, uncached_page


class PasswordByLetter(PasswordResetFromKeyView):
    """Stores the password chosen by letter, and makes the browser known: the letter proves its owner."""

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        password_attempts.end_wait(self.request, self.reset_user.email)
        password_attempts.remember_browser(self.request, response, self.reset_user.email)
        return response


@uncached_page
@login_required
def account_page(request: SignedInRequest) -> HttpResponse:
    """The overview of the account: its data with links to change them, and its roles in clubs."""
    held: dict[Club, list[str]] = {}
    for role in Role.objects.filter(user=request.user).select_related("club").order_by("club__name"):
        held.setdefault(role.club, []).append(role.get_kind_display())
    has_factor = second_factor_policy.has_second_factor(request.user)
    context = {
        "held": held,
        "has_second_factor": has_factor,
        "demanding": [club for club in held if club.requires_second_factor and not has_factor],
    }
    return render(request, "account/home.html", context)


@never_cache
@login_required
@reauthentication_required(app="allauth.account")
@rate_limit(action="manage_email")
def change_address(request: SignedInRequest) -> HttpResponse:
    """The form for a new address; its answer does not reveal whether that address has an account."""
    user, form = request.user, AddressForm(request.POST or None)
    if form.is_valid():
        email = form.cleaned_data["email"].lower()
        if is_same(email, user.email):
            form.add_error("email", _("È già l'indirizzo con cui entri."))
        elif _write_to(request, user, email):
            return redirect("account")
    return render(request, "account/address.html", {"form": form}, status=422 if form.is_bound else 200)


def _write_to(request: SignedInRequest, user: User, email: str) -> bool:
    """Sends the letter, at most one in three minutes to an address; False if the mail server refuses it."""
    sentence = _("Abbiamo scritto a %(email)s: l'indirizzo cambia quando apri il collegamento del messaggio.")
    try:
        # The last letter is still valid.
        if ratelimit.consume(request, action="confirm_email", key=f"{user.pk} {email}"):
            _send_change_letter(request, user, email)
    except letters.NotSent:
        messages.error(request, _("La posta non parte: riprova più tardi. L'indirizzo è quello di prima."))
        return False
    messages.success(
        request, " ".join(filter(None, (sentence % {"email": email}, letters.mail_folder_note())))
    )
    return True


def _send_change_letter(request: SignedInRequest, user: User, email: str) -> None:
    if addresses.is_taken(email, user):
        letters.send("account/email/address_taken", email, user=user)
        return
    at = reverse("confirm_address", args=[addresses.change_token(user, email)])
    letters.send("account/email/address", email, user=user, url=letter_url(request, at))


@never_cache
@login_required
def confirm_address(request: SignedInRequest, token: str) -> HttpResponse:
    """The page that the letter links to: one button, for the account that asked."""
    user = request.user
    try:
        change = addresses.requested_change(token, user)
        if request.method == "POST":
            addresses.confirm(user, change)
            _tell_old_address(change)
            messages.success(request, _("Da adesso entri con %(email)s.") % {"email": change.new})
            return redirect("account")
    except ClubError as refusal:
        return render(request, "account/address_refused.html", {"sentence": str(refusal)}, status=409)
    return render(request, "account/address_confirm.html", {"change": change})


def _tell_old_address(change: addresses.Change) -> None:
    """Informs the old address, in case somebody else made the change."""
    try:
        letters.send("account/email/address_changed", change.old, new=change.new)
    except letters.NotSent:
        return


@uncached_page
@login_required
def sessions_page(request: SignedInRequest) -> HttpResponse:
    """The sessions, the present one first."""
    shown = sessions.open_sessions(request.user, here=request.session.session_key)
    return render(request, "account/sessions.html", {"sessions": shown})


@require_POST
@login_required
def end_session(request: SignedInRequest, session_id: int) -> HttpResponse:
    """Ends one session; ending the present one signs out."""
    here = request.session.session_key
    shown = sessions.open_sessions(request.user, here=here)
    if any(one.id == session_id and one.is_this for one in shown):
        get_adapter().logout(request)
        return redirect("home")
    if not sessions.end_one(request.user, session_id):
        messages.info(request, _("Questo accesso era già chiuso."))
        return redirect("sessions")
    messages.success(request, _("Accesso chiuso: là si dovrà entrare di nuovo."))
    return redirect("sessions")


@require_POST
@login_required
def end_others(request: SignedInRequest) -> HttpResponse:
    """Ends every session but the present one."""
    ended = sessions.end_sessions(request.user, besides=request.session.session_key)
    sentence = ngettext("Chiuso %(count)s altro accesso.", "Chiusi altri %(count)s accessi.", ended)
    messages.success(
        request, sentence % {"count": ended} if ended else _("Non c'erano altri accessi aperti.")
    )
    return redirect("sessions")
