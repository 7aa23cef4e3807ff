from tournaments.models.call import Call
from tournaments.models.deal import Deal
from tournaments.models.entry import Entry, EntryPlayer
from tournaments.models.log import LogEntry
from tournaments.models.round import Match, Rest, Round, RoundState, Seat
from tournaments.models.ruling import OF_DEALS, OF_MATCHES, Article, Ruling, RulingEffect
from tournaments.models.snapshot import Snapshot
from tournaments.models.substitution import Substitution
from tournaments.models.tournament import Tournament

__all__ = [
    "OF_DEALS",
    "OF_MATCHES",
    "Article",
    "Call",
    "Deal",
    "Entry",
    "EntryPlayer",
    "LogEntry",
    "Match",
    "Rest",
    "Round",
    "RoundState",
    "Ruling",
    "RulingEffect",
    "Seat",
    "Snapshot",
    "Substitution",
    "Tournament",
]
