"""The database of an installation, before a command uses it."""

from django.core.management import CommandError, call_command

from club.backups.contents import verify_database
from club.errors import ClubError


def prepare_database() -> None:
    """Migrates the database, or says why this version cannot use it."""
    try:
        verify_database()
    except ClubError as refusal:
        raise CommandError(str(refusal)) from refusal
    call_command("migrate", verbosity=0, interactive=False)
