"""The URLs that are open to everybody without an account."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from tournaments.exports.formats import FORMATS
from tournaments.web.views import live_stream
from tournaments.web.views.public import (
    boards,
    bookings,
    calendar,
    captains,
    championships,
    draws,
    embedding,
    exports,
    learning,
    players,
    projector,
    results,
)


class EndingConverter(StringConverter):
    """The ending of a file in an address: one of the export formats."""

    regex = "|".join(FORMATS)


register_converter(EndingConverter, "ending")

CLUB = "circoli/<slug:slug>/"
SEASON = f"{CLUB}stagioni/<int:season_id>/"
CHAMPIONSHIP = f"{CLUB}campionati/<slug:championship_code>/"
CAPTAIN = "squadra/<str:captain_code>/"
CAPTAIN_FIXTURE = f"{CAPTAIN}incontri/<int:fixture_id>/"
PLAYERS = f"{CLUB}giocatori/"
PLAYER = f"{PLAYERS}<int:person_id>/"
MINE = "iscrizione/<str:booking_word>/"
EVENING = "t/<slug:code>/"
FILES = f"{EVENING}scarica/"
FILES_OF_ROUND = f"{FILES}turni/<int:turn>/"
OFFICERS_FILES_OF_ROUND = f"{FILES}banco/turni/<int:turn>/"

urlpatterns = [
    path("", calendar.home, name="home"),
    path("robots.txt", calendar.robots, name="robots"),
    path("manifest.webmanifest", calendar.manifest, name="manifest"),
    # To learn the games
    path("impara/", learning.index, name="learn"),
    path("impara/conta/", learning.points_counter, name="points_counter"),
    path("impara/glossario/", learning.glossary, name="glossary"),
    path("impara/regole/<slug:game>/", learning.rules, name="rules"),
    path("impara/esercizi/", learning.new_exercise, name="new_exercise"),
    path("impara/esercizi/<slug:asked>/", learning.new_exercise, name="new_exercise_of"),
    path("impara/esercizi/<slug:asked>/<int:seed>/", learning.exercise, name="exercise"),
    path("impara/smazzata/", learning.new_deal, name="new_learn_deal"),
    path("impara/smazzata/<slug:game>/", learning.new_deal, name="new_learn_deal_of"),
    path("impara/smazzata/<slug:game>/<int:seed>/", learning.deal, name="learn_deal"),
    path("incorpora/t/<slug:code>/", embedding.results, name="embedded_results"),
    path("incorpora/t/<slug:code>/classifica/", embedding.standings, name="embedded_standings"),
    path("incorpora/circoli/<slug:slug>/", embedding.calendar, name="embedded_calendar"),
    path("incorpora/circoli/<slug:slug>/stagioni/<int:season_id>/", embedding.season, name="embedded_season"),
    path(
        "incorpora/circoli/<slug:slug>/campionati/<slug:championship_code>/",
        embedding.championship,
        name="embedded_championship",
    ),
    path(CLUB, calendar.club_page, name="club_page"),
    path(f"{CLUB}stagioni/", calendar.seasons, name="seasons"),
    path(SEASON, calendar.season, name="season"),
    path(f"{CLUB}campionati/", championships.championships, name="championships"),
    path(CHAMPIONSHIP, championships.championship, name="championship"),
    path(f"{CHAMPIONSHIP}squadre/<int:number>/", championships.team, name="championship_team"),
    path(f"{CHAMPIONSHIP}incontri/<int:fixture_id>/", championships.fixture, name="championship_fixture"),
    # The captain of a team, by the team's link
    path(CAPTAIN, captains.captain, name="captain"),
    path(f"{CAPTAIN_FIXTURE}formazione/", captains.line_up, name="captain_line_up"),
    path(f"{CAPTAIN_FIXTURE}data/", captains.propose_date, name="captain_date"),
    path(f"{CAPTAIN_FIXTURE}data/risposta/", captains.answer_date, name="captain_answer"),
    path(f"{CAPTAIN_FIXTURE}referto/", captains.confirm_report, name="captain_confirm"),
    path(f"{CAPTAIN_FIXTURE}referto/contesta/", captains.contest_report, name="captain_contest"),
    path(PLAYERS, players.ratings, name="ratings"),
    path(f"{PLAYERS}cerca/", players.search, name="player_search"),
    path(PLAYER, players.player, name="player"),
    path(f"{PLAYER}punteggio/", players.rating, name="rating"),
    path(f"{PLAYER}contro/<int:other_id>/", players.players_duel, name="players_duel"),
    # The pictures beside shared links
    path(f"{EVENING}immagine.png", exports.evening_picture, name="evening_picture"),
    path(f"{EVENING}coppie/<int:number>/immagine.png", exports.entry_picture, name="entry_picture"),
    path(f"{SEASON}immagine.png", exports.season_picture, name="season_picture"),
    path(f"{PLAYER}immagine.png", exports.player_picture, name="player_picture"),
    # Entering an evening from a phone
    path(f"{EVENING}iscriviti/", bookings.book, name="book"),
    path(f"{EVENING}iscriviti/inviata/", bookings.sent, name="booking_sent"),
    path(MINE, bookings.own_booking, name="booking"),
    path(f"{MINE}conferma/", bookings.confirm, name="confirm_booking"),
    path(f"{MINE}compagno/", bookings.change_partner, name="booking_partner"),
    path(f"{MINE}annulla/", bookings.cancel, name="cancel_booking"),
    path(f"{MINE}proponi/<int:number>/", bookings.propose, name="propose_partner"),
    path(f"{MINE}accetta/<int:number>/", bookings.accept, name="accept_partner"),
    # An evening, live
    path(EVENING, results.results, name="results"),
    path(f"{EVENING}turno/<int:number>/", results.public_round, name="public_round"),
    path(f"{EVENING}posti/", results.seats, name="seats"),
    path(f"{EVENING}provvisoria/", results.provisional, name="provisional"),
    path(f"{EVENING}coppie/<int:number>/", players.pair, name="pair"),
    path(f"{EVENING}coppie/<int:number>/contro/<int:other>/", players.pairs_duel, name="pairs_duel"),
    path(f"{EVENING}andamento/", results.race, name="race"),
    path(f"{EVENING}smazzate/", boards.boards, name="boards"),
    path(f"{EVENING}smazzate/<int:number>/", boards.board, name="board_compared"),
    path(f"{EVENING}smazzate.pdf", boards.paper, name="boards_pdf"),
    path(f"{EVENING}proiettore/", projector.projector, name="projector"),
    path(f"{EVENING}eventi/", live_stream.events, name="events"),
    path(f"{EVENING}versione/", live_stream.version, name="version"),
    # Draws to check
    path(f"{EVENING}turni/<int:turn>/sorteggio/", draws.draw, name="draw_page"),
    path(f"{EVENING}turni/<int:turn>/sorteggio.json", draws.draw_file, name="draw_file"),
    path("sorteggio/", draws.check_draw, name="check_draw"),
    # Files and paper
    path(f"{EVENING}turni/<int:turn>/fogli.pdf", exports.score_sheets, name="score_sheets"),
    path(f"{EVENING}classifica.pdf", exports.standings_pdf, name="standings_pdf"),
    path(FILES, exports.exports_page, name="takeaway"),
    path(f"{FILES}classifica.<ending:ending>", exports.standings, name="take_standings"),
    path(f"{FILES_OF_ROUND}classifica.<ending:ending>", exports.standings, name="take_turn_standings"),
    path(
        f"{FILES_OF_ROUND}classifica/<int:version>.<ending:ending>",
        exports.standings,
        name="take_earlier_standings",
    ),
    path(f"{FILES}sfida.<ending:ending>", exports.challenge, name="take_challenge"),
    path(f"{FILES_OF_ROUND}gironi.<ending:ending>", exports.groups, name="take_gironi"),
    path(f"{FILES}provvisoria.<ending:ending>", exports.provisional, name="take_provisional"),
    path(f"{FILES}andamento.<ending:ending>", exports.race, name="take_race"),
    path(f"{FILES_OF_ROUND}tavoli.<ending:ending>", exports.seating, name="take_seating"),
    path(f"{FILES_OF_ROUND}posti-per-nome.<ending:ending>", exports.seats_by_name, name="take_seats_by_name"),
    path(
        f"{FILES_OF_ROUND}posti-per-numero.<ending:ending>",
        exports.seats_by_number,
        name="take_seats_by_number",
    ),
    path(f"{FILES_OF_ROUND}risultati.<ending:ending>", exports.results, name="take_results"),
    path(f"{FILES}coppie/<int:number>/smazzate.<ending:ending>", exports.deals, name="take_deals"),
    path(f"{FILES}iscritti.<ending:ending>", exports.entries, name="take_entries"),
    path(f"{FILES}banco/iscritti.<ending:ending>", exports.all_entries, name="take_all_entries"),
    path(f"{FILES}banco/classifica.<ending:ending>", exports.all_standings, name="take_all_standings"),
    path(f"{FILES}banco/provvisoria.<ending:ending>", exports.all_provisional, name="take_all_provisional"),
    path(f"{FILES}banco/andamento.<ending:ending>", exports.all_places, name="take_all_race"),
    path(
        f"{OFFICERS_FILES_OF_ROUND}classifica.<ending:ending>",
        exports.all_standings,
        name="take_all_turn_standings",
    ),
    path(f"{OFFICERS_FILES_OF_ROUND}gironi.<ending:ending>", exports.all_groups, name="take_all_gironi"),
    path(f"{OFFICERS_FILES_OF_ROUND}tavoli.<ending:ending>", exports.all_seating, name="take_all_seating"),
    path(
        f"{OFFICERS_FILES_OF_ROUND}posti-per-nome.<ending:ending>",
        exports.all_seats_by_name,
        name="take_all_seats_by_name",
    ),
    path(f"{OFFICERS_FILES_OF_ROUND}risultati.<ending:ending>", exports.all_results, name="take_all_results"),
    path(f"{FILES}banco/provvedimenti.<ending:ending>", exports.rulings, name="take_rulings"),
    path(f"{FILES}banco/registro.<ending:ending>", exports.log, name="take_log"),
    path(f"{FILES}banco/cassa.<ending:ending>", exports.cash, name="take_cash"),
    path(f"{FILES}archivio/", exports.make_archive, name="make_archive"),
    path(f"{FILES}archivio.zip", exports.archive, name="take_archive"),
    path(f"{CHAMPIONSHIP}classifica.<ending:ending>", exports.championship, name="take_championship"),
    path(
        f"{CHAMPIONSHIP}calendario.<ending:ending>",
        exports.championship_calendar,
        name="take_championship_calendar",
    ),
    path(
        f"{CHAMPIONSHIP}giocatori.<ending:ending>",
        exports.championship_players,
        name="take_championship_players",
    ),
    path(f"{CHAMPIONSHIP}coppie.<ending:ending>", exports.championship_pairs, name="take_championship_pairs"),
    path(f"{SEASON}classifica.<ending:ending>", exports.season, name="take_season"),
    path(f"{SEASON}risultati.<ending:ending>", exports.season_results, name="take_season_results"),
    path(f"{PLAYERS}punteggi.<ending:ending>", exports.ratings, name="take_ratings"),
    path(f"{PLAYER}punteggio.<ending:ending>", exports.rating, name="take_rating"),
    path(f"{PLAYER}serate.<ending:ending>", exports.player_evenings, name="take_evenings"),
    path(f"{PLAYER}compagni.<ending:ending>", exports.player_partners, name="take_partners"),
    path(f"{PLAYER}avversari.<ending:ending>", exports.player_opponents, name="take_opponents"),
    path(f"{PLAYER}cifre.<ending:ending>", exports.player_figures, name="take_figures"),
    path(
        f"{PLAYER}contro/<int:other_id>/partite.<ending:ending>",
        exports.meetings,
        name="take_meetings",
    ),
    path(f"{CLUB}calendario.ics", calendar.feed, name="calendar_feed"),
]
