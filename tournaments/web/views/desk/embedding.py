"""The owner's page of frames: which sites may show them, and the HTML to copy into a page."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from club.access import Right
from club.models import Club
from club.privacy import framing
from club.public_urls import letter_url
from club.web import pages
from club.web.guards import OfficerRequest, form_page, officers

#: How many evenings, and how many seasons and championships, are offered, the newest first.
MOST_EVENINGS, MOST_SEASONS = 3, 2


class FramesForm(forms.Form):
    """The sites that may show the club's results."""

    origins = forms.CharField(
        label=gettext_lazy("Siti che possono mostrarli, uno a riga"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "inputmode": "url"}),
        help_text=gettext_lazy("Come https://www.esempio.it. Senza, nessuno."),
    )


@dataclass(frozen=True)
class Snippet:
    """A frame: its title, its address, and the HTML that puts it into a page."""

    title: str
    address: str
    html: str


@form_page
@officers(Right.GIVE_ROLES)
def frames(request: OfficerRequest, club: Club) -> HttpResponse:
    """Changes the sites that may show the club's results, and shows the HTML of the frames."""
    form = FramesForm(request.POST or None, initial={"origins": club.frame_origins})
    if form.is_valid():
        with pages.refusals_on(form, {"origin-wrong": "origins", "origins-many": "origins"}):
            framing.set_origins(club, form.cleaned_data["origins"], by=request.user)
            messages.success(request, _("Salvato: i riquadri seguono da subito."))
            return redirect("club_frames", club.slug)
    return pages.page(request, club, "club/frames.html", form=form, snippets=_snippets(request, club))


def _snippets(request: HttpRequest, club: Club) -> list[Snippet]:
    """Returns the frames of the calendar, the last seasons, championships and evenings. Three queries."""
    snippets = [_snippet(request, _("Il calendario"), reverse("embedded_calendar", args=[club.slug]))]
    for season in club.seasons.all()[:MOST_SEASONS]:
        snippets.append(
            _snippet(request, season.name, reverse("embedded_season", args=[club.slug, season.pk]))
        )
    for championship in club.championships.all()[:MOST_SEASONS]:
        path = reverse("embedded_championship", args=[club.slug, championship.code])
        snippets.append(_snippet(request, championship.name, path))
    for evening in club.tournaments.order_by("-date", "-pk")[:MOST_EVENINGS]:
        results, standings = (
            reverse(name, args=[evening.code]) for name in ("embedded_results", "embedded_standings")
        )
        snippets.append(_snippet(request, _("%(evening)s, tutto") % {"evening": evening.name}, results))
        snippets.append(
            _snippet(request, _("%(evening)s, la classifica") % {"evening": evening.name}, standings)
        )
    return snippets


def _snippet(request: HttpRequest, title: str, path: str) -> Snippet:
    address = letter_url(request, f"{path}?lingua={get_language()}")
    html = format_html(
        '<iframe src="{}" title="{}" width="100%" height="700" loading="lazy" style="border: 0"></iframe>',
        address,
        title,
    )
    return Snippet(title, address, html)
