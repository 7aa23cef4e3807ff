"""Invitations: the page that a letter links to, and an owner's acts on pending ones."""

from collections.abc import Collection

from allauth.account.utils import perform_login
from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from club.access import Right
from club.accounts import invitations, letters
from club.errors import ClubError
from club.models import Club, Invitation, RoleKind, User
from club.public_urls import letter_url
from club.web.forms.accounts import NewAccountForm
from club.web.guards import OfficerRequest, officers


@never_cache
@sensitive_post_parameters("password", "again")
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the club and the offered roles to anybody who has the letter; POST accepts them.

    Nothing limits the attempts: a token cannot be guessed, and a limit by address would close the page to a
    whole club.
    """
    try:
        invitation = invitations.invitation_by_token(token)
        if request.method == "POST":
            return _answered(request, invitation, token)
    except ClubError as refusal:
        return render(request, "account/invitation_over.html", {"sentence": str(refusal)}, status=409)
    return _invitation_page(
        request, invitation, NewAccountForm(email=invitation.email, initial={"name": invitation.name})
    )


def _answered(request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
    if request.user.is_authenticated:
        club = invitations.accept(token, request.user)
        tell_of_roles(request.user, club, invitation.kinds)
        messages.success(request, _("Da adesso lavori per %(club)s.") % {"club": club})
        return redirect("desk")
    form = NewAccountForm(request.POST, email=invitation.email)
    if not form.is_valid():
        return _invitation_page(request, invitation, form, status=422)
    cleaned = form.cleaned_data
    user = invitations.accept_with_new_account(token, name=cleaned["name"], password=cleaned["password"])
    tell_of_roles(user, invitation.club, invitation.kinds)
    answer: HttpResponse = perform_login(request, user, redirect_url=reverse("desk"))
    return answer


def _invitation_page(
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


@require_POST
@officers(Right.GIVE_ROLES)
def send_again(request: OfficerRequest, club: Club, invitation_id: int) -> HttpResponse:
    """Sends the letter again, with a new deadline."""
    if not ratelimit.consume(request, action="confirm_email", key=f"invitation-{invitation_id}"):
        messages.info(request, _("Il messaggio è partito da poco: aspetta qualche minuto."))
        return redirect("club_roles", club.slug)
    try:
        invitation, token = invitations.send_again(club, invitation_id, by=request.user)
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        send_invitation_letter(request, invitation, token)
    return redirect("club_roles", club.slug)


@require_POST
@officers(Right.GIVE_ROLES)
def withdraw(request: OfficerRequest, club: Club, invitation_id: int) -> HttpResponse:
    """Withdraws the invitation."""
    try:
        invitations.withdraw(club, invitation_id, by=request.user)
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Invito ritirato: il collegamento del messaggio non apre più niente."))
    return redirect("club_roles", club.slug)


def tell_of_roles(user: User, club: Club, kinds: Collection[str]) -> None:
    """Tells the account's owner by letter which roles it has got; no letter without any."""
    if kinds:
        given = ", ".join(str(label) for kind, label in RoleKind.choices if kind in kinds)
        letters.tell_owner(user, "account/email/roles_given", club=club, roles=given)


def send_invitation_letter(request: HttpRequest, invitation: Invitation, token: str) -> None:
    """Sends the letter and reports it; the invitation stands even if the letter cannot be sent."""
    labels = dict(RoleKind.choices)
    facts = {
        "invitation": invitation,
        "club": invitation.club,
        "by": request.user,
        "kinds": ", ".join(str(labels[kind]) for kind in invitation.kinds),
        "days": invitations.LASTS.days,
        "url": letter_url(request, reverse("invitation", args=[token])),
    }
    try:
        letters.send("club/email/invitation", invitation.email, **facts)
    except letters.NotSent:
        messages.error(request, _("L'invito è scritto ma la posta non parte: riprova con «Rimanda»."))
        return
    sentence = _("Invito mandato a %(email)s: vale due settimane.") % {"email": invitation.email}
    messages.success(request, " ".join(filter(None, (sentence, letters.mail_folder_note()))))
