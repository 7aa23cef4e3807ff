"""What standings are made from: plain rows of settled results."""

from collections.abc import Sequence
from dataclasses import dataclass


class RankingError(ValueError):
    """These rows or criteria give no ranking: ``code`` says why, ``params`` where, entry or criterion."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry to be ranked. Its lot is drawn on its ``number``: two databases give the same ranking."""

    id: int
    number: int
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """A settled match: the ids of the entries on each side, and the game points of each side, in order."""

    turn: int
    table: int
    sides: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    #: Given by the referee instead of played.
    assigned: bool = False

    @property
    def margin(self) -> int:
        """By how much the highest is above the next, never negative."""
        highest, second, *_rest = sorted(self.points, reverse=True)
        return highest - second

    @property
    def entries(self) -> tuple[int, ...]:
        """Everybody at the table, side by side."""
        return tuple(entry for side in self.sides for entry in side)


@dataclass(frozen=True, slots=True)
class Rest:
    """An entry without an opponent in a turn; one that has forfeited its match has nothing for it."""

    turn: int
    entry: int
    forfeited: bool = False


@dataclass(frozen=True, slots=True)
class Penalty:
    """Game points that the referee takes from an entry, in a turn."""

    turn: int
    entry: int
    points: int


def verify(
    entries: Sequence[Ranked],
    results: Sequence[Result],
    rests: Sequence[Rest],
    penalties: Sequence[Penalty] = (),
) -> None:
    """Raises `RankingError` for an entry twice, an unknown one, or one in two places in the same turn."""
    known: set[int] = set()
    numbers: set[int] = set()
    for entry in entries:
        if entry.id in known:
            raise RankingError("entry-twice", id=entry.id)
        if entry.number in numbers:
            raise RankingError("number-twice", number=entry.number)
        known.add(entry.id)
        numbers.add(entry.number)
    for penalty in penalties:
        if penalty.entry not in known:
            raise RankingError("unknown-entry", id=penalty.entry, turn=penalty.turn)
    busy: set[tuple[int, int]] = set()
    played = [(result.turn, entry) for result in results for entry in result.entries]
    for turn, entry_id in played + [(rest.turn, rest.entry) for rest in rests]:
        if entry_id not in known:
            raise RankingError("unknown-entry", id=entry_id, turn=turn)
        if (turn, entry_id) in busy:
            raise RankingError("twice-in-a-turn", id=entry_id, turn=turn)
        busy.add((turn, entry_id))
