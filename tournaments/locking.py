"""The one lock of a tournament, held by every verb that changes it, and the checks of verbs under it."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import Outdated, TournamentError
from tournaments.models import Tournament


def lock(tournament_id: int) -> Tournament:
    """The tournament, read again and locked until the transaction ends; refuses to run outside one.

    On SQLite the transaction itself is the lock (`transaction_mode` IMMEDIATE in the settings).
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("lock() needs a transaction around it")
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def verify_open(tournament: Tournament) -> None:
    """Raises TournamentError for a closed tournament."""
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))


def verify_version(tournament: Tournament, version: int | None) -> None:
    """Raises Outdated unless `version`, which the user saw, is the stored one; None is not checked."""
    if version is not None and version != tournament.version:
        raise Outdated(
            "tournament-changed",
            _("Il torneo è stato cambiato da un'altra persona: guarda com'è adesso e ripeti."),
            current=tournament.version,
        )
