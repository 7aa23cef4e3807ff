"""The database of an installation, before a command uses it."""

from django.core.management import CommandError

from club.backups import upgrading
from club.backups.upgrading import Tell, Upgraded
from club.errors import ClubError


def prepare_database(tell: Tell = lambda _sentence: None) -> Upgraded:
    """Brings the database to this version, as `upgrading.upgrade`, or says why this version cannot use it."""
    try:
        return upgrading.upgrade(tell)
    except ClubError as refusal:
        raise CommandError(str(refusal)) from refusal
