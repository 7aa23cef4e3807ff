"""A draw as a file that anyone can check: inputs, seed, tables and cost; and what checking it tells.

| code | what was looked at | of which movements |
| --- | --- | --- |
| ``same-draw`` | inputs and seed make these tables, rests and figures again, by the rules of then | all |
| ``everyone-once`` | every entrant is at one table, or rests, or has none to come to | all |
| ``rests-fair`` | nobody rests who has rested more than one who plays | all that are drawn turn by turn |
| ``figures-true`` | the figures, counted anew | the same |
| ``none-cheaper`` | no draw has fewer or older rematches, or is nearer | danish, larger |
| ``least-not-claimed`` | there is a nearer one, and the draw did not say it was the nearest | larger |
| ``none-nearer`` | no draw has fewer or older rematches, or points nearer to each other | swiss |
| ``partners-fewest`` | no draw has fewer who play with a partner again | rotation |
| ``opponents-fewest`` | with these partners, no draw has opponents who met less often | rotation |
| ``girone-complete`` | all of a girone meet as often as it says, sides in balance | girone |
| ``girone-in-turn`` | the tables are of one girone each, of two who still have to meet | girone |
| ``bracket-true`` | winners and nobody else play on, all of them | knockout |
| ``byes-to-the-best`` | only the best seeds go on without a match, or whose opponent has gone | knockout |
| ``mitchell-once`` | over all turns nobody meets anybody, or plays a set of deals, twice | mitchell |
| ``played-as-drawn`` | the tables played are the tables drawn | all, from format 2 on |
| ``played-by-hand`` | the changes told, made again, lead from the tables drawn to those played | the same |
| ``costs-true`` | every change cost what is told of it, counted anew | the same |
| ``fixed-kept`` | nobody left a fixed table but by a change that says so | the same |

The proofs are by other algorithms than those that draw (`proving`, `proving_groups`, `proving_matching`);
*unknown* where they would take too long. Groups with a final are a girone first, then a knock-out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from tournaments.draws import by_hand, figure_checks, proofs, schedule_checks
from tournaments.draws.inputs import DrawImpossible, listed
from tournaments.draws.movements import Movement, drawn
from tournaments.draws.told import FIRST_FORMAT, FORMAT, FORMATS, Check, Told, outcome

# What a file with a row of the wrong kind in it leads to, wherever it is looked at first.
MALFORMED = (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError)


@dataclass(frozen=True, slots=True)
class Verification:
    checks: tuple[Check, ...]

    @property
    def is_kept(self) -> bool:
        """Whether nothing is broken; what is unknown is not broken."""
        return all(check.outcome != "broken" for check in self.checks)


def verification(data: Mapping[str, Any]) -> Verification:
    """What is true of a published draw. Raises `DrawImpossible` ``unknown-format`` for any other data."""
    try:
        if data.get("criccone") != "draw" or data.get("format") not in FORMATS:
            raise DrawImpossible("unknown-format", known=FORMAT)
        told = Told.of(data)
        return Verification((*_of_draw(told), *by_hand.checks(told, data)))
    except DrawImpossible:
        raise
    except MALFORMED as error:
        raise DrawImpossible("unknown-format", known=FORMAT) from error


def _of_draw(told: Told) -> list[Check]:
    """What no draw can be made from is not looked at any further."""
    drawn_again = list(_again(told))
    if not drawn_again:
        return [Check("same-draw", "broken"), _everyone_once(told)]
    movement, again = next((each for each in drawn_again if _same(told, each[1])), drawn_again[0])
    told = replace(told, movement=movement)
    params = {"rules": movement.rules} if movement.is_of_earlier_rules else {}
    checks = [Check("same-draw", outcome(_same(told, again)), params), _everyone_once(told)]
    if told.movement.is_closed:
        return [*checks, *schedule_checks.of(told)]
    return [*checks, _rests_fair(told), figure_checks.true(told), *proofs.of(told, again)]


def _again(told: Told) -> Iterator[tuple[Movement, dict[str, Any]]]:
    """The draw made again by the rules it tells, or else by each that it may have been made by."""
    for movement in told.movement.by_rules:
        with suppress(DrawImpossible):
            yield movement, listed(asdict(drawn(movement, told.given)))


def _same(told: Told, again: Mapping[str, Any]) -> bool:
    """Of the first format, reasons have changed their words since, and some figures were not there yet."""
    if told.format != FIRST_FORMAT:
        return bool(told.draw == again)
    return set(told.draw) <= set(again) and all(
        _without_reasons(told.draw[name]) == _without_reasons(again[name]) for name in told.draw
    )


def _without_reasons(told: Any) -> Any:
    if not isinstance(told, list):
        return told
    return [
        {name: value for name, value in row.items() if name != "reason"} if isinstance(row, dict) else row
        for row in told
    ]


def _everyone_once(told: Told) -> Check:
    named = Counter(id_ for group in told.groups for id_ in group) + Counter(told.without_table)
    is_kept = named == Counter(entrant.id for entrant in told.given.entrants)
    params = {"entrants": len(told.given.entrants), "tables": len(told.tables), "rests": len(told.rests)}
    return Check("everyone-once", outcome(is_kept), params)


def _rests_fair(told: Told) -> Check:
    resting = [entrant.rests for entrant in told.given.entrants if entrant.id in told.rests]
    playing = [entrant.rests for entrant in told.given.entrants if entrant.id not in told.rests]
    is_kept = not resting or not playing or max(resting) <= min(playing)
    return Check("rests-fair", outcome(is_kept), {"rests": len(told.rests)})
