"""The page of an invitation's letter: taking the roles on, with an account or with a new one."""

from allauth.account.utils import perform_login
from allauth.decorators import rate_limit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from club import invitations
from club.accounts.forms import NewAccountForm
from club.errors import ClubError
from club.models import Invitation, RoleKind


@never_cache
@sensitive_post_parameters("password", "again")
@rate_limit(action="signup")
def invitation_page(request: HttpRequest, word: str) -> HttpResponse:
    """Open to who holds the letter: it says which club calls, for what, and asks how to go on."""
    try:
        invitation = invitations.read(word)
        if request.method == "POST":
            return _answered(request, invitation, word)
    except ClubError as refusal:
        return render(request, "account/invitation_over.html", {"sentence": str(refusal)}, status=409)
    return _page(
        request, invitation, NewAccountForm(email=invitation.email, initial={"name": invitation.name})
    )


def _answered(request: HttpRequest, invitation: Invitation, word: str) -> HttpResponse:
    if request.user.is_authenticated:
        club = invitations.accept(word, request.user)
        messages.success(request, _("Da adesso lavori per %(club)s.") % {"club": club})
        return redirect("desk")
    form = NewAccountForm(request.POST, email=invitation.email)
    if not form.is_valid():
        return _page(request, invitation, form, status=422)
    said = form.cleaned_data
    user = invitations.accept_with_new_account(word, name=said["name"], password=said["password"])
    answer: HttpResponse = perform_login(request, user, redirect_url=reverse("desk"))
    return answer


def _page(
    request: HttpRequest, invitation: Invitation, form: NewAccountForm, *, status: int = 200
) -> HttpResponse:
    labels = dict(RoleKind.choices)
    context = {
        "invitation": invitation,
        "club": invitation.club,
        "kinds": [labels[kind] for kind in invitation.kinds],
        "has_account": invitations.has_account(invitation),
        "form": form,
    }
    return render(request, "account/invitation.html", context, status=status)
