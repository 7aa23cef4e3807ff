"""The tables of a club's public pages as files: its seasons, its players and their ratings."""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from club.tables.columns import Table
from tournaments import season_keeping
from tournaments.models import Season
from tournaments.takeaway import career_tables, rating_tables, season_tables
from tournaments.views.public.live_parts import PUBLIC
from tournaments.views.public.players import edition_of as players_edition_of
from tournaments.views.public.ratings import club_of, edition_of
from tournaments.views.public.takeaway import given

View = Callable[..., HttpResponseBase]


def _of_season(gather: Callable[..., Table], name: str) -> View:
    @require_safe
    def take(request: HttpRequest, slug: str, season_id: int, ending: str) -> HttpResponseBase:
        try:
            edition = season_keeping.edition_of(slug, season_id)
            return given(
                request,
                edition,
                ending,
                lambda: gather(season_keeping.found(slug, season_id), dict(PUBLIC)),
                name,
            )
        except Season.DoesNotExist:
            raise Http404(_("Il circolo non ha questa stagione.")) from None

    return take


def _of_ratings(gather: Callable[..., Table], name: str) -> View:
    @require_safe
    def take(request: HttpRequest, slug: str, ending: str, **of: int) -> HttpResponseBase:
        def table() -> Table:
            return gather(club_of(slug), dict(PUBLIC), *of.values())

        return given(request, edition_of(slug), ending, table, name, *of.values())

    return take


def _of_players(gather: Callable[..., Table], name: str) -> View:
    @require_safe
    def take(request: HttpRequest, slug: str, ending: str, **of: int) -> HttpResponseBase:
        club, edition = players_edition_of(slug)

        def table() -> Table:
            return gather(club, dict(PUBLIC), *of.values())

        return given(request, edition, ending, table, name, *of.values())

    return take


season = _of_season(season_tables.classifica, "season")
season_results = _of_season(season_tables.results, "season-results")
ratings = _of_ratings(rating_tables.ratings, "ratings")
rating = _of_ratings(rating_tables.rating, "rating")
player_evenings = _of_players(career_tables.evenings, "player-evenings")
player_partners = _of_players(career_tables.partners, "player-partners")
player_opponents = _of_players(career_tables.opponents, "player-opponents")
player_figures = _of_players(career_tables.figures, "player-figures")
meetings = _of_players(career_tables.meetings, "meetings")
