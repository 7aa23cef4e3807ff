"""Changing the address one enters with, by a letter to the new one."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from club.accounts import addresses, letters
from club.accounts.forms import AddressForm
from club.errors import ClubError
from club.models import User
from club.reaching import in_a_letter


@never_cache
@login_required
@reauthentication_required(app="allauth.account")
@rate_limit(action="manage_email")
def change(request: HttpRequest) -> HttpResponse:
    """The form; what it says is the same whether or not the new address has an account."""
    user, form = cast(User, request.user), AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"].lower()
        if email == user.email:
            form.add_error("email", _("È già l'indirizzo con cui entri."))
        elif _write(request, user, email):
            return redirect("account")
    return render(request, "account/address.html", {"form": form}, status=422 if form.is_bound else 200)


def _write(request: HttpRequest, user: User, email: str) -> bool:
    """Sends the letter, at most one in three minutes to an address; False when the mail server refuses."""
    said = _("Abbiamo scritto a %(email)s: l'indirizzo cambia quando apri il collegamento del messaggio.")
    try:
        # A letter sent a moment ago still holds.
        if ratelimit.consume(request, action="confirm_email", key=f"{user.pk} {email}"):
            _send(request, user, email)
    except letters.NotSent:
        messages.error(request, _("La posta non parte: riprova più tardi. L'indirizzo è quello di prima."))
        return False
    messages.success(request, " ".join(filter(None, (said % {"email": email}, letters.where()))))
    return True


def _send(request: HttpRequest, user: User, email: str) -> None:
    if addresses.is_taken(email, user):
        letters.send("account/email/address_taken", email, user=user)
        return
    at = reverse("confirm_address", args=[addresses.link(user, email)])
    letters.send("account/email/address", email, user=user, url=in_a_letter(request, at))


@never_cache
@login_required
def confirm(request: HttpRequest, word: str) -> HttpResponse:
    """The letter's page: one button, for the account that asked."""
    user = cast(User, request.user)
    try:
        change = addresses.read(word, user)
        if request.method == "POST":
            addresses.confirm(user, change)
            _tell_the_old_one(change)
            messages.success(request, _("Da adesso entri con %(email)s.") % {"email": change.new})
            return redirect("account")
    except ClubError as refusal:
        return render(request, "account/address_refused.html", {"sentence": str(refusal)}, status=409)
    return render(request, "account/address_confirm.html", {"change": change})


def _tell_the_old_one(change: addresses.Change) -> None:
    """Who had the account before reads that it moved, in case it was not him."""
    try:
        letters.send("account/email/address_changed", change.old, new=change.new)
    except letters.NotSent:
        return
