"""What is shown of a tournament: the same serializers feed pages, paper and API.

The context key `full_names` tells whether names go out whole (officers, the table itself, the printed sheet)
or only with the person's consent (everybody else); it is off unless given.
"""

from tournaments.api.serializers.entries import EntrySerializer
from tournaments.api.serializers.results import ResultsSerializer, StandingsSerializer
from tournaments.api.serializers.rounds import DealSerializer, MatchSerializer, RoundSerializer
from tournaments.api.serializers.tournaments import TournamentSerializer

__all__ = [
    "DealSerializer",
    "EntrySerializer",
    "MatchSerializer",
    "ResultsSerializer",
    "RoundSerializer",
    "StandingsSerializer",
    "TournamentSerializer",
]
