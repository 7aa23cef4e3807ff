"""PDFs: the fogli di gara of a round, the classifica."""

from functools import partial

from django.http import HttpRequest, HttpResponse

from club import publication
from club.access import Right
from club.reaching import absolute
from tournaments import printing
from tournaments.models import Tournament
from tournaments.views.access import everybody, officers


@officers(Right.ENTER_RESULTS)
def score_sheets(request: HttpRequest, tournament: Tournament, turn: int) -> HttpResponse:
    """Every table's foglio di gara; with names whole, because it lies on the players' own table."""
    pages = printing.score_sheets(tournament, turn, partial(absolute, request))
    response = _pdf(pages, f"fogli-{tournament.code}-{turn}.pdf")
    response["Cache-Control"] = "private, no-store"  # names whole, and codes that open tables
    return response


@everybody
def classifica(request: HttpRequest, tournament: Tournament) -> HttpResponse:  # noqa: ARG001
    """The classifica as the results page shows it."""
    response = _pdf(printing.classifica(tournament), f"classifica-{tournament.code}.pdf")
    response[publication.ROBOTS] = publication.robots(is_indexed=tournament.club.is_indexed)
    return response


def _pdf(pages: bytes, name: str) -> HttpResponse:
    response = HttpResponse(pages, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response
