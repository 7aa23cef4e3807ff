"""Who works for the club: the owner gives and takes roles."""

from allauth.account.forms import ResetPasswordForm
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club import roles
from club.access import Right
from club.errors import ClubError
from club.forms import InvitationForm, RolesForm
from club.models import Club, RoleKind, User
from club.views.access import may, officers


@officers(Right.GIVE_ROLES)
def roles_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The officers with their roles, and the form that invites one more."""
    form = InvitationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _invited(request, club, form)
    return _page(request, club, form, status=422 if form.is_bound else 200)


def _invited(request: HttpRequest, club: Club, form: InvitationForm) -> HttpResponseRedirect:
    said = form.cleaned_data
    user, made = roles.invite(club, email=said["email"], name=said["name"], kinds=said["kinds"])
    if made:
        letter = ResetPasswordForm(data={"email": user.email})
        letter.is_valid()
        letter.save(request)
        messages.success(
            request, _("%(email)s riceve un'e-mail per scegliere la password.") % {"email": user.email}
        )
    else:
        messages.success(request, _("%(name)s ha i nuovi incarichi.") % {"name": user})
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
    try:
        roles.assign(club, user, form.cleaned_data["kinds"])
    except ClubError as refusal:
        messages.error(request, str(refusal))
        return _page(request, club, InvitationForm(), status=409)
    messages.success(request, _("Incarichi di %(name)s salvati.") % {"name": user})
    return redirect("club_roles", club.slug)


def _page(request: HttpRequest, club: Club, form: InvitationForm, *, status: int) -> HttpResponse:
    context = {
        "club": club,
        **may(request),
        "officers": roles.officers(club),
        "kinds": RoleKind.choices,
        "form": form,
    }
    return render(request, "club/roles.html", context, status=status)
