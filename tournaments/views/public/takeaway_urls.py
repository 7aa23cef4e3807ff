"""The addresses of what people take away."""

from django.urls import path, register_converter

from tournaments.takeaway.formats import FORMATS
from tournaments.views.public import archives, calendar_feed, club_takeaway, takeaway


class EndingConverter:
    """The ending of a file: the formats there are."""

    regex = "|".join(FORMATS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(EndingConverter, "ending")
EVENING = "t/<slug:code>/scarica/"
TURN = f"{EVENING}turni/<int:turn>/"
SEASON = "circoli/<slug:slug>/stagioni/<int:season_id>/"
PLAYERS = "circoli/<slug:slug>/giocatori/"
PLAYER = f"{PLAYERS}<int:person_id>/"

urlpatterns = [
    path(EVENING, takeaway.page, name="takeaway"),
    path(f"{EVENING}classifica.<ending:ending>", takeaway.standings, name="take_standings"),
    path(f"{TURN}classifica.<ending:ending>", takeaway.standings, name="take_turn_standings"),
    path(
        f"{TURN}classifica/<int:version>.<ending:ending>", takeaway.standings, name="take_earlier_standings"
    ),
    path(f"{TURN}gironi.<ending:ending>", takeaway.gironi, name="take_gironi"),
    path(f"{EVENING}provvisoria.<ending:ending>", takeaway.provisional, name="take_provisional"),
    path(f"{EVENING}andamento.<ending:ending>", takeaway.race, name="take_race"),
    path(f"{TURN}tavoli.<ending:ending>", takeaway.seating, name="take_seating"),
    path(f"{TURN}risultati.<ending:ending>", takeaway.results, name="take_results"),
    path(f"{EVENING}coppie/<int:number>/smazzate.<ending:ending>", takeaway.deals, name="take_deals"),
    path(f"{EVENING}iscritti.<ending:ending>", takeaway.entries, name="take_entries"),
    path(f"{EVENING}banco/iscritti.<ending:ending>", takeaway.all_entries, name="take_all_entries"),
    path(f"{EVENING}banco/provvedimenti.<ending:ending>", takeaway.rulings, name="take_rulings"),
    path(f"{EVENING}banco/registro.<ending:ending>", takeaway.log, name="take_log"),
    path(f"{EVENING}banco/cassa.<ending:ending>", takeaway.cash, name="take_cash"),
    path(f"{EVENING}archivio/", archives.make, name="make_archive"),
    path(f"{EVENING}archivio.zip", archives.take, name="take_archive"),
    path(f"{SEASON}classifica.<ending:ending>", club_takeaway.season, name="take_season"),
    path(f"{SEASON}risultati.<ending:ending>", club_takeaway.season_results, name="take_season_results"),
    path(f"{PLAYERS}punteggi.<ending:ending>", club_takeaway.ratings, name="take_ratings"),
    path(f"{PLAYER}punteggio.<ending:ending>", club_takeaway.rating, name="take_rating"),
    path(f"{PLAYER}serate.<ending:ending>", club_takeaway.player_evenings, name="take_evenings"),
    path(f"{PLAYER}compagni.<ending:ending>", club_takeaway.player_partners, name="take_partners"),
    path(f"{PLAYER}avversari.<ending:ending>", club_takeaway.player_opponents, name="take_opponents"),
    path(f"{PLAYER}cifre.<ending:ending>", club_takeaway.player_figures, name="take_figures"),
    path(
        f"{PLAYER}contro/<int:other_id>/partite.<ending:ending>",
        club_takeaway.meetings,
        name="take_meetings",
    ),
    path("circoli/<slug:slug>/calendario.ics", calendar_feed.feed, name="calendar_feed"),
]
