"""The page of a club's sample evening: made to try everything, and thrown away."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import Right
from club.models import Club, SampleClub
from club.web import pages
from club.web.guards import OfficerRequest, form_page, officers
from tournaments.demo import sample


@form_page
@officers(Right.GIVE_ROLES)
def sample_evening(request: OfficerRequest, club: Club) -> HttpResponse:
    """Explains the sample evening and links to the one that exists; POST makes it and leads to it.

    In a sample club it redirects to the page of the club that the sample was made for.
    """
    if is_sample := SampleClub.objects.select_related("made_for").filter(club=club).first():
        return redirect("sample_evening", is_sample.made_for.slug)
    if request.method == "POST":
        made = sample.make(club, request.user)
        messages.success(request, _("La serata di prova è pronta: siete a metà del primo turno."))
        return redirect("rounds", made.code)
    existing = sample.sample_of(club)
    evening = existing.club.tournaments.order_by("pk").first() if existing else None
    return pages.page(request, club, "desk/tournaments/sample.html", {"there": existing, "evening": evening})


@require_POST
@officers(Right.GIVE_ROLES)
def throw_sample_away(request: OfficerRequest, club: Club) -> HttpResponse:
    """Deletes the sample; where there is none any more, only says so."""
    if sample.throw_away(club):
        messages.success(request, _("La serata di prova è buttata via: non ne resta niente."))
    else:
        messages.info(request, _("La serata di prova non c'è già più."))
    return redirect("sample_evening", club.slug)
