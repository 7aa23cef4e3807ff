"""Bodies that the API takes: their shape only (400). What the rules or the state refuse, verbs do."""

from tournaments.api.bodies.deals import EnteredDealBody, WrittenDealBody
from tournaments.api.bodies.entries import ChangedEntryBody, EntryBody
from tournaments.api.bodies.people import PersonBody
from tournaments.api.bodies.rounds import DrawBody, VersionBody
from tournaments.api.bodies.tokens import CredentialsBody
from tournaments.api.bodies.tournaments import ChangedTournamentBody, ReopeningBody, TournamentBody

__all__ = [
    "ChangedEntryBody",
    "ChangedTournamentBody",
    "CredentialsBody",
    "DrawBody",
    "EnteredDealBody",
    "EntryBody",
    "PersonBody",
    "ReopeningBody",
    "TournamentBody",
    "VersionBody",
    "WrittenDealBody",
]
