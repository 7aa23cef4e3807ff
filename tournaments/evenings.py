"""Creating a tournament, changing what can still be changed, closing the evening."""

from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.models import Club
from tournaments import builds, live, log
from tournaments.actors import Actor
from tournaments.errors import Outdated, TournamentError
from tournaments.locking import lock
from tournaments.models import RoundState, Tournament

CHANGEABLE = (
    "name",
    "date",
    "venue",
    "turns",
    "turn_minutes",
    "rematches",
    "house_rule",
    "bye_policy",
    "confirmation",
)


@transaction.atomic
def create(club: Club, *, name: str, on: date, by: Actor, **fields: Any) -> Tournament:
    """A new tournament; what `fields` leaves out takes the Accademia's defaults."""
    tournament = Tournament.objects.create(club=club, name=name, date=on, **fields)
    lock(tournament.pk)
    log.write(tournament, by, "tournament.created", after={"name": name, "date": on.isoformat()})
    return tournament


@transaction.atomic
def change(tournament_id: int, *, by: Actor, version: int | None = None, **fields: Any) -> Tournament:
    """The tournament with `fields` changed; rules of the count only before the first result.

    `version` is the one the writer saw: another one in place raises Outdated.
    """
    tournament = lock(tournament_id)
    _refuse_closed(tournament)
    if version is not None and version != tournament.version:
        raise Outdated(
            "tournament-changed",
            _("Il torneo è stato cambiato da un'altra persona: guarda com'è adesso e ripeti."),
            current=tournament.version,
        )
    new = {name: value for name, value in fields.items() if value != getattr(tournament, name)}
    if "house_rule" in new and tournament.rounds.exclude(state=RoundState.DRAFT).exists():
        raise TournamentError("already-playing", _("La regola della grande non cambia a torneo iniziato."))
    last = tournament.rounds.order_by("-number").first()
    if last and new.get("turns", tournament.turns) < last.number:
        raise TournamentError(
            "turns-played",
            _("Il turno %(turn)s c'è già: i turni non possono essere meno.") % {"turn": last.number},
        )
    before = {name: str(getattr(tournament, name)) for name in new}
    for name, value in new.items():
        setattr(tournament, name, value)
    if new:
        tournament.version += 1
        tournament.save(update_fields=[*new, "version"])
        after = {name: str(value) for name, value in new.items()}
        log.write(tournament, by, "tournament.changed", before=before, after=after)
        live.announce(tournament)
    return tournament


@transaction.atomic
def close(tournament_id: int, *, by: Actor) -> Tournament:
    """The evening over: the classifica of the last settled round is final."""
    tournament = lock(tournament_id)
    _refuse_closed(tournament)
    if tournament.rounds.exclude(state=RoundState.SETTLED).exists():
        raise TournamentError(
            "round-open",
            _("C'è un turno ancora aperto: concludilo o buttane la bozza, poi chiudi il torneo."),
        )
    if not tournament.rounds.exists():
        raise TournamentError("nothing-played", _("Non si è ancora giocato nessun turno."))
    if not tournament.standings_are_current:
        builds.build(tournament.pk)  # nobody shall read an older classifica as the final one
        tournament.refresh_from_db()
    return _mark(tournament, by, closed=True)


@transaction.atomic
def reopen(tournament_id: int, *, by: Actor, reason: str) -> Tournament:
    """The tournament open again, to correct what was found late; the log keeps why."""
    tournament = lock(tournament_id)
    if tournament.closed_at is None:
        raise TournamentError("not-closed", _("Il torneo è già aperto."))
    return _mark(tournament, by, closed=False, reason=reason)


def _mark(tournament: Tournament, by: Actor, *, closed: bool, reason: str = "") -> Tournament:
    tournament.closed_at = timezone.now() if closed else None
    tournament.save(update_fields=["closed_at"])
    log.write(tournament, by, "tournament.closed" if closed else "tournament.reopened", reason=reason)
    live.announce(tournament)
    return tournament


def _refuse_closed(tournament: Tournament) -> None:
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
