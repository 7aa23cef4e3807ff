"""What of the club everybody may read: the owner decides."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from club import publication
from club.access import Right
from club.forms import PublicationForm
from club.models import Club
from club.views.access import may, officers


@officers(Right.GIVE_ROLES)
def publication_page(request: HttpRequest, club: Club) -> HttpResponse:
    """The rule for those who gave no consent to their name, and the one for search engines."""
    form = PublicationForm(request.POST or None, instance=club)
    if request.method == "POST" and form.is_valid():
        publication.rules(club, **form.cleaned_data)
        messages.success(request, _("Salvato: le pagine pubbliche seguono da subito."))
        return redirect("club_publication", club.slug)
    context = {"club": club, **may(request), "form": form}
    return render(request, "club/publication.html", context, status=422 if form.is_bound else 200)
