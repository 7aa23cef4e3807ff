"""The URLs of `/api/v1/`: the data and actions of the pages, for programs."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from club.api.urls import urlpatterns as club_urls
from club.web.guards import takes_files
from tournaments.api.club_urls import urlpatterns as of_club
from tournaments.api.views import (
    boards,
    bookings,
    cash,
    docs,
    draws,
    entry_acts,
    evening_acts,
    files,
    jobs,
    own_bookings,
    referee,
    results,
    rounds,
    sheets,
    stream,
    tables,
    tournaments,
)
from tournaments.pairing.draw_checks import MOST_BYTES

app_name = "v1"

deals = [
    path("", tables.OneDeal.as_view(), name="deal"),
    path("answer/", tables.Answer.as_view(), name="answer"),
    path("count/", tables.Count.as_view(), name="count"),
    path("preview/", tables.CorrectionPreview.as_view(), name="correction-preview"),
]
at_table: list[URLPattern | URLResolver] = [
    path("", tables.OneTable.as_view(), name="table"),
    path("sheet/", sheets.TableSheet.as_view(), name="sheet"),
    path("call/", referee.TableCall.as_view(), name="call"),
    path("call/answer/", referee.AnsweringCall.as_view(), name="answer-call"),
    path("history/", referee.TableHistory.as_view(), name="table-history"),
    path("withdrawal/", referee.TableWithdrawal.as_view(), name="table-withdrawal"),
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
    path("redraw/", evening_acts.Redrawing.as_view(), name="redraw"),
    path("draw/", draws.Draw.as_view(), name="draw"),
    path("draw.json", draws.DrawFile.as_view(), name="draw-file"),
    path("sheets/", sheets.RoundSheets.as_view(), name="sheets"),
    path("papers/sheets.pdf", files.RoundPaper.as_view(), name="round-paper"),
    path("files/<slug:file>.<slug:ending>", files.RoundFile.as_view(), name="round-file"),
    path("time-out/", tables.TimeOut.as_view(), name="time-out"),
    path("time-over/", tables.EndOfRound.as_view(), name="end-of-round"),
    path("moves/", rounds.Moves.as_view(), name="moves"),
    path("moves/weigh/", rounds.WeighingMove.as_view(), name="weigh-move"),
    path("moves/last/", rounds.LastMove.as_view(), name="last-move"),
    path("mend/", rounds.Mending.as_view(), name="mend"),
    path("mend/weigh/", rounds.WeighingMend.as_view(), name="weigh-mend"),
    path("tables/<int:table>/", include(at_table)),
]
entry: list[URLPattern | URLResolver] = [
    path("", tournaments.OneEntry.as_view(), name="entry"),
    path("evening/", results.Evening.as_view(), name="evening"),
    path("against/<int:other>/", entry_acts.EntriesDuel.as_view(), name="entries-duel"),
    path("fee/", entry_acts.EntryFee.as_view(), name="entry-fee"),
    path("phone/", entry_acts.EntryPhone.as_view(), name="entry-phone"),
    path("players/", entry_acts.EntryPlayers.as_view(), name="entry-players"),
    path("players/<int:person_id>/", entry_acts.OneEntryPlayer.as_view(), name="entry-player"),
    path("players/<int:person_id>/name-consent/", entry_acts.NameConsent.as_view(), name="name-consent"),
    path("files/deals.<slug:ending>", files.EntryFile.as_view(), name="entry-file"),
    path("picture.png", files.EntryPicture.as_view(), name="entry-picture"),
]
booked: list[URLPattern | URLResolver] = [
    path("", bookings.Bookings.as_view(), name="bookings"),
    path("terms/", bookings.BookingTerms.as_view(), name="booking-terms"),
    path("accept-all/", bookings.AcceptingBookings.as_view(), name="accept-bookings"),
    path("join/", bookings.JoiningBookings.as_view(), name="join-bookings"),
    path("<int:number>/", bookings.OneBooking.as_view(), name="booking"),
    path("<int:number>/accept/", bookings.AcceptingBooking.as_view(), name="accept-booking"),
    path("<int:number>/confirm/", bookings.ConfirmingBooking.as_view(), name="confirm-booking"),
]
money: list[URLPattern | URLResolver] = [
    path("", cash.Cash.as_view(), name="cash"),
    path("lines/", cash.CashLines.as_view(), name="cash-lines"),
    path("lines/<int:number>/", cash.OneCashLine.as_view(), name="cash-line"),
    path("dues/", cash.CashDues.as_view(), name="cash-dues"),
    path("count/", cash.CashCounting.as_view(), name="cash-count"),
    path("reopen/", cash.ReopeningCash.as_view(), name="reopen-cash"),
]
own_booking: list[URLPattern | URLResolver] = [
    path("", own_bookings.OwnBooking.as_view(), name="own-booking"),
    path("confirm/", own_bookings.ConfirmingOwnBooking.as_view(), name="confirm-own-booking"),
    path("partner/", own_bookings.OwnPartner.as_view(), name="own-partner"),
    path("propose/<int:number>/", own_bookings.ProposingPartner.as_view(), name="propose-partner"),
    path("accept/<int:number>/", own_bookings.AcceptingPartner.as_view(), name="accept-partner"),
]
tournament: list[URLPattern | URLResolver] = [
    path("", tournaments.OneTournament.as_view(), name="tournament"),
    path("close/", tournaments.Closing.as_view(), name="close"),
    path("reopen/", tournaments.Reopening.as_view(), name="reopen"),
    path("call-off/", evening_acts.CallingOff.as_view(), name="call-off"),
    path("hold/", evening_acts.Holding.as_view(), name="hold"),
    path("choose-format/", evening_acts.ChoosingFormat.as_view(), name="choose-format"),
    path("prizes/", evening_acts.Prizes.as_view(), name="prizes"),
    path("race/", evening_acts.Race.as_view(), name="race"),
    path("boards/", boards.Boards.as_view(), name="boards"),
    path("boards/sets/<int:of_set>/cards/", boards.BoardCards.as_view(), name="board-cards"),
    path("files/", files.Files.as_view(), name="files"),
    path("files/<slug:file>.<slug:ending>", files.EveningFile.as_view(), name="file"),
    path("papers/<slug:paper>.pdf", files.Paper.as_view(), name="paper"),
    path("picture.png", files.Picture.as_view(), name="picture"),
    path("archive/", jobs.ArchiveJob.as_view(), name="archive"),
    path("archive.zip", jobs.ArchiveFile.as_view(), name="archive-file"),
    path("advice/", tournaments.Advice.as_view(), name="advice"),
    path("simulations/", tournaments.Simulations.as_view(), name="simulations"),
    path("simulations/<int:simulation_id>/", tournaments.OneSimulation.as_view(), name="simulation"),
    path("entries/", tournaments.Entries.as_view(), name="entries"),
    path("entries/all-present/", tournaments.AllPresent.as_view(), name="all-present"),
    path("entries/bulk/", entry_acts.BulkEntries.as_view(), name="bulk-entries"),
    path("entries/list/", entry_acts.ReadList.as_view(), name="read-list"),
    path("entries/seed-from-season/", entry_acts.SeedFromSeason.as_view(), name="seed-from-season"),
    path("entries/<int:number>/", include(entry)),
    path("scan/", entry_acts.Scan.as_view(), name="scan"),
    path("bookings/", include(booked)),
    path("cash/", include(money)),
    path("board/", referee.Board.as_view(), name="board"),
    path("calls/", referee.Calls.as_view(), name="calls"),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<int:turn>/", include(turns)),
    path("results/", results.Results.as_view(), name="results"),
    path("ranking/", tournaments.Ranking.as_view(), name="ranking"),
    path("standings/provisional/", results.Provisional.as_view(), name="provisional"),
    path("standings/", results.Standings.as_view(), name="standings"),
    path("log/", results.Log.as_view(), name="log"),
    path("events/", stream.events, name="events"),
]
urlpatterns = [
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.Docs.as_view(), name="docs"),
    path("errors/", docs.Errors.as_view(), name="errors"),
    # Before the addresses of `club`, some of which match any name.
    *of_club,
    *club_urls,
    path("bookings/<str:booking_word>/", include(own_booking)),
    path("cards/<str:card_word>/evening/", own_bookings.EveningByCard.as_view(), name="evening-by-card"),
    path("draws/check/", takes_files(MOST_BYTES)(draws.CheckDraw.as_view()), name="check-draw"),
    path("evening/", results.EveningNow.as_view(), name="evening-now"),
    path("tournaments/", tournaments.Tournaments.as_view(), name="tournaments"),
    path("tournaments/<slug:code>/", include(tournament)),
    # Last, and only with a final slash or as a file: to other addresses Django first appends a slash.
    re_path(r"^(?:.*/|.*\.[^/]*)?$", docs.Nowhere.as_view()),
]
