"""Two entries of an evening against each other."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from club.errors import NotFound
from tournaments import queries
from tournaments.core.careers import Played, Tally, tally
from tournaments.models import Entry, Tournament
from tournaments.players import match_history
from tournaments.presenters import Reading
from tournaments.presenters.tournaments import shown_entries
from tournaments.text.names import unknown_entry


@dataclass(frozen=True)
class EntriesDuel:
    """The names of two entries, and their matches as the first played them, the newest first."""

    one: str
    other: str
    tally: Tally
    meetings: list[Played]


def entries_duel(tournament: Tournament, number: int, other: int, reading: Reading) -> EntriesDuel:
    """Returns the matches between the two. Raises NotFound if one is unknown, or both are the same."""
    one, two = two_entries(tournament, number, other)
    met = match_history.matches_between(one, two, match_history.matches_of_entry(one))
    shown_one, shown_two = shown_entries([one, two], reading)
    seen = [each for _match, each in met]
    return EntriesDuel(shown_one.name, shown_two.name, tally(seen), seen[::-1])


def two_entries(tournament: Tournament, number: int, other: int) -> tuple[Entry, Entry]:
    """Returns both entries. Raises NotFound if one is unknown, or both are the same. Two queries."""
    if number == other:
        raise NotFound(_("Uno scontro diretto è fra due numeri diversi."))
    # Not `number__in`, which sends the database numbers that are too large for it.
    wanted = queries.entries(tournament).filter(Q(number=number) | Q(number=other))
    entries = {each.number: each for each in wanted}
    for each_number in (number, other):
        if each_number not in entries:
            raise NotFound(unknown_entry(tournament, each_number))
    return entries[number], entries[other]
