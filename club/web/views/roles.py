"""Officers: the owner invites them and sets their roles; anybody may leave."""

from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from club.access import Right
from club.accounts import invitations, roles, second_factor_policy
from club.accounts.roles import role_history
from club.email_addresses import canonical
from club.errors import ClubError
from club.models import Club, RoleKind, User
from club.web import pages
from club.web.forms.accounts import InvitationForm, RolesForm, SecondFactorForm
from club.web.guards import OfficerRequest, form_page, officers
from club.web.views.invitations import send_invitation_letter, tell_of_roles


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
        invitation, word = invitations.invite(club, **cleaned, by=request.user)
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
