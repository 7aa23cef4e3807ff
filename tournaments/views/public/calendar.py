"""Which evenings there are: of every club, or of one."""

from datetime import timedelta

from django.core.paginator import Paginator
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from club import publication
from club.models import Club
from club.reaching import absolute
from scoring import GAMES
from tournaments.bookings import shown as bookings
from tournaments.models import Round, RoundState, Tournament

A_PAGE = 40


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The calendar of every club."""
    return _calendar(request, Tournament.objects.select_related("club"), None)


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The calendar of one club."""
    club = get_object_or_404(Club, slug=slug)
    response = _calendar(request, club.tournaments.select_related("club"), club)
    response[publication.ROBOTS] = publication.robots(is_indexed=club.is_indexed)
    return response


def _calendar(request: HttpRequest, tournaments: QuerySet[Tournament], club: Club | None) -> HttpResponse:
    """Under way and to come first, the nearest above; then what is past, newest above, a page at a time."""
    today = timezone.localdate()
    # An evening that goes on after midnight is still tonight's.
    tonight = Q(date__gte=today) | Q(date=today - timedelta(days=1), last_state__isnull=False)
    coming = Q(closed_at=None) & tonight
    now = timezone.now()
    shown = _with_last_round(tournaments)
    ahead = list(bookings.counted(shown.filter(coming), now).order_by("date", "starts_at", "id")[:A_PAGE])
    past = Paginator(shown.exclude(coming).order_by("-date", "-id"), A_PAGE)
    context = {
        "club": club,
        "today": today,
        "ahead": [(each, bookings.openness(each, now), GAMES[each.game].name) for each in ahead],
        "past": past.get_page(request.GET.get("pagina")),
        "subscribe": club and _to_subscribe(request, club),
    }
    return render(request, "public/calendar.html", context)


def _to_subscribe(request: HttpRequest, club: Club) -> str:
    """The feed's address as calendar programs take it for a subscription: webcal instead of http."""
    address = absolute(request, reverse("calendar_feed", args=[club.slug]))
    return f"webcal:{address.partition(':')[2]}"


def _with_last_round(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Each with `last_turn` and `last_state` of the newest turn that everybody may see."""
    announced = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=RoundState.DRAFT)
    newest = announced.order_by("-number")
    return tournaments.annotate(
        last_turn=Subquery(newest.values("number")[:1]), last_state=Subquery(newest.values("state")[:1])
    )
