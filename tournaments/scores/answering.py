"""The opponents' answer to what a side wrote: confirmed, contested; and the referee's, who accepts.

Nobody answers what they wrote themselves, and nobody answers unseen: an answer names the version it is about.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import live
from tournaments.actors import Actor
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import Deal, LogEntry, Match, Tournament
from tournaments.scores.agreement import CONFIRMED, CONTESTED, answer
from tournaments.scores.camps import is_other_camp
from tournaments.scores.entering import KEY_USED, held_match, verify_open, verify_seen


@transaction.atomic
def confirm(match: Match, seen: Mapping[int, int], *, by: Actor, key: UUID | None = None) -> list[Deal]:
    """The smazzate confirmed by the other side: all of `seen`, version by number, or none.

    What is confirmed already stays so. Raises Outdated for another version, TournamentError for one's own.
    """
    tournament, match = held_match(match)
    if _was_sent(tournament, match, key, "deal.confirmed"):
        return _deals(match, seen)
    verify_open(tournament, match, may_correct=False, reason="")
    deals = _seen(match, seen)
    for deal in deals:
        _verify_other_side(match, deal, by)
        _verify_own_contest(deal, by)
    for deal in deals:
        if deal.agreement != CONFIRMED:
            answer(tournament, match, deal, CONFIRMED, by=by, key=key)
            key = None  # a key is of one entry of the log: of the first
    live.announce(tournament)
    return deals


@transaction.atomic
def contest(
    match: Match, number: int, *, by: Actor, based_on: int, reason: str, key: UUID | None = None
) -> Deal:
    """The smazzata contested by the other side, for the `reason` given; the referee sees it at once."""
    tournament, match = held_match(match)
    if _was_sent(tournament, match, key, "deal.contested"):
        return _deals(match, [number])[0]
    verify_open(tournament, match, may_correct=False, reason="")
    (deal,) = _deals(match, [number])
    verify_seen(deal, based_on, number)
    _verify_other_side(match, deal, by)
    if not reason.strip():
        raise InputRefused("reason-missing", _("Scrivi che cosa non torna: l'arbitro comincia da lì."))
    answer(tournament, match, deal, CONTESTED, by=by, key=key, reason=reason.strip())
    live.announce(tournament)
    return deal


@transaction.atomic
def accept(match: Match, seen: Mapping[int, int], *, by: Actor, reason: str = "") -> list[Deal]:
    """The smazzate accepted by the referee as they are, whatever the sides say of them."""
    tournament, match = held_match(match)
    verify_open(tournament, match, may_correct=False, reason="")
    deals = _seen(match, seen)
    for deal in deals:
        if deal.agreement != CONFIRMED:
            answer(tournament, match, deal, CONFIRMED, by=by, reason=reason.strip(), act="deal.accepted")
    live.announce(tournament)
    return deals


def _seen(match: Match, seen: Mapping[int, int]) -> list[Deal]:
    deals = _deals(match, seen)
    for deal in deals:
        if not (deal.agreement == CONFIRMED and deal.answered_version == seen[deal.number]):
            verify_seen(deal, seen[deal.number], deal.number)
    return deals


def _deals(match: Match, numbers: Any) -> list[Deal]:
    """The smazzate of those numbers; InputRefused when one is not written."""
    deals = list(match.deals.filter(number__in=list(numbers)))
    missing = set(numbers) - {deal.number for deal in deals}
    if missing or not deals:
        raise InputRefused(
            "no-deal",
            _("La smazzata %(deal)s non è stata inserita.") % {"deal": min(missing, default=1)},
        )
    return deals


def _verify_own_contest(deal: Deal, by: Actor) -> None:
    """What one contests, another does not confirm over it: at a table of three they may not agree."""
    if by.side and deal.agreement == CONTESTED and deal.answered_by_name != by.name:
        raise TournamentError(
            "contested-by-another",
            _("La smazzata %(deal)s è contestata da un altro: decide l'arbitro.") % {"deal": deal.number},
        )


def _verify_other_side(match: Match, deal: Deal, by: Actor) -> None:
    if by.side and not is_other_camp(match, deal, by.side):
        raise TournamentError(
            "own-entry",
            _("La smazzata %(deal)s l'avete scritta voi: la confermano gli avversari.")
            % {"deal": deal.number},
        )


def _was_sent(tournament: Tournament, match: Match, key: UUID | None, act: str) -> bool:
    """Whether this key has answered already; InputRefused when it has served for something else."""
    said: LogEntry | None = tournament.log.filter(key=key).first() if key else None
    if said is None:
        return False
    if said.act != act or said.subject["table"] != match.table:
        raise InputRefused("key-used", KEY_USED)
    return True
