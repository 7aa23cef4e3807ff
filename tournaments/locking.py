"""The one lock of a tournament, held by every verb that changes its rounds, deals or standings."""

from django.db import transaction

from tournaments.models import Tournament


def lock(tournament_id: int) -> Tournament:
    """The tournament, read again and locked until the transaction ends; refuses to run outside one.

    On SQLite the transaction itself is the lock (`transaction_mode` IMMEDIATE in the settings).
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("lock() needs a transaction around it")
    return Tournament.objects.select_for_update().get(pk=tournament_id)
