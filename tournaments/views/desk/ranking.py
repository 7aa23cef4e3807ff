"""The page on which an organiser says how the classifica is made."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.access import Right
from tournaments import ranking
from tournaments.api.serializers.ranking import RankingSerializer
from tournaments.errors import TournamentError
from tournaments.forms.ranking import RankingForm
from tournaments.models import RoundState, Tournament
from tournaments.refusals import status_of
from tournaments.views.access import officers
from tournaments.views.desk import pages


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@officers(Right.RUN_EVENING)
def choose(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ordered criteria, the scale, the table and the rest; a preset's button takes its criteria."""
    form = RankingForm(request.POST or None, tournament=tournament)
    if request.method != "POST" or not form.is_valid():
        return _page(request, tournament, form, 422 if form.errors else 200)
    try:
        ranking.choose(tournament.pk, by=pages.actor(request), **form.chosen())
    except TournamentError as refusal:
        form.add_error("reason" if refusal.code == "reason-missing" else None, str(refusal))
        return _page(request, tournament, form, status_of(refusal) or 409)
    messages.success(request, _("La classifica si fa così da adesso."))
    return pages.go("ranking", tournament.code)


def _page(request: HttpRequest, tournament: Tournament, form: RankingForm, status: int) -> HttpResponse:
    told = RankingSerializer(tournament).data
    return pages.page(
        request,
        tournament,
        "ranking.html",
        "settings",
        status=status,
        form=form,
        ranking=told,
        presets=[(key, name, key == told["preset"]) for key, name in ranking.NAMES.items()],
        settled=tournament.rounds.filter(state=RoundState.SETTLED).exists(),
    )
