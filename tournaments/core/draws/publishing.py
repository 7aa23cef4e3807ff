"""The published file of a draw: writes it, and reads it from bytes that anyone may have sent.

The names of its fields have not changed since format 1. `verifying` checks the content.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NoReturn, Self

from tournaments.core.draws.inputs import Couple, DrawImpossible, DrawInput, Line, in_order, listed
from tournaments.core.draws.movements import Movement
from tournaments.core.draws.rules import UNNUMBERED
from tournaments.core.draws.tables import CHAIR_NAMES, Draw, DrawnTable


def published(movement: Movement, given: DrawInput, made: Draw) -> dict[str, object]:
    """The file's data, in JSON's own types: everything that `verification` needs, without players' names."""
    return {
        "criccone": "draw",
        "format": FORMAT,
        "movement": movement.as_json(),
        "input": given.as_json(),
        "draw": draw_data(movement, made),
    }


def draw_data(movement: Movement, made: Draw) -> dict[str, object]:
    """The draw as the file holds it; each kind of movement has its own fields."""
    if movement.is_closed:
        return _scheduled(made)
    write = {"larger": _larger, "rotation": _rotation}.get(movement.kind, _turn_by_turn)
    data: dict[str, object] = listed(write(made))
    return data


def _turn_by_turn(made: Draw) -> dict[str, object]:
    return {
        "tables": [_table_of_two(table) for table in made.tables],
        "rests": made.byes[0] if made.byes else None,
        "cost": made.cost,
        "rematches": made.rematches,
        "seed": made.seed,
    }


def _scheduled(made: Draw) -> dict[str, object]:
    return {
        "tables": [_table_of_two(table) for table in made.tables],
        "rests": list(made.byes),
        "idle": list(made.idle),
        "seed": made.seed,
        "passing": list(made.passing),
        "boards": [table.board for table in made.tables if table.board is not None],
    }


def _table_of_two(table: DrawnTable) -> dict[str, object]:
    north, west = table.firsts
    return {
        "number": table.number,
        "side_a": table.sides[0][0],
        "side_b": table.sides[1][0],
        "first_dealer": CHAIR_NAMES[table.first_dealer],
        "seats": {"north": north, "east": 1 - west, "south": 1 - north, "west": west},
        "reason": asdict(table.reason),
        "distance": table.distance,
        "rematch": table.is_rematch,
    }


def _larger(made: Draw) -> dict[str, object]:
    return {
        "tables": [
            {
                "number": table.number,
                "entrants": table.entrants,
                "first_dealer": table.first_dealer[0],
                "reason": asdict(table.reason),
                "distance": table.distance,
                "repeated": [asdict(meeting) for meeting in table.repeated],
            }
            for table in made.tables
        ],
        "rests": made.byes,
        "cost": made.cost,
        "rematches": made.rematches,
        "seed": made.seed,
    }


def _rotation(made: Draw) -> dict[str, object]:
    return {
        "tables": [
            {
                "number": table.number,
                "side_a": table.sides[0],
                "side_b": table.sides[1],
                "first_dealer": CHAIR_NAMES[table.first_dealer],
                "partners_again": table.partners_again,
                "opponents_again": table.opponents_again,
            }
            for table in made.tables
        ],
        "rests": made.byes,
        "partners_again": made.rematches,
        "opponents_again": made.cost,
        "seed": made.seed,
    }


Outcome = Literal["kept", "broken", "unknown"]
Sides = tuple[tuple[int, ...], ...]  # ids at a table, side by side

FORMAT = 3
SECOND_FORMAT = 2  # its movement has no number of rules
FIRST_FORMAT = 1  # its movement is one word, and it has no changes by hand
FORMATS = (FIRST_FORMAT, SECOND_FORMAT, FORMAT)


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its code from `verifying`, its outcome, and figures for the sentence."""

    code: str
    outcome: Outcome
    params: dict[str, int] = field(default_factory=dict)


def outcome(is_kept: bool | None) -> Outcome:
    """The outcome as a word; *unknown* for None."""
    return "unknown" if is_kept is None else "kept" if is_kept else "broken"


@dataclass(frozen=True, slots=True)
class PublishedDraw:
    """The movement, the input and the draw of a file; ``tables`` maps numbers to sides."""

    movement: Movement
    given: DrawInput
    draw: Mapping[str, Any]
    tables: Mapping[int, Sides]
    rests: tuple[int, ...]
    format: int = FORMAT

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The draw in this data. Raises `DrawImpossible` ``unknown-format`` if there is none."""
        draw = data["draw"]
        if len({table["number"] for table in draw["tables"]}) < len(draw["tables"]):
            raise DrawImpossible("unknown-format", known=FORMAT)
        return cls(
            movement=_movement(data),
            given=DrawInput.from_json(data["input"]),
            draw=draw,
            tables={table["number"]: sides_of(table) for table in draw["tables"]},
            rests=_listed(draw["rests"]),
            format=data["format"],
        )

    @property
    def groups(self) -> list[list[int]]:
        """The ids of each table, by table number."""
        return [[id_ for side in sides for id_ in side] for _number, sides in sorted(self.tables.items())]

    @property
    def without_table(self) -> tuple[int, ...]:
        """The entrants with a bye, those who pass without a match, and those with no part in this round."""
        others = (id_ for name in ("idle", "passing") for id_ in self.draw.get(name, ()))
        return (*self.rests, *others)

    @property
    def met(self) -> Counter[frozenset[int]]:
        """The number of times that each couple has met before this round."""
        return Counter(frozenset((met.first_id, met.second_id)) for met in self.given.meetings)

    def line(self) -> Line:
        """The entrants without a bye, in the order on which the movement is based."""
        placed: Sequence[Any] = in_order(self.given)
        if self.movement.kind == "swiss":
            placed = sorted(placed, key=lambda entrant: -entrant.points)
        return Line.from_input(self.given, (entrant for entrant in placed if entrant.id not in self.rests))

    def positions(self, line: Line) -> list[list[int]]:
        """The tables as positions in the line, without entrants who are not in it."""
        position = {entrant.id: at for at, entrant in enumerate(line.entrants)}
        return [sorted(position[id_] for id_ in group if id_ in position) for group in self.groups]

    def couples(self, line: Line) -> list[Couple]:
        """The tables of two as positions in the line."""
        return [(places[0], places[1]) for places in self.positions(line) if len(places) == 2]


