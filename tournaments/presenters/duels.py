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
    """The names of two entries, and their matches from the side of the first, the newest first."""

    one: str
    other: str
    tally: Tally
    meetings: list[Played]


def entries_duel(tournament: Tournament, number: int, other: int, reading: Reading) -> EntriesDuel:
    """The matches between the two. Raises NotFound where one is unknown, or they are the same."""
    one, two = two_entries(tournament, number, other)
    met = match_history.matches_between(one, two, match_history.matches_of_entry(one))
    shown_one, shown_two = shown_entries([one, two], reading)
    seen = [each for _match, each in met]
    return EntriesDuel(shown_one.name, shown_two.name, tally(seen), seen[::-1])


def two_entries(tournament: Tournament, number: int, other: int) -> tuple[Entry, Entry]:
    """Both entries. Raises NotFound where one is unknown, or they are the same. Two queries."""
    if number == other:
        raise NotFound(_("Uno scontro diretto è fra due numeri diversi."))
    # Not `number__in`, which passes numbers on that are too large for the database.
    wanted = queries.entries(tournament).filter(Q(number=number) | Q(number=other))
    entries = {each.number: each for each in wanted}
    for each_number in (number, other):
        if each_number not in entries:
            raise NotFound(unknown_entry(tournament, each_number))
    return entries[number], entries[other]
