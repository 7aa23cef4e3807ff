"""The one lock of a tournament: whoever changes rounds, deals or standings holds it."""

from django.db import transaction

from tournaments.models import Tournament


def lock(tournament_id: int) -> Tournament:
    """The tournament, fresh and held until the transaction ends; refuses to run outside one.

    On SQLite the transaction itself is the lock (`transaction_mode` IMMEDIATE in the settings).
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("lock() needs a transaction around it")
    return Tournament.objects.select_for_update().get(pk=tournament_id)
