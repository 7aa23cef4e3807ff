"""Who works for the club: the owner invites, gives and takes roles; anybody may leave."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club import invitations, roles, safety
from club.access import Right
from club.accounts import factors
from club.errors import ClubError
from club.forms import InvitationForm, RolesForm, SecondFactorForm
from club.models import Club, RoleKind, User
from club.roles_told import history
from club.views.access import may, officers
from club.views.invitations import write_to


@never_cache
@officers(Right.GIVE_ROLES)
def roles_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The officers with their roles, who is invited, the form that invites one more, what was done."""
    form = InvitationForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, club, form, status=422 if form.is_bound else 200)
    said = form.cleaned_data
    try:
        invitation, word = invitations.invite(club, **said, by=request.user)  # type: ignore[arg-type]
    except ClubError as refusal:
        return _refused(request, club, refusal, form)
    write_to(request, invitation, word)
    return redirect("club_roles", club.slug)


@require_POST
@officers(Right.GIVE_ROLES)
def assign(request: HttpRequest, club: Club, user_id: int) -> HttpResponse:
    """One officer's roles, as ticked."""
    user = get_object_or_404(User.objects.filter(roles__club=club).distinct(), pk=user_id)
    form = RolesForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Questo incarico non esiste: scegli fra quelli della pagina."))
        return _page(request, club, InvitationForm(), status=422)
    said = form.cleaned_data
    try:
        roles.assign(club, user, said["kinds"], by=request.user, was=said["was"] if said["based"] else None)  # type: ignore[arg-type]
    except ClubError as refusal:
        return _refused(request, club, refusal)
    messages.success(request, _("Incarichi di %(name)s salvati.") % {"name": user})
    mine = user == request.user and RoleKind.OWNER not in said["kinds"]
    return redirect("desk") if mine else redirect("club_roles", club.slug)


@require_POST
@officers(Right.GIVE_ROLES)
def second_factor(request: HttpRequest, club: Club) -> HttpResponse:
    """Whether the club asks it of its officers."""
    required = "requires_second_factor" in request.POST
    try:
        safety.require_second_factor(club, required=required, by=request.user)  # type: ignore[arg-type]
    except ClubError as refusal:
        return _refused(request, club, refusal)
    messages.success(
        request,
        _("Da adesso chi non ha un secondo fattore lo deve aggiungere prima di lavorare.")
        if required
        else _("Da adesso basta la password."),
    )
    return redirect("club_roles", club.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(*Right)
def leave(request: HttpRequest, club: Club) -> HttpResponse:
    """One's own roles given back, once one has said yes."""
    held = roles.held_by(club, request.user)  # type: ignore[arg-type]
    if request.method == "POST":
        roles.leave(club, request.user)  # type: ignore[arg-type]
        messages.success(request, _("Non lavori più per %(club)s.") % {"club": club})
        return redirect("account")
    context = {"club": club, **may(request), "held": [RoleKind(kind).label for kind in held]}
    return render(request, "club/leave.html", context)


def _refused(
    request: HttpRequest, club: Club, refusal: ClubError, form: InvitationForm | None = None
) -> HttpResponse:
    messages.error(request, str(refusal))
    return _page(request, club, form or InvitationForm(), status=409)


def _page(request: HttpRequest, club: Club, form: InvitationForm, *, status: int) -> HttpResponse:
    held = roles.officers(club)
    with_factor = factors.holders(officer for officer, _kinds in held)
    labels = dict(RoleKind.choices)
    invited = [(each, [labels[kind] for kind in each.kinds]) for each in club.invitations.all()]
    context = {
        "club": club,
        **may(request),
        "officers": [(officer, kinds, officer.pk in with_factor) for officer, kinds in held],
        "invited": invited,
        "kinds": RoleKind.choices,
        "form": form,
        "factor_form": SecondFactorForm(instance=club),
        "i_have_a_factor": request.user.pk in with_factor,
        "lines": history(club),
    }
    return render(request, "club/roles.html", context, status=status)
