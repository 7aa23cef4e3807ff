"""The register as a list: of any day, of one kind of people, by a few letters."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from club import looks
from club.access import Right
from club.models import Club, Look
from club.register import reading
from club.register.reading import Kind
from club.views.access import officers
from club.views.register import pages

A_PAGE = 50


@require_safe
@officers(Right.KEEP_REGISTER)
def register_page(request: HttpRequest, club: Club) -> HttpResponse:
    """Fifty lines of the register: number, name, category, since when. Who is a member is theirs to know."""
    today = timezone.localdate()
    day, letters = pages.day_of(request, today), request.GET.get("q", "")
    asked = request.GET.get("mostra", "")
    kind = Kind(asked) if asked in Kind.values else Kind.MEMBERS
    book = reading.book(club)
    found = Paginator(reading.listed(club, kind, day, letters, book), A_PAGE).get_page(
        request.GET.get("pagina")
    )
    looks.note_list(club, request.user, found.object_list, Look.Page.REGISTER)  # type: ignore[arg-type]
    return pages.page(
        request,
        club,
        "register.html",
        rows=reading.rows(club, found.object_list, day, book),
        found=found,
        kind=kind,
        kinds=Kind.choices,
        day=day,
        is_past=day != today,
        letters=letters,
        query=urlencode({"q": letters, "mostra": kind.value, "giorno": day.isoformat()}),
    )
