"""Whether both sides of a table agree on a deal: confirmed or contested by the opponents, accepted by a
referee.

A side does not answer a deal that it wrote itself, and every answer names the version of the deal.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import log
from tournaments.actors import Actor
from tournaments.errors import InputRefused, TournamentError
from tournaments.live import live_feed
from tournaments.models import Deal, LogEntry, Match, Tournament
from tournaments.results.scores.deal_schema import facts_in, owners, place_of
from tournaments.results.scores.table_checks import (
    KEY_USED,
    locked_match,
    verify_open,
    verify_seen,
    verify_undecided,
)

CONFIRMED, CONTESTED = Deal.Agreement.CONFIRMED, Deal.Agreement.CONTESTED
ANSWER = (
    "agreement",
    "answered_by_name",
    "answered_at",
    "answered_version",
    "contest_reason",
    "same_device",
)


def ask_the_others(deal: Deal, by: Actor) -> None:
    """Marks the deal as waiting for the opponents if a side wrote it; a deal that an officer wrote needs no
    answer. The caller saves."""
    waits = bool(by.side) and deal.match.round.tournament.confirmation
    deal.entered_side = by.side
    deal.agreement = Deal.Agreement.WAITING if waits else CONFIRMED
    deal.answered_by_name, deal.answered_at, deal.answered_version, deal.contest_reason = "", None, None, ""
    deal.same_device = False


def answer(
    tournament: Tournament,
    match: Match,
    deal: Deal,
    agreement: Deal.Agreement,
    *,
    by: Actor,
    key: UUID | None = None,
    reason: str = "",
    act: str = "",
    wrote: Mapping[str, Any] | None = None,
    same_device: bool = False,
) -> None:
    """Stores and logs the answer of a side or of an officer; the caller holds the lock.

    `wrote` is the deal as the side entered it, where it confirms the stored deal by entering an equal one.
    `same_device` says that the side answered on another side's phone.
    """
    before = deal.agreement
    deal.agreement = agreement
    deal.answered_by_name, deal.answered_at, deal.answered_version = by.name, timezone.now(), deal.version
    deal.contest_reason = reason if agreement == CONTESTED else ""
    deal.same_device = same_device
    device = {"same_device": True} if same_device else {}
    logged = log.write(
        tournament,
        by,
        act or f"deal.{agreement.value}",
        subject=match.deal_subject(deal.number),
        before={"agreement": str(before)},
        after={"agreement": agreement.value, **device, **(wrote or {})},
        reason=reason,
        key=key,
        rows=[deal],
    )
    deal.version = logged.number
    deal.save(update_fields=[*ANSWER, "version"])


def is_other_camp(match: Match, deal: Deal, side: str) -> bool:
    """Whether the side played the deal against the side that entered it, or took no part in it.

    Sides that win and lose together, such as a caller and the called partner, may not confirm each other.
    """
    if not deal.entered_side:
        return True
    camps = _camps(match, deal)
    return camps.get(side, side) != camps.get(deal.entered_side, deal.entered_side)


def awaits_answer(match: Match, deal: Deal, side: str) -> bool:
    """Whether the side, or an officer where it is empty, may confirm or contest what others entered."""
    if deal.agreement == CONFIRMED or not match.round.tournament.confirmation:
        return False
    return deal.entered_side != side and is_other_camp(match, deal, side)


def may_still_contest(match: Match, deal: Deal, side: str) -> bool:
    """Whether the deal is confirmed by another side and this one, which played it, was never asked.

    One confirmation is enough; with three camps or more the others have neither entered nor confirmed it.
    """
    if not (side and deal.entered_side and deal.agreement == CONFIRMED):
        return False
    confirmed_by = {
        each for each in match.play.sides if Actor.at_table(match, each).name == deal.answered_by_name
    }
    if not confirmed_by:  # nobody, or an officer
        return False
    camps = _camps(match, deal)
    settled = {camps.get(each, each) for each in (deal.entered_side, *confirmed_by)}
    return side in camps and camps[side] not in settled


def _camps(match: Match, deal: Deal) -> dict[str, str]:
    """Each side that played the deal, with one letter for the sides that win and lose it together."""
    place = place_of(match, deal.number)
    return owners(place, facts_in(place, deal.entered))


@transaction.atomic
def confirm(
    match: Match,
    seen: Mapping[int, int],
    *,
    by: Actor,
    key: UUID | None = None,
    same_device: bool = False,
) -> list[Deal]:
    """The deals in `seen`, by number with the version seen, confirmed by the other side: all of them or none.

    A deal confirmed already stays so. `same_device` says that the side confirmed on another side's phone: the
    log and the referee's board show it. Raises Outdated for another version, TournamentError for one's own
    deal.
    """
    tournament, match = locked_match(match)
    if _was_sent(tournament, match, key, "deal.confirmed"):
        return _deals(match, seen)
    verify_open(tournament, match, may_correct=False, reason="")
    deals = _seen(match, seen)
    for deal in deals:
        _verify_other_side(match, deal, by)
        _verify_own_contest(deal, by)
    for deal in deals:
        if deal.agreement != CONFIRMED:
            answer(tournament, match, deal, CONFIRMED, by=by, key=key, same_device=same_device)
            key = None  # only the first line of the log takes the key
    live_feed.announce(tournament)
    return deals


@transaction.atomic
def contest(
    match: Match, seen: Mapping[int, int], *, by: Actor, reason: str, key: UUID | None = None
) -> list[Deal]:
    """The deals in `seen`, by number with the version seen, contested by the other side for the given
    `reason`: all of them or none. The referee sees it at once.

    Raises DealDecided for a deal of an officer or a confirmed one, unless this side may still contest it: a
    side calls the referee instead.
    """
    tournament, match = locked_match(match)
    if _was_sent(tournament, match, key, "deal.contested"):
        return _deals(match, seen)
    verify_open(tournament, match, may_correct=False, reason="")
    deals = _deals(match, seen)
    for deal in deals:
        if not may_still_contest(match, deal, by.side):
            verify_undecided(deal, by)
        _verify_figures_seen(deal, seen[deal.number])
        _verify_other_side(match, deal, by)
    if not reason.strip():
        raise InputRefused("reason-missing", _("Scrivi che cosa non torna: l'arbitro comincia da lì."))
    for deal in deals:
        answer(tournament, match, deal, CONTESTED, by=by, key=key, reason=reason.strip())
        key = None  # only the first line of the log takes the key
    live_feed.announce(tournament)
    return deals


@transaction.atomic
def accept(match: Match, seen: Mapping[int, int], *, by: Actor, reason: str = "") -> list[Deal]:
    """The deals, accepted by the referee as entered, even if contested."""
    tournament, match = locked_match(match)
    verify_open(tournament, match, may_correct=False, reason="")
    deals = _seen(match, seen)
    for deal in deals:
        if deal.agreement != CONFIRMED:
            answer(tournament, match, deal, CONFIRMED, by=by, reason=reason.strip(), act="deal.accepted")
    live_feed.announce(tournament)
    return deals


def _seen(match: Match, seen: Mapping[int, int]) -> list[Deal]:
    deals = _deals(match, seen)
    for deal in deals:
        _verify_figures_seen(deal, seen[deal.number])
    return deals


def _verify_figures_seen(deal: Deal, seen: int) -> None:
    """Raises Outdated for a version with other figures: a confirmation alone changes none."""
    if not (deal.agreement == CONFIRMED and deal.answered_version == seen):
        verify_seen(deal, seen, deal.number)


def _deals(match: Match, numbers: Any) -> list[Deal]:
    """The deals with those numbers. Raises InputRefused when one is missing."""
    deals = list(match.deals.filter(number__in=list(numbers)))
    missing = set(numbers) - {deal.number for deal in deals}
    if missing or not deals:
        raise InputRefused(
            "no-deal",
            _("La smazzata %(deal)s non è stata inserita.") % {"deal": min(missing, default=1)},
        )
    return deals


def _verify_own_contest(deal: Deal, by: Actor) -> None:
    """Refuses to confirm a deal that another player contests: at a table of three the opponents may
    disagree."""
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
    """Whether this key has answered already. Raises InputRefused when it was used for something else."""
    logged: LogEntry | None = tournament.log.filter(key=key).first() if key else None
    if logged is None:
        return False
    if logged.act != act or logged.subject["table"] != match.table:
        raise InputRefused("key-used", KEY_USED)
    return True
