"""The referee's board, with tables that need the referee first, and the club's catalogue of rulings."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from club.access import Right
from club.models import Club
from club.queries import first_or_not_found
from club.web import guards
from club.web import pages as club_pages
from club.web.guards import OfficerRequest, form_page, uncached_page
from tournaments import queries
from tournaments.errors import TournamentError
from tournaments.models import Article, Match, Tournament
from tournaments.presenters.referee_board import board_context
from tournaments.results import calls
from tournaments.results import catalogue as catalogue_service
from tournaments.results.catalogue import adopt_base_catalogue, missing
from tournaments.rounds import time_outs
from tournaments.web.forms.reasons import version_in
from tournaments.web.forms.referee import ArticleForm
from tournaments.web.views.access import officers
from tournaments.web.views.desk import pages

TIME_OUT_MINUTES = 5


@uncached_page
@officers(Right.ENTER_RESULTS)
def board(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows the board.

    htmx polls with the version `seen`, and gets 204 while neither the data nor the minute changes.
    """
    version = f"{queries.live_version(tournament)}.{timezone.now():%H%M}"
    if pages.is_fragment(request) and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    template = "desk/referee/board_tables.html" if pages.is_fragment(request) else "desk/referee/board.html"
    shown = board_context(tournament)
    return pages.page(request, tournament, template, "board", shown, board_version=version)


@uncached_page
@officers(Right.ENTER_RESULTS)
def open_calls(request: OfficerRequest, tournament: Tournament) -> HttpResponse:
    """Shows which tables call the referee or contest a deal, for the badge of the desk's pages.

    htmx polls with the calls and contests `seen`, and gets 204 while they are the same.
    """
    waiting, contested = list(calls.open_calls(tournament)), list(calls.open_contests(tournament))
    marks = [*(str(call.pk) for call in waiting), *(f"{deal.pk}.{deal.version}" for deal in contested)]
    seen = "-".join(marks)
    if pages.is_fragment(request) and request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    matches = [*(call.match for call in waiting), *(deal.match for deal in contested)]
    tables = list(dict.fromkeys(match.table for match in matches))
    return pages.page(request, tournament, "desk/referee/calls.html", "board", tables=tables, seen=seen)


@require_POST
@officers(Right.ENTER_RESULTS)
def answer_call(request: OfficerRequest, tournament: Tournament, turn: int, table: int) -> HttpResponse:
    """Records that an officer is going to the table that called."""
    rounds = queries.visible_rounds(tournament).filter(number=turn)
    matches = Match.objects.filter(round__in=rounds, table=table).select_related("round")
    match = first_or_not_found(matches, _("In questo turno quel tavolo non c'è."))
    calls.answer(match, by=pages.actor(request))
    return pages.go("board", tournament.code)


@require_POST
@officers(Right.CORRECT_RESULTS)
def extend(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponse:
    """Adds five minutes to the round being played."""
    seen = version_in(request.POST, "extra_minutes") or 0
    time_outs.extend(tournament.pk, turn, TIME_OUT_MINUTES, by=pages.actor(request), seen=seen)
    return pages.go("board", tournament.code)


@require_POST
@officers(Right.CORRECT_RESULTS)
def end_turn(request: OfficerRequest, tournament: Tournament, turn: int) -> HttpResponse:
    """Ends by the clock all matches of the round that lack deals."""
    without_deals = time_outs.end_round(tournament.pk, turn, by=pages.actor(request))
    messages.success(request, _("Tempo scaduto: i tavoli sanno con quale smazzata finiscono."))
    if without_deals:
        sentence = ngettext(
            "Al tavolo %(tables)s non è scritta nessuna smazzata: "
            "quante contano lo dice il foglio, o la pagina del tavolo.",
            "Ai tavoli %(tables)s non è scritta nessuna smazzata: "
            "quante contano lo dice il foglio, o la pagina del tavolo.",
            len(without_deals),
        )
        messages.warning(request, sentence % {"tables": ", ".join(map(str, without_deals))})
    return pages.go("board", tournament.code)


# The club's catalogue of rulings.


@form_page
@guards.officers(Right.CORRECT_RESULTS)
def catalogue(request: OfficerRequest, club: Club) -> HttpResponse:
    """Lists the articles in use and the retired ones, with a form for a new one."""
    form = ArticleForm(request.POST or None, instance=Article(club=club))
    if form.is_valid():
        with club_pages.refusals_on(form):
            catalogue_service.add(club, **form.cleaned_data)
            messages.success(request, _("L'articolo è nel catalogo."))
            return pages.go("catalogue", club.slug)
    shown = {"articles": club.articles.all(), "missing": missing(club)}
    return club_pages.page(request, club, "desk/referee/catalogue.html", shown, form=form)


@require_POST
@guards.officers(Right.CORRECT_RESULTS)
def adopt(_request: OfficerRequest, club: Club) -> HttpResponse:
    """Adds the usual articles to the catalogue."""
    adopt_base_catalogue(club)
    return pages.go("catalogue", club.slug)


@require_POST
@guards.officers(Right.CORRECT_RESULTS)
def retire(request: OfficerRequest, club: Club, article_id: int) -> HttpResponse:
    """Retires an article, or takes it into use again, as `retired` says; its rulings stay."""
    sentence = _("Questo articolo non è nel catalogo del circolo.")
    article = first_or_not_found(club.articles.filter(pk=article_id), sentence)
    try:
        catalogue_service.retire(article, retired=request.POST.get("retired") != "no")
    except TournamentError as refusal:
        messages.error(request, str(refusal))
    return pages.go("catalogue", club.slug)
