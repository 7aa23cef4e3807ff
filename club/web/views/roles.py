"""Officers: an owner invites them by letter and sets their roles; each officer may leave."""

from allauth.account.utils import perform_login
from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from club.access import Right
from club.accounts import letters, roles, second_factor_policy
from club.accounts.letters import send_invitation, tell_of_roles
from club.accounts.roles import role_history
from club.email_addresses import canonical
from club.errors import ClubError
from club.models import Club, Invitation, RoleKind, User
from club.public_urls import letter_url
from club.web import pages
from club.web.forms.accounts import InvitationForm, NewAccountForm, RolesForm, SecondFactorForm
from club.web.guards import OfficerRequest, form_page, officers


@never_cache
@officers(Right.GIVE_ROLES)
def roles_page(request: OfficerRequest, club: Club) -> HttpResponse:
    """The officers with their roles, pending invitations, the form to invite, and the history."""
    form = InvitationForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, club, form, status=422 if form.is_bound else 200)
    cleaned = form.cleaned_data
    if not ratelimit.consume(
        request, action="confirm_email", key=f"invitation to {canonical(cleaned['email'])}"
    ):
        messages.info(request, _("Il messaggio è partito da poco: aspetta qualche minuto."))
        return _page(request, club, form, status=429)
    try:
        invitation, word = roles.invite(club, **cleaned, by=request.user)
    except ClubError as refusal:
        return _refused(request, club, refusal, form)
    send_invitation_letter(request, invitation, word)
    return redirect("club_roles", club.slug)


@require_POST
@officers(Right.GIVE_ROLES)
def assign(request: OfficerRequest, club: Club, user_id: int) -> HttpResponse:
    """Sets the roles of one officer."""
    user = get_object_or_404(User.objects.filter(roles__club=club).distinct(), pk=user_id)
    form = RolesForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Questo incarico non esiste: scegli fra quelli della pagina."))
        return _page(request, club, InvitationForm(), status=422)
    cleaned, before = form.cleaned_data, roles.held_by(club, user)
    try:
        roles.assign(
            club, user, cleaned["kinds"], by=request.user, was=cleaned["was"] if cleaned["based"] else None
        )
    except ClubError as refusal:
        return _refused(request, club, refusal)
    tell_of_roles(user, club, set(cleaned["kinds"]) - set(before))
    messages.success(request, _("Incarichi di %(name)s salvati.") % {"name": user})
    mine = user == request.user and RoleKind.OWNER not in cleaned["kinds"]
    return redirect("desk") if mine else redirect("club_roles", club.slug)


@require_POST
@officers(Right.GIVE_ROLES)
def second_factor(request: OfficerRequest, club: Club) -> HttpResponse:
    """Sets whether the club requires a second factor of its officers."""
    required = "requires_second_factor" in request.POST
    try:
        second_factor_policy.require_second_factor(club, required=required, by=request.user)
    except ClubError as refusal:
        return _refused(request, club, refusal)
    messages.success(
        request,
        _("Da adesso chi non ha un secondo fattore lo deve aggiungere prima di lavorare.")
        if required
        else _("Da adesso basta la password."),
    )
    return redirect("club_roles", club.slug)


@form_page
@officers(*Right)
def leave(request: OfficerRequest, club: Club) -> HttpResponse:
    """Gives back one's own roles, after a confirmation."""
    held = roles.held_by(club, request.user)
    if request.method == "POST":
        roles.leave(club, request.user)
        messages.success(request, _("Non lavori più per %(club)s.") % {"club": club})
        return redirect("account")
    return pages.page(request, club, "club/leave.html", held=[RoleKind(kind).label for kind in held])


def _refused(
    request: OfficerRequest, club: Club, refusal: ClubError, form: InvitationForm | None = None
) -> HttpResponse:
    messages.error(request, str(refusal))
    return _page(request, club, form or InvitationForm(), status=409)


def _page(request: OfficerRequest, club: Club, form: InvitationForm, *, status: int) -> HttpResponse:
    held = roles.officers(club)
    with_factor = second_factor_policy.users_with_second_factor(officer for officer, _kinds in held)
    labels = dict(RoleKind.choices)
    invited = [(each, [labels[kind] for kind in each.kinds]) for each in club.invitations.all()]
    context = {
        "officers": [(officer, kinds, officer.pk in with_factor) for officer, kinds in held],
        "invited": invited,
        "kinds": RoleKind.choices,
        "factor_form": SecondFactorForm(instance=club),
        "i_have_a_factor": request.user.pk in with_factor,
        "lines": role_history(club),
    }
    return pages.page(request, club, "club/roles.html", context, form=form, status=status)


# Invitations: the page that a letter links to, and an owner's acts on pending ones.


@never_cache
@sensitive_post_parameters("password", "again")
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the club and the offered roles to anybody who has the letter; POST accepts them.

    Nothing limits the attempts: a token cannot be guessed, and a limit by address would close the page to a
    whole club.
    """
    try:
        invitation = roles.invitation_by_token(token)
        if request.method == "POST":
            return _answered(request, invitation, token)
    except ClubError as refusal:
        return render(request, "account/invitation_over.html", {"sentence": str(refusal)}, status=409)
    return _invitation_page(
        request, invitation, NewAccountForm(email=invitation.email, initial={"name": invitation.name})
    )


def _answered(request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
    if request.user.is_authenticated:
        club = roles.accept(token, request.user)
        tell_of_roles(request.user, club, invitation.kinds)
        messages.success(request, _("Da adesso lavori per %(club)s.") % {"club": club})
        return redirect("desk")
    form = NewAccountForm(request.POST, email=invitation.email)
    if not form.is_valid():
        return _invitation_page(request, invitation, form, status=422)
    cleaned = form.cleaned_data
    user = roles.accept_with_new_account(token, name=cleaned["name"], password=cleaned["password"])
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
        "has_account": roles.has_account(invitation),
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
        invitation, token = roles.send_again(club, invitation_id, by=request.user)
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
        roles.withdraw(club, invitation_id, by=request.user)
    except ClubError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Invito ritirato: il collegamento del messaggio non apre più niente."))
    return redirect("club_roles", club.slug)


def send_invitation_letter(request: OfficerRequest, invitation: Invitation, token: str) -> None:
    """Sends the letter and reports it; the invitation stands even if the letter cannot be sent."""
    url = letter_url(request, reverse("invitation", args=[token]))
    try:
        send_invitation(invitation, url, by=request.user)
    except letters.NotSent:
        messages.error(request, _("L'invito è scritto ma la posta non parte: riprova con «Rimanda»."))
        return
    sentence = _("Invito mandato a %(email)s: vale due settimane.") % {"email": invitation.email}
    messages.success(request, " ".join(filter(None, (sentence, letters.mail_folder_note()))))
