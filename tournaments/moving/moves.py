"""Making a change by hand, and taking it back."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actors import Actor
from tournaments.draws import Swap
from tournaments.draws.by_hand import MENDED
from tournaments.errors import TournamentError
from tournaments.locking import lock
from tournaments.models import Round, Tournament
from tournaments.moving import laying, opening
from tournaments.moving.keeping import keep
from tournaments.moving.laying import Laid
from tournaments.moving.weighing import Weighing, require_reason, swapped, weighing_of


@transaction.atomic
def move(
    tournament_id: int,
    turn: int,
    swap: Swap,
    *,
    by: Actor,
    version: int | None = None,
    reason: str = "",
    key: UUID | None = None,
) -> Round:
    """The round with that change made and kept. A `key` serves once: sending it again is sending it once.

    Raises Outdated when the tables are not those of `version`, InputRefused for a change that cannot be and
    where the reason is missing, TournamentError once a table has its first smazzata.
    """
    tournament = lock(tournament_id)
    subject = {"turn": turn, "first": swap.first, "second": swap.second}
    if opening.is_sent_again(tournament, key, subject):
        return opening.found(tournament, turn)
    round_ = opening.opened(tournament, turn, version)
    laid = laying.read(round_)
    after = swapped(round_, laid, swap)
    weighing = weighing_of(round_, laid, laid.given, after)
    require_reason(weighing, reason)
    was = _was(laid, weighing)
    laying.store(round_, laid, laid.given, after, reasons=laid.reasons)
    made = {"swap": swap.as_json(), "reason": reason.strip(), "cost": weighing.cost.as_json(), "was": was}
    round_.moves = [*round_.moves, made]
    changed = "round.tables-swapped" if swap.kind == "tables" else "round.dealer-changed"
    act = "round.moved" if swap.kind == "entries" else changed
    return keep(weighing, by=by, act=act, subject=subject, reason=reason, key=key)


def last_move(tournament: Tournament, turn: int) -> dict[str, Any]:
    """The change by hand that `undo` would take back. Raises TournamentError where it would refuse."""
    return _last_of(opening.opened(tournament, turn, None))


def _last_of(round_: Round) -> dict[str, Any]:
    if not round_.moves or round_.moves[-1]["swap"] == MENDED:
        raise TournamentError(
            "nothing-to-undo",
            _("Al turno %(turn)s non c'è uno spostamento da annullare: per ripartire, rifai l'abbinamento.")
            % {"turn": round_.number},
        )
    last: dict[str, Any] = round_.moves[-1]
    return last


@transaction.atomic
def undo(
    tournament_id: int,
    turn: int,
    *,
    by: Actor,
    version: int | None = None,
    reason: str = "",
    key: UUID | None = None,
) -> Round:
    """The round without the last change made by hand. Tables already announced need a reason."""
    tournament = lock(tournament_id)
    subject = {"turn": turn}
    if opening.is_sent_again(tournament, key, subject):
        return opening.found(tournament, turn)
    round_ = opening.opened(tournament, turn, version)
    last = _last_of(round_)
    laid = laying.read(round_)
    after = swapped(round_, laid, _inverse(last))
    weighing = weighing_of(round_, laid, laid.given, after)
    if round_.is_announced:
        require_reason(weighing, reason)
    reasons = {_meeting(each["sides"]): each["reason"] for each in last["was"]["reasons"]}
    laying.store(round_, laid, laid.given, after, reasons={**laid.reasons, **reasons})
    round_.moves = round_.moves[:-1]
    return keep(weighing, by=by, act="round.move-undone", subject=subject, reason=reason, key=key)


def _was(laid: Laid, weighing: Weighing) -> dict[str, Any]:
    """What taking a change back needs: why those met who do not any more, and who dealt first."""
    return {
        "reasons": [
            {"sides": [list(side) for side in table.sides], "reason": laid.matches[table.number].reason}
            for table in weighing.before
        ],
        "dealers": {str(table.number): table.first_dealer for table in weighing.before},
    }


def _inverse(move: dict[str, Any]) -> Swap:
    """The change that takes the move back."""
    swap = Swap.from_json(move["swap"])
    if swap.kind != "dealer":
        return swap
    return Swap("dealer", swap.first, move["was"]["dealers"][str(swap.first)])


def _meeting(sides: list[list[int]]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(side) for side in sides)
