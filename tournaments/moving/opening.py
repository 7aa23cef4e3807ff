"""The round that is to be changed, while it can be."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.models import Round, RoundState, Tournament


def opened(tournament: Tournament, turn: int, version: int | None) -> Round:
    """The round, while its tables can be changed. Raises Outdated for another version than the asker's."""
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
    round_ = found(tournament, turn)
    if round_.state == RoundState.SETTLED:
        raise TournamentError(
            "already-settled",
            _("Il turno %(turn)s è concluso: i suoi tavoli restano come si sono giocati.") % {"turn": turn},
        )
    if version is not None and version != round_.version:
        raise Outdated(
            "round-changed",
            _("I tavoli del turno %(turn)s sono cambiati intanto: guarda come sono adesso e ripeti.")
            % {"turn": turn},
            current=round_.version,
        )
    return round_


def found(tournament: Tournament, turn: int) -> Round:
    round_ = tournament.rounds.filter(number=turn).first()
    if round_ is None:
        raise TournamentError("no-round", _("Il turno %(turn)s non c'è: abbinalo prima.") % {"turn": turn})
    round_.tournament = tournament
    return round_


def is_sent_again(tournament: Tournament, key: UUID | None, subject: dict[str, Any]) -> bool:
    """Whether the key has already made this very change; refused when it has made another."""
    said = tournament.log.filter(key=key).first() if key else None
    if said is not None and said.subject != subject:
        raise InputRefused("key-used", _("Questa pagina ha già fatto uno spostamento: ricaricala e ripeti."))
    return said is not None
