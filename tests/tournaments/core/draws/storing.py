"""Draws of every movement, published and kept in ``stored/``, so that no change of code draws them otherwise.

Whoever raises `rules.RULES` stores those of the new number, once, and leaves the others as they are:
``python -m tests.tournaments.core.draws.storing``.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from tests.tournaments.core.draws.simulated import Event
from tournaments.core.draws import Layout, LayoutTable, Movement, mended
from tournaments.core.draws.by_hand import layout_of
from tournaments.core.draws.changing import cost, weighed
from tournaments.core.draws.inputs import Entrant
from tournaments.core.draws.publishing import PublishedDraw, published
from tournaments.core.draws.rules import RULES
from tournaments.core.draws.tables import Swap, swapped

STORED = Path(__file__).parent / "stored"
SHORT = (",", ":")

#: The movement, how many play, how many turns, the sizes of tables, fixed tables by entrant.
EVENINGS: dict[str, tuple[Movement, int, int, tuple[int, ...], dict[int, int]]] = {
    "danish": (Movement("danish"), 13, 4, (2,), {5: 3, 8: 1}),
    "danish-late": (Movement("danish"), 8, 4, (2,), {}),
    "danish-all-have-met": (Movement("danish"), 4, 5, (2,), {}),
    "swiss": (Movement("swiss"), 13, 4, (2,), {5: 3}),
    "girone": (Movement("girone"), 5, 5, (2,), {2: 2}),
    "girone-double": (Movement("girone", is_double=True), 4, 6, (2,), {}),
    "gironi": (Movement("girone", groups=3), 11, 3, (2,), {}),
    "groups-final": (Movement("groups-final", groups=2), 9, 6, (2,), {}),
    "mitchell-skip": (Movement("mitchell", turns=4), 10, 4, (2,), {7: 2}),
    "mitchell-share": (Movement("mitchell", turns=4, even_way="share-and-relay"), 8, 4, (2,), {}),
    "mitchell-sections": (Movement("mitchell", turns=3, sections=2), 13, 3, (2,), {}),
    "knockout": (Movement("knockout"), 11, 4, (2,), {}),
    "knockout-no-third": (Movement("knockout", third_place=False), 8, 3, (2,), {3: 4}),
    "challenge": (Movement("challenge"), 8, 6, (2,), {}),
    "challenge-unequal": (Movement("challenge"), 9, 4, (2,), {8: 2}),
    "rotation": (Movement("rotation", turns=4), 14, 4, (4,), {}),
    "rotation-fixed": (Movement("rotation", turns=7), 8, 5, (4,), {1: 1, 4: 2}),
    "rotation-whist": (Movement("rotation", turns=7), 8, 7, (4,), {}),
    "rotation-of-nine": (Movement("rotation", turns=9), 9, 9, (4,), {3: 2}),
    "rotation-of-nine-short": (Movement("rotation", turns=8), 9, 4, (4,), {}),
    "rotation-of-twelve-short": (Movement("rotation", turns=10), 12, 3, (4,), {}),
    "larger-by-three": (Movement("larger"), 13, 4, (3,), {4: 2}),
    "larger-by-four": (Movement("larger"), 14, 4, (4, 3, 5, 6), {}),
    "larger-by-five": (Movement("larger"), 24, 3, (5, 4, 6, 3), {}),
    "larger-beyond-the-search": (Movement("larger"), 63, 3, (3,), {}),
}
#: The draws that are changed by hand as well, and of how many tables somebody leaves.
CHANGED = {"danish-2": 1, "rotation-2": 1, "larger-by-four-2": 1, "larger-by-four-4": 2, "girone-2": 0}
#: The entrants who are not there yet in turn 1.
LATE = {"danish-late": [4]}
LEAVING = (
    "danish",
    "danish-late",
    "swiss",
    "gironi",
    "groups-final",
    "knockout",
    "mitchell-sections",
    "challenge",
    "rotation",
)


def files() -> dict[str, dict[str, Any]]:
    """What would be published of these evenings by the rules of now: their first two turns and the last."""
    made = {}
    for name in EVENINGS:
        drawn = dict(enumerate(_turns(name), 1))
        for turn in sorted({1, 2, len(drawn)} if len(drawn[1]["input"]["entrants"]) < 60 else {len(drawn)}):
            made[f"{name}-{turn}"] = json.loads(json.dumps(drawn[turn]))
    for name, gone in CHANGED.items():
        made[f"{name}-by-hand"] = json.loads(json.dumps(_changed(made[name], gone)))
    return made


def _turns(name: str) -> Iterator[dict[str, Any]]:
    movement, size, turns, sizes, fixed = EVENINGS[name]
    event = Event(movement, size, turns, random.Random(name), leavers=name in LEAVING, sizes=sizes)
    for id_, table in fixed.items():
        event.everyone[id_] = replace(event.everyone[id_], fixed_table=table)
    event.away += LATE.get(name, ())
    for given, made in islice(event.turns(), turns):
        yield published(movement, given, made)


def _changed(data: dict[str, Any], leaving: int) -> dict[str, Any]:
    """The file of that draw after two tables exchanged an entrant, so many left, and two came or none."""
    told = PublishedDraw.from_json(data)
    given, layout = told.given, layout_of(told)
    one, other = (table.entrants[-1] for table in layout.tables[:2])
    swap, after = Swap("entries", one, other), swapped(layout, Swap("entries", one, other))
    price = cost(weighed(given, layout), weighed(given, after)).as_json()
    moves = [{"swap": swap.as_json(), "cost": price}]
    if not told.movement.is_closed:
        came = tuple(Entrant(number, number) for number in (201, 202)) if leaving == 1 else ()
        gone = [table.entrants[0] for table in layout.tables[:leaving]]
        now, last = mended(given, after, gone=gone, came=came)
        price = cost(weighed(given, after), weighed(now, last)).as_json()
        rows = [each.as_json() for each in came]
        moves.append({"swap": ["mended"], "cost": price, "gone": gone, "came": rows})
        after = last
    return {**data, "moves": moves, "played": _played(after)}


def _played(layout: Layout) -> dict[str, Any]:
    def row(table: LayoutTable) -> dict[str, Any]:
        return {"number": table.number, "sides": [list(side) for side in table.sides]}

    return {"tables": [row(table) for table in layout.tables], "rests": list(layout.rests)}


if __name__ == "__main__":
    path = STORED / f"rules-{RULES}.json"
    if path.exists():
        raise SystemExit(f"{path} is there: what has been drawn is not drawn again.")
    rows = (f" {json.dumps(name)}: {json.dumps(data, separators=SHORT)}" for name, data in files().items())
    path.write_text("{\n" + ",\n".join(rows) + "\n}\n")
