"""An evening that will not be: called off before it begins, and perhaps held after all."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import live, log
from tournaments.actors import Actor
from tournaments.bookings import announcing
from tournaments.errors import TournamentError
from tournaments.locking import lock
from tournaments.models import RoundState, Tournament


@transaction.atomic
def call_off(tournament_id: int, *, by: Actor, reason: str) -> Tournament:
    """The evening called off; it stays in the calendar and says so. Refused once tables are announced."""
    tournament = lock(tournament_id)
    if tournament.called_off_at:
        raise TournamentError("called-off", _("Il torneo è già annullato."))
    if tournament.rounds.exclude(state=RoundState.DRAFT).exists():
        raise TournamentError(
            "already-begun",
            _("Il torneo è già cominciato: non si annulla più. Concludilo, vale quello che si è giocato."),
        )
    return _mark(tournament, by, is_off=True, reason=reason)


@transaction.atomic
def hold(tournament_id: int, *, by: Actor, reason: str) -> Tournament:
    """The evening held after all."""
    tournament = lock(tournament_id)
    if tournament.called_off_at is None:
        raise TournamentError("not-called-off", _("Il torneo non è annullato."))
    return _mark(tournament, by, is_off=False, reason=reason)


def _mark(tournament: Tournament, by: Actor, *, is_off: bool, reason: str) -> Tournament:
    tournament.called_off_at = timezone.now() if is_off else None
    # Calendars take the change because the version is another.
    tournament.version += 1
    tournament.save(update_fields=["called_off_at", "version"])
    log.write(tournament, by, "tournament.called-off" if is_off else "tournament.held", reason=reason)
    announcing.called_off(tournament, is_off=is_off, reason=reason)
    live.announce(tournament)
    return tournament
