"""The URLs of `/api/v1/`: the data and actions of the pages, for programs."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from club.api.urls import urlpatterns as club_urls
from tournaments.api.views import docs, results, rounds, seasons, tables, tournaments

app_name = "v1"

deals = [
    path("", tables.OneDeal.as_view(), name="deal"),
    path("answer/", tables.Answer.as_view(), name="answer"),
    path("count/", tables.Count.as_view(), name="count"),
    path("preview/", tables.CorrectionPreview.as_view(), name="correction-preview"),
]
at_table: list[URLPattern | URLResolver] = [
    path("", tables.OneTable.as_view(), name="table"),
    path("rulings/", tables.Rulings.as_view(), name="rulings"),
    path("rulings/preview/", tables.RulingPreview.as_view(), name="ruling-preview"),
    path("rulings/<int:number>/", tables.OneRuling.as_view(), name="ruling"),
    path("time-over/", tables.TimeOver.as_view(), name="time-over"),
    path("substitutions/", tables.Substitutions.as_view(), name="substitutions"),
    path("substitutions/<int:number>/", tables.OneSubstitution.as_view(), name="substitution"),
    path("deals/<int:number>/", include(deals)),
]
turns: list[URLPattern | URLResolver] = [
    path("", rounds.OneRound.as_view(), name="round"),
    path("publish/", rounds.Publishing.as_view(), name="publish"),
    path("play/", rounds.Playing.as_view(), name="play"),
    path("settle/", rounds.Settling.as_view(), name="settle"),
    path("renew-codes/", rounds.RenewingCodes.as_view(), name="renew-codes"),
    path("sheets/", rounds.Sheets.as_view(), name="sheets"),
    path("time-out/", tables.TimeOut.as_view(), name="time-out"),
    path("time-over/", tables.EndOfRound.as_view(), name="end-of-round"),
    path("moves/", rounds.Moves.as_view(), name="moves"),
    path("moves/weigh/", rounds.WeighingMove.as_view(), name="weigh-move"),
    path("moves/last/", rounds.LastMove.as_view(), name="last-move"),
    path("mend/", rounds.Mending.as_view(), name="mend"),
    path("mend/weigh/", rounds.WeighingMend.as_view(), name="weigh-mend"),
    path("tables/<int:table>/", include(at_table)),
]
tournament: list[URLPattern | URLResolver] = [
    path("", tournaments.OneTournament.as_view(), name="tournament"),
    path("close/", tournaments.Closing.as_view(), name="close"),
    path("reopen/", tournaments.Reopening.as_view(), name="reopen"),
    path("advice/", tournaments.Advice.as_view(), name="advice"),
    path("simulations/", tournaments.Simulations.as_view(), name="simulations"),
    path("simulations/<int:simulation_id>/", tournaments.OneSimulation.as_view(), name="simulation"),
    path("entries/", tournaments.Entries.as_view(), name="entries"),
    path("entries/all-present/", tournaments.AllPresent.as_view(), name="all-present"),
    path("entries/<int:number>/", tournaments.OneEntry.as_view(), name="entry"),
    path("entries/<int:number>/evening/", results.Evening.as_view(), name="evening"),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<int:turn>/", include(turns)),
    path("results/", results.Results.as_view(), name="results"),
    path("ranking/", tournaments.Ranking.as_view(), name="ranking"),
    path("standings/provisional/", results.Provisional.as_view(), name="provisional"),
    path("standings/", results.Standings.as_view(), name="standings"),
    path("log/", results.Log.as_view(), name="log"),
]
urlpatterns = [
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.Docs.as_view(), name="docs"),
    path("errors/", docs.errors, name="errors"),
    *club_urls,
    path("clubs/<slug:slug>/tournaments/", tournaments.TournamentsOfClub.as_view(), name="club-tournaments"),
    path("clubs/<slug:slug>/seasons/", seasons.Seasons.as_view(), name="seasons"),
    path("clubs/<slug:slug>/seasons/<int:season_id>/", seasons.OneSeason.as_view(), name="season"),
    path("clubs/<slug:slug>/ratings/", seasons.Ratings.as_view(), name="ratings"),
    path("clubs/<slug:slug>/ratings/<int:person_id>/", seasons.OneRating.as_view(), name="rating"),
    path("evening/", results.EveningNow.as_view(), name="evening-now"),
    path("tournaments/", tournaments.Tournaments.as_view(), name="tournaments"),
    path("tournaments/<slug:code>/", include(tournament)),
    # Last, and only with a final slash: to an address without one, Django first adds a slash and tries it.
    re_path(r"^(?:.*/)?$", docs.Nowhere.as_view()),
]
