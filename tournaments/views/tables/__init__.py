"""A table of a round: its seats, its foglio di gara, and the entering of its deals."""

from tournaments.views.tables.answers import accept, call, confirm, contest
from tournaments.views.tables.deals import deal, erase
from tournaments.views.tables.doors import by_code, by_officer
from tournaments.views.tables.pages import happened, page
from tournaments.views.tables.rulings import revoke, rule
from tournaments.views.tables.seats import end_substitution, substitute, withdraw
from tournaments.views.tables.tallies import count
from tournaments.views.tables.workers import service_worker

__all__ = [
    "accept",
    "by_code",
    "by_officer",
    "call",
    "confirm",
    "contest",
    "count",
    "deal",
    "end_substitution",
    "erase",
    "happened",
    "page",
    "revoke",
    "rule",
    "service_worker",
    "substitute",
    "withdraw",
]
