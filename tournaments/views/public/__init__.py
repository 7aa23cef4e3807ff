"""What everybody may look at, without an account: calendar, results, a pair's evening, the projector."""

from tournaments.views.public.calendar import club_page, home
from tournaments.views.public.pairs import pair
from tournaments.views.public.projector import projector
from tournaments.views.public.results import results

__all__ = ["club_page", "home", "pair", "projector", "results"]
