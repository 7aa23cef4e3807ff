"""Pages to learn the games, open to everybody and without a club."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.presenters.heaps import counting
from tournaments.web.forms.deal.cards import TRICKS


@require_safe
def points_counter(request: HttpRequest) -> HttpResponse:
    """Shows the points counter: the device counts any heap that is tapped."""
    context = {
        "tricks": range(TRICKS + 1),
        "held": (),
        "grande": (),
        "heap_sides": [("A", _("Questo mazzo")), ("B", _("L'altro mazzo"))],
        "counting": counting(None, {"A": (), "B": ()}),
    }
    return render(request, "public/learn/points_counter.html", context)
