"""The addresses of the desk."""

from django.urls import path

from tournaments.views.desk import board, catalogue, entries, entry, log, rounds, tournaments

urlpatterns = [
    path("banco/", tournaments.desk, name="desk"),
    path("circoli/<slug:slug>/tornei/", tournaments.club_tournaments, name="club_tournaments"),
    path("circoli/<slug:slug>/tornei/nuovo/", tournaments.new, name="new_tournament"),
    path("circoli/<slug:slug>/provvedimenti/", catalogue.catalogue, name="catalogue"),
    path("circoli/<slug:slug>/provvedimenti/usuali/", catalogue.adopt, name="adopt_catalogue"),
    path("circoli/<slug:slug>/provvedimenti/<int:article_id>/uso/", catalogue.retire, name="retire_article"),
    path("t/<slug:code>/impostazioni/", tournaments.settings, name="settings_tournament"),
    path("t/<slug:code>/concludi/", tournaments.close, name="close_tournament"),
    path("t/<slug:code>/riapri/", tournaments.reopen, name="reopen_tournament"),
    path("t/<slug:code>/registro/", log.show, name="log"),
    path("t/<slug:code>/iscrizioni/", entries.desk, name="entries"),
    path("t/<slug:code>/iscrizioni/persone/", entries.people, name="entry_people"),
    path("t/<slug:code>/iscrizioni/presenti/", entries.check_in_all, name="check_in_all"),
    path("t/<slug:code>/iscrizioni/<int:number>/presente/", entry.check_in, name="check_in"),
    path("t/<slug:code>/iscrizioni/<int:number>/assente/", entry.check_out, name="check_out"),
    path("t/<slug:code>/iscrizioni/<int:number>/ritira/", entry.withdraw, name="withdraw"),
    path("t/<slug:code>/iscrizioni/<int:number>/rientra/", entry.back, name="return_entry"),
    path("t/<slug:code>/iscrizioni/<int:number>/togli/", entry.remove, name="remove_entry"),
    path("t/<slug:code>/iscrizioni/<int:number>/tavolo/", entry.table, name="fix_table"),
    path("t/<slug:code>/arbitro/", board.board, name="board"),
    path("t/<slug:code>/turni/<int:turn>/tempo/", board.extend, name="extend_turn"),
    path("t/<slug:code>/turni/<int:turn>/tavoli/<int:table>/arrivo/", board.go_there, name="answer_call"),
    path("t/<slug:code>/turni/", rounds.current, name="rounds"),
    path("t/<slug:code>/turni/abbina/", rounds.draw, name="draw"),
    path("t/<slug:code>/turni/<int:turn>/", rounds.one, name="round"),
    path("t/<slug:code>/turni/<int:turn>/pubblica/", rounds.publish, name="publish"),
    path("t/<slug:code>/turni/<int:turn>/gioca/", rounds.play, name="play"),
    path("t/<slug:code>/turni/<int:turn>/concludi/", rounds.settle, name="settle"),
    path("t/<slug:code>/turni/<int:turn>/rifai/", rounds.redraw, name="redraw"),
    path("t/<slug:code>/turni/<int:turn>/butta/", rounds.discard, name="discard"),
    path("t/<slug:code>/turni/<int:turn>/codici/", rounds.renew_codes, name="renew_codes"),
]
