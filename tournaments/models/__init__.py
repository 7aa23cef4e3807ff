from tournaments.models.booking import Booking, BookingLetter, CalendarRules, Proposal
from tournaments.models.championship import (
    Championship,
    DateProposal,
    Fixture,
    LineUp,
    LineUpPlayer,
    Team,
    TeamPenalty,
    TeamPlayer,
)
from tournaments.models.deal import Deal
from tournaments.models.entry import Entry, EntryPlayer, FeePayment, PushSubscription, Substitution
from tournaments.models.rating import ClubRatings, RatingPoint
from tournaments.models.round import Match, Rest, Round, RoundState, Seat, Snapshot
from tournaments.models.ruling import OF_DEALS, OF_ENTRIES, OF_MATCHES, Article, Call, Ruling, RulingEffect
from tournaments.models.season import Season, SeasonEvening, SeasonMember
from tournaments.models.sliced_work import Archive, ArchiveFile, Simulation
from tournaments.models.tournament import LogEntry, Tournament

__all__ = [
    "OF_DEALS",
    "OF_ENTRIES",
    "OF_MATCHES",
    "Archive",
    "ArchiveFile",
    "Article",
    "Booking",
    "BookingLetter",
    "CalendarRules",
    "Call",
    "Championship",
    "ClubRatings",
    "DateProposal",
    "Deal",
    "Entry",
    "EntryPlayer",
    "FeePayment",
    "Fixture",
    "LineUp",
    "LineUpPlayer",
    "LogEntry",
    "Match",
    "Proposal",
    "PushSubscription",
    "RatingPoint",
    "Rest",
    "Round",
    "RoundState",
    "Ruling",
    "RulingEffect",
    "Season",
    "SeasonEvening",
    "SeasonMember",
    "Seat",
    "Simulation",
    "Snapshot",
    "Substitution",
    "Team",
    "TeamPenalty",
    "TeamPlayer",
    "Tournament",
]