def sides_of(table: Mapping[str, Any]) -> Sides:
    """The sides of a table of any movement, drawn or played."""
    if "sides" in table:
        return tuple(_listed(side) for side in table["sides"])
    if "entrants" in table:
        return tuple((id_,) for id_ in table["entrants"])
    return tuple(_listed(table[side]) for side in ("side_a", "side_b"))


def _movement(data: Mapping[str, Any]) -> Movement:
    """The movement of the file; in the first format it is stored as its kind, one of four words."""
    stored = data["movement"]
    if data["format"] == FIRST_FORMAT and stored in ("danish", "swiss", "larger", "rotation"):
        return Movement(stored, rules=UNNUMBERED)
    if data["format"] in (SECOND_FORMAT, FORMAT) and isinstance(stored, dict):
        made = Movement.from_json(stored)
        if (made.rules == UNNUMBERED) is (data["format"] == SECOND_FORMAT):
            return made
    raise DrawImpossible("unknown-format", known=FORMAT)


def _listed(ids: Any) -> tuple[int, ...]:
    if ids is None:
        return ()
    return tuple(ids) if isinstance(ids, list | tuple) else (ids,)


MEGABYTE = 1_000_000
MOST_BYTES = 5 * MEGABYTE  # ten times the file of a thousand pairs in their tenth round
MOST_DIGITS = 19  # the digits of a seed, the largest number in a file


def file_data(written: bytes, most_bytes: int = MOST_BYTES) -> dict[str, object]:
    """The data of a published draw, not yet checked.

    Raises `DrawImpossible`: ``file-empty``, ``file-too-large`` with ``most`` in megabytes, ``file-cut``,
    ``not-json``, ``too-deep``, ``number-not-whole``, ``number-too-large``, ``named-twice``, ``newer-format``
    with the newest ``known``, and ``unknown-format`` for any other file.
    """
    if len(written) > most_bytes:
        raise DrawImpossible("file-too-large", most=most_bytes // MEGABYTE)
    data = _parsed(_text(written))
    if not isinstance(data, dict) or data.get("criccone") != "draw":
        raise DrawImpossible("unknown-format", known=FORMAT)
    version = data.get("format")
    if type(version) is int and version > FORMAT:
        raise DrawImpossible("newer-format", known=FORMAT)
    if version not in FORMATS:
        raise DrawImpossible("unknown-format", known=FORMAT)
    return data


def entrants_in(data: Mapping[str, Any]) -> int:
    """The number of entrants in the unchecked file, 0 if unclear; the time of the check grows with it."""
    given = data.get("input")
    entrants = given.get("entrants") if isinstance(given, dict) else None
    return len(entrants) if isinstance(entrants, list) else 0


def _text(written: bytes) -> str:
    try:
        text = written.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise DrawImpossible("not-json") from error
    if not text:
        raise DrawImpossible("file-empty")
    return text


def _parsed(text: str) -> Any:
    try:
        return json.loads(
            text,
            parse_int=_whole,
            parse_float=_not_whole,
            parse_constant=_not_whole,
            object_pairs_hook=_named_once,
        )
    except json.JSONDecodeError as error:
        if text[0] == "{" and (error.pos >= len(text) or error.msg.startswith("Unterminated")):
            raise DrawImpossible("file-cut") from error
        raise DrawImpossible("not-json") from error
    except RecursionError as error:
        raise DrawImpossible("too-deep") from error


def _whole(written: str) -> int:
    if len(written.lstrip("-")) > MOST_DIGITS:
        raise DrawImpossible("number-too-large", digits=MOST_DIGITS)
    return int(written)


def _not_whole(_written: str) -> NoReturn:
    raise DrawImpossible("number-not-whole")


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, object]:
    """An object as a dict; refuses a repeated name, which programs read in different ways."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise DrawImpossible("named-twice")
    return made
