"""What an owner does with the invitations that wait for an answer."""

from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club import invitations
from club.access import Right
from club.accounts import letters
from club.errors import ClubError
from club.models import Club, Invitation, RoleKind
from club.reaching import in_a_letter
from club.views.access import officers


@require_POST
@officers(Right.GIVE_ROLES)
def send_again(request: HttpRequest, club: Club, invitation_id: int) -> HttpResponse:
    """The letter once more, with two weeks from now."""
    if not ratelimit.consume(request, action="confirm_email", key=f"invitation-{invitation_id}"):
        messages.info(request, _("Il messaggio è partito da poco: aspetta qualche minuto."))
        return redirect("club_roles", club.slug)
    try:
        invitation, word = invitations.send_again(club, invitation_id, by=request.user)  # type: ignore[arg-type]
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        write_to(request, invitation, word)
    return redirect("club_roles", club.slug)


@require_POST
@officers(Right.GIVE_ROLES)
def withdraw(request: HttpRequest, club: Club, invitation_id: int) -> HttpResponse:
    """The invitation taken back."""
    try:
        invitations.withdraw(club, invitation_id, by=request.user)  # type: ignore[arg-type]
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Invito ritirato: il collegamento del messaggio non apre più niente."))
    return redirect("club_roles", club.slug)


def write_to(request: HttpRequest, invitation: Invitation, word: str) -> None:
    """Sends the letter and says so; the invitation stands even where the post does not go."""
    labels = dict(RoleKind.choices)
    facts = {
        "invitation": invitation,
        "club": invitation.club,
        "by": request.user,
        "kinds": ", ".join(str(labels[kind]) for kind in invitation.kinds),
        "days": invitations.LASTS.days,
        "url": in_a_letter(request, reverse("invitation", args=[word])),
    }
    try:
        letters.send("club/email/invitation", invitation.email, **facts)
    except letters.NotSent:
        messages.error(request, _("L'invito è scritto ma la posta non parte: riprova con «Rimanda»."))
        return
    said = _("Invito mandato a %(email)s: vale due settimane.") % {"email": invitation.email}
    messages.success(request, " ".join(filter(None, (said, letters.where()))))
