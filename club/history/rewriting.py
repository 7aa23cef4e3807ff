"""The only way in which the database lets the text of a log change: to remove the name of an erased person.

Triggers on `club_clublogentry` and `tournaments_logentry` refuse every DELETE and every UPDATE of a number, a
time, an author, an act, a key, a digest or a hash. They admit an UPDATE of `subject`, `before`, `after` and
`reason` only while there is a row in `club_logrewriting`, and an account's key only to become empty. The
triggers are in the migrations `club.0019_logs_stay` and `tournaments.0025_log_stays`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from club.models import LogRewriting


@contextmanager
def rewriting() -> Iterator[None]:
    """Lets the texts of log entries be rewritten inside; must be used in a transaction.

    The marker is deleted before the transaction ends: nobody else ever sees it.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("rewriting() needs a transaction around it")
    marker = LogRewriting.objects.create()
    yield
    marker.delete()
