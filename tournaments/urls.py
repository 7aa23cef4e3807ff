from django.urls import include, path

from tournaments.views import live, paper, public, tables
from tournaments.views.public import bookings, draws, my_booking

TABLE = "t/<slug:code>/turni/<int:turn>/tavoli/<int:table>/"
MINE = "iscrizione/<str:booking_word>/"
SHEET = "tavolo/<str:table_code>/"

urlpatterns = [
    path("", public.home, name="home"),
    path("robots.txt", public.robots, name="robots"),
    path("circoli/<slug:slug>/", public.club_page, name="club_page"),
    path("circoli/<slug:slug>/stagioni/", public.seasons, name="seasons"),
    path("circoli/<slug:slug>/stagioni/<int:season_id>/", public.season, name="season"),
    path("circoli/<slug:slug>/giocatori/", public.ratings, name="ratings"),
    path("circoli/<slug:slug>/giocatori/<int:person_id>/", public.player, name="player"),
    path("circoli/<slug:slug>/giocatori/<int:person_id>/punteggio/", public.rating, name="rating"),
    path(
        "circoli/<slug:slug>/giocatori/<int:person_id>/contro/<int:other_id>/",
        public.players_duel,
        name="players_duel",
    ),
    path("t/<slug:code>/iscriviti/", bookings.book, name="book"),
    path("t/<slug:code>/iscriviti/inviata/", bookings.sent, name="booking_sent"),
    path(MINE, my_booking.mine, name="booking"),
    path(f"{MINE}conferma/", my_booking.confirm, name="confirm_booking"),
    path(f"{MINE}compagno/", my_booking.change_partner, name="booking_partner"),
    path(f"{MINE}annulla/", my_booking.cancel, name="cancel_booking"),
    path(f"{MINE}proponi/<int:number>/", my_booking.propose, name="propose_partner"),
    path(f"{MINE}accetta/<int:number>/", my_booking.accept, name="accept_partner"),
    path("t/<slug:code>/", public.results, name="results"),
    path("t/<slug:code>/provvisoria/", public.provisional, name="provisional"),
    path("t/<slug:code>/coppie/<int:number>/", public.pair, name="pair"),
    path("t/<slug:code>/coppie/<int:number>/contro/<int:other>/", public.pairs_duel, name="pairs_duel"),
    path("t/<slug:code>/andamento/", public.race, name="race"),
    path("t/<slug:code>/proiettore/", public.projector, name="projector"),
    path("t/<slug:code>/eventi/", live.events, name="events"),
    path("t/<slug:code>/versione/", live.version, name="version"),
    path("t/<slug:code>/turni/<int:turn>/sorteggio/", draws.draw, name="draw_page"),
    path("t/<slug:code>/turni/<int:turn>/sorteggio.json", draws.draw_file, name="draw_file"),
    path("sorteggio/", draws.check_draw, name="check_draw"),
    path("", include("tournaments.views.public.takeaway_urls")),
    path("", include("tournaments.views.desk.urls")),
    # Paper
    path("t/<slug:code>/turni/<int:turn>/fogli.pdf", paper.score_sheets, name="score_sheets"),
    path("t/<slug:code>/classifica.pdf", paper.classifica, name="standings_pdf"),
    # A table, by its two doors; the worker that keeps the players' pages on their devices
    path("sw.js", tables.service_worker, name="service_worker"),
    path(f"{TABLE}", tables.by_officer(tables.page, renews=True), name="table"),
    path(f"{TABLE}smazzate/<int:number>/", tables.by_officer(tables.deal), name="table_deal"),
    path(f"{TABLE}smazzate/<int:number>/conto/", tables.by_officer(tables.count), name="table_count"),
    path(f"{TABLE}smazzate/<int:number>/togli/", tables.by_officer(tables.erase), name="table_erase"),
    path(f"{TABLE}provvedimento/", tables.by_officer(tables.rule), name="table_ruling"),
    path(
        f"{TABLE}provvedimenti/<int:number>/ritira/",
        tables.by_officer(tables.revoke, on_sheet=False),
        name="revoke_ruling",
    ),
    path(f"{TABLE}sostituzione/", tables.by_officer(tables.substitute), name="table_substitution"),
    path(
        f"{TABLE}sostituzioni/<int:number>/fine/",
        tables.by_officer(tables.end_substitution, on_sheet=False),
        name="end_substitution",
    ),
    path(f"{TABLE}storia/", tables.by_officer(tables.happened), name="table_history"),
    path(f"{TABLE}ritiro/", tables.by_officer(tables.withdraw), name="table_withdrawal"),
    path(f"{TABLE}accetta/", tables.by_officer(tables.accept), name="table_accept"),
    path(f"{SHEET}", tables.by_code(tables.page, renews=True), name="table_by_code"),
    path(f"{SHEET}conferma/", tables.by_code(tables.confirm), name="table_confirm_by_code"),
    path(f"{SHEET}arbitro/", tables.by_code(tables.call), name="table_call_by_code"),
    path(f"{SHEET}contesta/", tables.by_code(tables.contest), name="table_contest_by_code"),
    path(f"{SHEET}smazzate/<int:number>/", tables.by_code(tables.deal), name="table_deal_by_code"),
    path(f"{SHEET}smazzate/<int:number>/conto/", tables.by_code(tables.count), name="table_count_by_code"),
]
