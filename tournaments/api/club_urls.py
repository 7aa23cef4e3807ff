"""The URLs of `/api/v1/` about a club's seasons, championships, players, rulings, calendar and money."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api.views import (
    bookings,
    captains,
    cash,
    championship_fixtures,
    championship_teams,
    championships,
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
team = [
    path("", championship_teams.OneTeam.as_view(), name="championship-team"),
    path("players/", championship_teams.TeamPlayers.as_view(), name="team-players"),
    path("players/<int:person_id>/", championship_teams.OneTeamPlayer.as_view(), name="team-player"),
    path("captain-code/", championship_teams.CaptainCode.as_view(), name="captain-code"),
    path("penalties/", championship_teams.TeamPenalties.as_view(), name="team-penalties"),
]
fixture = [
    path("", championship_fixtures.OneFixture.as_view(), name="championship-fixture"),
    path("line-ups/", championship_fixtures.FixtureLineUps.as_view(), name="line-ups"),
    path("prepare/", championship_fixtures.PreparingFixture.as_view(), name="prepare-fixture"),
    path("forfeit/", championship_fixtures.ForfeitingFixture.as_view(), name="forfeit-fixture"),
    path("approve/", championship_fixtures.ApprovingFixture.as_view(), name="approve-fixture"),
    path("report.pdf", files.FixtureReport.as_view(), name="fixture-report"),
]
championship: list[URLPattern | URLResolver] = [
    path("", championships.OneChampionship.as_view(), name="championship"),
    path("close/", championships.ClosingChampionship.as_view(), name="close-championship"),
    path("reopen/", championships.ReopeningChampionship.as_view(), name="reopen-championship"),
    path("draw/", championships.DrawingCalendar.as_view(), name="championship-calendar"),
    path("play-off/", championships.DrawingPlayOff.as_view(), name="championship-play-off"),
    path("teams/", championship_teams.Teams.as_view(), name="championship-teams"),
    path("teams/<int:number>/", include(team)),
    path("penalties/<int:penalty_id>/", championship_teams.OneTeamPenalty.as_view(), name="team-penalty"),
    path("fixtures/<int:fixture_id>/", include(fixture)),
    path(
        "files/<slug:championship_file>.<slug:ending>",
        files.ChampionshipFile.as_view(),
        name="championship-file",
    ),
]
captain = [
    path("", captains.Captain.as_view(), name="captain"),
    path("fixtures/<int:fixture_id>/line-up/", captains.CaptainLineUp.as_view(), name="captain-line-up"),
    path("fixtures/<int:fixture_id>/date/", captains.CaptainProposal.as_view(), name="captain-date"),
    path(
        "fixtures/<int:fixture_id>/confirmation/",
        captains.CaptainConfirmation.as_view(),
        name="captain-confirmation",
    ),
    path("fixtures/<int:fixture_id>/contest/", captains.CaptainContest.as_view(), name="captain-contest"),
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
    path("championships/", championships.Championships.as_view(), name="championships"),
    path("championships/<slug:championship_code>/", include(championship)),
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
urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/<slug:slug>/", include(of_club)),
    path("captains/<str:captain_code>/", include(captain)),
]
