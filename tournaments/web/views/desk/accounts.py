"""The money of a club in a year: the page with its sums, and the workbook for the accountant."""

from django.http import Http404, HttpResponse
from django.utils import timezone

from club.access import Right
from club.models import Club
from club.tables.files import workbook_file
from club.web import guards
from club.web import pages as club_pages
from club.web.guards import OfficerRequest, uncached_page
from club.web.views.exports import download
from tournaments.entries import accounts
from tournaments.entries.accounts import Period
from tournaments.exports.accounts_tables import accounts_tables, people_shown


@uncached_page
@guards.officers(Right.KEEP_REGISTER)
def show(request: OfficerRequest, club: Club, period: str = "") -> HttpResponse:
    """Shows income and expenses of a calendar year, by default the current one, or of a membership year."""
    context = {
        "accounts": accounts.accounts_of(club, _period(club, period)),
        "periods": accounts.periods(club),
    }
    return club_pages.page(request, club, "club/accounts.html", context)


@uncached_page
@guards.officers(Right.KEEP_REGISTER)
def workbook(request: OfficerRequest, club: Club, period: str) -> HttpResponse:
    """Returns the movements, each with its payer, and the sums, as an Excel file."""
    year = accounts.accounts_of(club, _period(club, period))
    tables = accounts_tables(club, year, timezone.localdate())
    return download(request, club, tables[0], workbook_file(tables), "xlsx", people_shown(year))


def _period(club: Club, key: str) -> Period:
    period = accounts.period_of(club, key or str(timezone.localdate().year))
    if period is None:
        raise Http404
    return period
