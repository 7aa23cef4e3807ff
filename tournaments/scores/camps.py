"""Who plays against whom in a smazzata: nobody confirms what those they win and lose with have written."""

from tournaments.models import Deal, Match
from tournaments.scores.places import place_of
from tournaments.scores.shapes import facts_in, owners


def is_other_camp(match: Match, deal: Deal, side: str) -> bool:
    """Whether the side played the smazzata against the one that wrote it, or watched it."""
    if not deal.entered_side:
        return True
    place = place_of(match, deal.number)
    camps = owners(place, facts_in(place, deal.entered))
    return camps.get(side, side) != camps.get(deal.entered_side, deal.entered_side)
