"""A draw as a file that anyone can check: inputs, seed, tables and cost; and what checking it tells."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from tournaments.draws.danish import draw
from tournaments.draws.inputs import DrawImpossible, DrawInput, listed
from tournaments.draws.larger import LargerDraw, draw_larger
from tournaments.draws.line import Couple, Line, in_order, penalties
from tournaments.draws.proving import can_be_bettered, whole_cost
from tournaments.draws.rotation import RotationDraw, draw_rotation
from tournaments.draws.swiss import draw_swiss
from tournaments.draws.tables import Draw

Drawn = Draw | LargerDraw | RotationDraw
Outcome = Literal["kept", "broken", "unknown"]

FORMAT = 1
MOVEMENTS: dict[str, Callable[[DrawInput], Drawn]] = {
    "danish": draw,
    "swiss": draw_swiss,
    "larger": draw_larger,
    "rotation": draw_rotation,
}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at.

    | code | what was looked at | params |
    | --- | --- | --- |
    | ``same-draw`` | inputs and seed make these tables, rests and figures again | |
    | ``everyone-once`` | every entrant is at one table, or rests | entrants, tables, rests |
    | ``rests-fair`` | nobody rests who has rested more than one who plays | rests |
    | ``figures-true`` | cost and rematches, counted anew | cost, rematches |
    | ``none-cheaper`` | no draw has fewer or older rematches, or is nearer: another algorithm looked | cost |

    ``none-cheaper`` is *unknown* where the other algorithm would take too long, and for the movements that it
    does not know.
    """

    code: str
    outcome: Outcome
    params: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verification:
    checks: tuple[Check, ...]

    @property
    def is_kept(self) -> bool:
        """Whether nothing is broken; what is unknown is not broken."""
        return all(check.outcome != "broken" for check in self.checks)


def published(movement: str, given: DrawInput, drawn: Drawn) -> dict[str, Any]:
    """The file's data, of JSON's own types: all that `verification` needs, and no name of a person."""
    return {
        "criccone": "draw",
        "format": FORMAT,
        "movement": movement,
        "input": given.as_json(),
        "draw": listed(asdict(drawn)),
    }


def verification(data: Mapping[str, Any]) -> Verification:
    """What is true of a published draw. Raises `DrawImpossible` ``unknown-format`` for any other data."""
    known = data.get("criccone") == "draw" and data.get("format") == FORMAT
    if not known or data.get("movement") not in MOVEMENTS:
        raise DrawImpossible("unknown-format", known=FORMAT)
    try:
        given, told = DrawInput.from_json(data["input"]), data["draw"]
        tables = [_seated(table) for table in told["tables"]]
        rests = _resting(told["rests"])
        checks = [
            _same_draw(data["movement"], given, told),
            _everyone_once(given, tables, rests),
            _rests_fair(given, rests),
        ]
        if data["movement"] in ("danish", "swiss"):
            checks.append(_figures_true(data["movement"], given, tables, rests, told))
        checks.append(_none_cheaper(data["movement"], given, tables, rests))
    except (KeyError, TypeError, AttributeError) as error:
        raise DrawImpossible("unknown-format", known=FORMAT) from error
    return Verification(tuple(checks))


def _same_draw(movement: str, given: DrawInput, told: Mapping[str, Any]) -> Check:
    try:
        again = listed(asdict(MOVEMENTS[movement](given)))
    except DrawImpossible:
        return Check("same-draw", "broken")
    return Check("same-draw", "kept" if again == told else "broken")


def _everyone_once(given: DrawInput, tables: list[list[int]], rests: list[int]) -> Check:
    named = Counter(id_ for table in tables for id_ in table) + Counter(rests)
    is_kept = named == Counter(entrant.id for entrant in given.entrants)
    params = {"entrants": len(given.entrants), "tables": len(tables), "rests": len(rests)}
    return Check("everyone-once", "kept" if is_kept else "broken", params)


def _rests_fair(given: DrawInput, rests: list[int]) -> Check:
    resting = [entrant.rests for entrant in given.entrants if entrant.id in rests]
    playing = [entrant.rests for entrant in given.entrants if entrant.id not in rests]
    is_kept = not resting or not playing or max(resting) <= min(playing)
    return Check("rests-fair", "kept" if is_kept else "broken", {"rests": len(rests)})


def _figures_true(
    movement: str, given: DrawInput, tables: list[list[int]], rests: list[int], told: Mapping[str, Any]
) -> Check:
    met = {frozenset((meeting.first_id, meeting.second_id)) for meeting in given.meetings}
    rematches = sum(frozenset(table) in met for table in tables)
    couples = _couples(_line(movement, given, rests), tables)
    cost = sum(j - i for i, j in couples)
    is_kept = (told["rematches"], told["cost"]) == (rematches, cost)
    return Check("figures-true", "kept" if is_kept else "broken", {"cost": cost, "rematches": rematches})


def _none_cheaper(movement: str, given: DrawInput, tables: list[list[int]], rests: list[int]) -> Check:
    """First the draw made again is looked at: only one that costs no less needs the other algorithm."""
    if movement != "danish":
        return Check("none-cheaper", "unknown")
    line = _line(movement, given, rests)
    size, kept_apart = len(line.entrants), penalties(given, line)
    told = _couples(line, tables)
    cost = whole_cost(kept_apart)
    if sorted(at for couple in told for at in couple) != list(range(size)):
        return Check("none-cheaper", "broken")
    again = _couples(line, [[table.side_a, table.side_b] for table in draw(given).tables])
    is_dearer = sum(cost(i, j) for i, j in again) < sum(cost(i, j) for i, j in told)
    outcome: dict[bool | None, Outcome] = {True: "broken", False: "kept", None: "unknown"}
    answer = (is_dearer and len(again) == len(told)) or can_be_bettered(size, kept_apart, told)
    return Check("none-cheaper", outcome[answer], {"cost": sum(j - i for i, j in told)})


def _line(movement: str, given: DrawInput, rests: list[int]) -> Line:
    """Those who do not rest, in the order the movement goes by."""
    placed = in_order(given)
    if movement == "swiss":
        placed = tuple(sorted(placed, key=lambda entrant: -entrant.points))
    return Line.of(given, (entrant for entrant in placed if entrant.id not in rests))


def _couples(line: Line, tables: list[list[int]]) -> list[Couple]:
    """The tables of two as positions in the line; those of entrants who are not in it left out."""
    position = {entrant.id: at for at, entrant in enumerate(line.entrants)}
    places = (sorted(position[id_] for id_ in table if id_ in position) for table in tables)
    return [(couple[0], couple[1]) for couple in places if len(couple) == 2]


def _seated(table: Mapping[str, Any]) -> list[int]:
    """The ids at a table of any movement."""
    if "entrants" in table:
        return list(table["entrants"])
    sides = [table["side_a"], table["side_b"]]
    return [id_ for side in sides for id_ in (side if isinstance(side, list) else [side])]


def _resting(rests: Any) -> list[int]:
    if rests is None:
        return []
    return list(rests) if isinstance(rests, list) else [rests]
