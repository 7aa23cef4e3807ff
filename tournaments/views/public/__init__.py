"""What everybody may look at, without an account: calendar, results, a pair's evening, the projector."""

from tournaments.views.public.calendar import club_page, home
from tournaments.views.public.duels import pairs_duel
from tournaments.views.public.pairs import pair
from tournaments.views.public.players import player, players_duel
from tournaments.views.public.projector import projector
from tournaments.views.public.provisional import provisional
from tournaments.views.public.race import race
from tournaments.views.public.ratings import rating, ratings
from tournaments.views.public.results import results
from tournaments.views.public.robots import robots
from tournaments.views.public.seasons import season, seasons

__all__ = [
    "club_page",
    "home",
    "pair",
    "pairs_duel",
    "player",
    "players_duel",
    "projector",
    "provisional",
    "race",
    "rating",
    "ratings",
    "results",
    "robots",
    "season",
    "seasons",
]
