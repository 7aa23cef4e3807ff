"""The one lock of a club: whoever changes its register, dues, receipts or roles holds it."""

from django.db import transaction

from club.models import Club


def lock(club_id: int) -> Club:
    """The club, fresh and held until the transaction ends; refuses to run outside one.

    On SQLite the transaction itself is the lock (`transaction_mode` IMMEDIATE in the settings).
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("lock() needs a transaction around it")
    return Club.objects.select_for_update().get(pk=club_id)
