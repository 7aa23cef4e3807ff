"""The lock of a club: every change to its register, dues, receipts or roles holds it."""

from django.db import transaction

from club.models import Club


def lock(club_id: int) -> Club:
    """The club, freshly read and locked until the transaction ends; raises outside a transaction.

    On SQLite the transaction itself is the lock (`transaction_mode` IMMEDIATE in the settings).
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("lock() needs a transaction around it")
    return Club.objects.select_for_update().get(pk=club_id)
