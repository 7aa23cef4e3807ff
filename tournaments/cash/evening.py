"""The cash book of a tournament, begun by the first line written in it."""

from django.db import transaction

from club.models import CashBook
from tournaments.locking import lock


@transaction.atomic
def book_of(tournament_id: int) -> CashBook:
    """The book; a new one where nothing was written yet. It locks the tournament, and no club after it yet:
    tournament first, club second is the order of every verb that needs both."""
    tournament = lock(tournament_id)
    if tournament.cash_book is None:
        tournament.cash_book = CashBook.objects.create(club_id=tournament.club_id)
        tournament.save(update_fields=["cash_book"])
    return tournament.cash_book
