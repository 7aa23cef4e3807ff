"""What the evenings brought in and paid out, year by year."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.access import Right
from club.models import Club
from club.views.access import may, officers
from tournaments.cash import years


@never_cache
@require_safe
@officers(Right.KEEP_REGISTER)
def year(request: HttpRequest, club: Club, year: int | None = None) -> HttpResponse:
    """The evenings of a year, this one if none is said, each with its sums."""
    known = years.years(club)
    told = years.year_of(club, year or (known[0] if known else timezone.localdate().year))
    context = {"club": club, **may(request), "years": known, "told": told}
    return render(request, "club/cash_years.html", context)
