"""A change kept: the round saved, the log written, every open page told."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from tournaments import live, log
from tournaments.actors import Actor
from tournaments.draws import Cost, LaidTable
from tournaments.models import Round
from tournaments.moving.weighing import Weighing
from tournaments.moving.wording import table_words


def keep(
    weighing: Weighing,
    *,
    by: Actor,
    act: str,
    subject: dict[str, Any],
    reason: str,
    key: UUID | None,
) -> Round:
    """The round saved as `laying.store` made it, the change in the log with its figures, every page told."""
    round_ = weighing.round
    said = log.write(
        round_.tournament,
        by,
        act,
        subject=subject,
        before=_told(weighing.before, weighing.rests_before),
        after={**_told(weighing.after, weighing.rests_after), **_counted(weighing.cost)},
        reason=reason.strip()[:300],
        key=key,
    )
    round_.version = said.number
    round_.save(update_fields=["moves", "cost", "rematches", "version"])
    live.announce(round_.tournament)
    return round_


def _told(tables: tuple[LaidTable, ...], rests: tuple[int, ...]) -> dict[str, Any]:
    """Tables as the log keeps them: "4 – 7", and "1 + 2 – 3 + 4" where partners change."""
    sides = {str(table.number): table_words(table) for table in tables}
    dealers = {str(table.number): table.first_dealer for table in tables}
    return {"tables": sides, "first_dealer": dealers, "rests": list(rests)}


def _counted(cost: Cost) -> dict[str, int]:
    """The figures of a cost for the log, how many of each kind."""
    found = {name: value for name, value in asdict(cost).items() if value and name != "rests"}
    return {name: value if isinstance(value, int) else len(value) for name, value in found.items()}
