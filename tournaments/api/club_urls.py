"""The URLs of `/api/v1/` about a club's seasons, players, rulings, calendar and money."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api.views import (
    bookings,
    cash,
    files,
    players,
    referee,
    season_acts,
    seasons,
    tournaments,
)

season = [
    path("", season_acts.SeasonToWrite.as_view(), name="season"),
    path("final/", season_acts.SeasonFinal.as_view(), name="season-final"),
    path("files/<slug:file>.<slug:ending>", files.SeasonFile.as_view(), name="season-file"),
    path("picture.png", files.SeasonPicture.as_view(), name="season-picture"),
]
player = [
    path("", players.OnePlayer.as_view(), name="player"),
    path("rating-objection/", players.RatingObjection.as_view(), name="rating-objection"),
    path("against/<int:other_id>/", players.PlayersDuel.as_view(), name="players-duel"),
    path("against/<int:other_id>/files/meetings.<slug:ending>", files.DuelFile.as_view(), name="duel-file"),
    path("files/<slug:player_file>.<slug:ending>", files.PlayerFile.as_view(), name="player-file"),
    path("picture.png", files.PlayerPicture.as_view(), name="player-picture"),
]
of_club: list[URLPattern | URLResolver] = [
    path("tournaments/", tournaments.TournamentsOfClub.as_view(), name="club-tournaments"),
    path("calendar.ics", files.CalendarFeed.as_view(), name="calendar"),
    path("calendar/rules/", bookings.Calendar.as_view(), name="calendar-rules"),
    path("articles/", referee.Articles.as_view(), name="articles"),
    path("articles/usual/", referee.UsualArticles.as_view(), name="usual-articles"),
    path("articles/<int:article_id>/", referee.OneArticle.as_view(), name="article"),
    path("seasons/", season_acts.SeasonsToWrite.as_view(), name="seasons"),
    path("seasons/<int:season_id>/", include(season)),
    path("ratings/", seasons.Ratings.as_view(), name="ratings"),
    path("ratings/rules/", season_acts.RatingRules.as_view(), name="rating-rules"),
    path("ratings/<int:person_id>/", seasons.OneRating.as_view(), name="rating"),
    path("files/ratings.<slug:ending>", files.RatingsFile.as_view(), name="club-file"),
    path("players/", players.Players.as_view(), name="players"),
    path("players/<int:person_id>/", include(player)),
    path("cash/", cash.CashYears.as_view(), name="cash-years"),
    path("cash/<int:year>/", cash.CashYear.as_view(), name="cash-year"),
    path("accounts/", cash.AccountsPeriods.as_view(), name="accounts"),
    path("accounts/<slug:period>/", cash.Accounts.as_view(), name="accounts-of"),
    path("accounts/<slug:period>.xlsx", files.AccountsFile.as_view(), name="accounts-file"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("clubs/<slug:slug>/", include(of_club))]
