"""What a published draw says, read once for all who check it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from tournaments.draws.inputs import DrawImpossible, DrawInput
from tournaments.draws.line import Couple, Line, in_order
from tournaments.draws.movements import Movement
from tournaments.draws.rules import UNTOLD

Outcome = Literal["kept", "broken", "unknown"]
Sides = tuple[tuple[int, ...], ...]  # who sits at a table, side by side

FORMAT = 3
SECOND_FORMAT = 2  # whose movement does not tell by which rules it draws
FIRST_FORMAT = 1  # whose movement is a word, and which knows nothing of what was changed by hand
FORMATS = (FIRST_FORMAT, SECOND_FORMAT, FORMAT)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: its code, of those in `verifying`, what came out, and figures for the sentence."""

    code: str
    outcome: Outcome
    params: dict[str, int] = field(default_factory=dict)


def outcome(is_kept: bool | None) -> Outcome:
    """The word for it; *unknown* for None."""
    return "unknown" if is_kept is None else "kept" if is_kept else "broken"


@dataclass(frozen=True, slots=True)
class Told:
    """The movement, the input and the draw of a file; ``tables`` are its tables' sides by number."""

    movement: Movement
    given: DrawInput
    draw: Mapping[str, Any]
    tables: Mapping[int, Sides]
    rests: tuple[int, ...]
    format: int = FORMAT

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Raises `DrawImpossible` ``unknown-format`` for data that is no published draw."""
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
        """Who sits together, table by table."""
        return [[id_ for side in sides for id_ in side] for _number, sides in sorted(self.tables.items())]

    @property
    def without_table(self) -> tuple[int, ...]:
        """Those who rest, go on without a match, or are not named by this turn."""
        others = (id_ for name in ("idle", "passing") for id_ in self.draw.get(name, ()))
        return (*self.rests, *others)

    @property
    def met(self) -> Counter[frozenset[int]]:
        """How often each two have met before this turn."""
        return Counter(frozenset((met.first_id, met.second_id)) for met in self.given.meetings)

    def line(self) -> Line:
        """Those who do not rest, in the order the movement goes by."""
        placed: Sequence[Any] = in_order(self.given)
        if self.movement.kind == "swiss":
            placed = sorted(placed, key=lambda entrant: -entrant.points)
        return Line.of(self.given, (entrant for entrant in placed if entrant.id not in self.rests))

    def positions(self, line: Line) -> list[list[int]]:
        """The tables as positions in the line; those of entrants who are not in it left out."""
        position = {entrant.id: at for at, entrant in enumerate(line.entrants)}
        return [sorted(position[id_] for id_ in group if id_ in position) for group in self.groups]

    def couples(self, line: Line) -> list[Couple]:
        """The tables of two as positions in the line."""
        return [(places[0], places[1]) for places in self.positions(line) if len(places) == 2]


def sides_of(table: Mapping[str, Any]) -> Sides:
    """The sides of a table of any movement, or of one that was played."""
    if "sides" in table:
        return tuple(_listed(side) for side in table["sides"])
    if "entrants" in table:
        return tuple((id_,) for id_ in table["entrants"])
    return tuple(_listed(table[side]) for side in ("side_a", "side_b"))


def _movement(data: Mapping[str, Any]) -> Movement:
    """Of the first format the word is the kind, and there are no others than these four."""
    told = data["movement"]
    if data["format"] == FIRST_FORMAT and told in ("danish", "swiss", "larger", "rotation"):
        return Movement(told, rules=UNTOLD)
    if data["format"] in (SECOND_FORMAT, FORMAT) and isinstance(told, dict):
        made = Movement.from_json(told)
        if (made.rules == UNTOLD) is (data["format"] == SECOND_FORMAT):
            return made
    raise DrawImpossible("unknown-format", known=FORMAT)


def _listed(told: Any) -> tuple[int, ...]:
    if told is None:
        return ()
    return tuple(told) if isinstance(told, list | tuple) else (told,)
