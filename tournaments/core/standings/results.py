"""The input of standings: plain rows of settled results."""

from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple


class RankingError(ValueError):
    """These rows or criteria give no ranking: ``code`` is the reason, ``params`` the round, entry or
    criterion."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry to be ranked. Its lot depends on its ``number``, so that two databases give the same
    ranking. An ``expelled`` entry counts as ``withdrawn`` too."""

    id: int
    number: int
    withdrawn: bool = False
    expelled: bool = False

    @property
    def block(self) -> int:
        """0 for an entry that goes on, 1 for one that withdrew, 2 for one that was expelled."""
        return self.withdrawn + self.expelled


class Result(NamedTuple):
    """A settled match: the ids of the entries on each side, and the game points of each side, in order."""

    turn: int
    table: int
    sides: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    #: Given by the referee, not played.
    assigned: bool = False
    #: Whether each side lost, for games that name losers instead of a winner; else the points decide.
    lost: tuple[bool, ...] | None = None
    #: How many deals each side won without leaving a trick; empty for none, or where they do not count.
    cappotti: tuple[int, ...] = ()
    #: The points by which the first side did better than the others with the same cards
    #: (`core.boards.swings`); None for an assigned score, and where duplicated deals are not compared.
    swing: int | None = None

    @property
    def margin(self) -> int:
        """The difference between the highest and the next score, never negative."""
        highest, second, *_rest = sorted(self.points, reverse=True)
        return highest - second

    @property
    def entries(self) -> tuple[int, ...]:
        """The ids at the table, one side after the other."""
        return tuple(entry for side in self.sides for entry in side)


@dataclass(frozen=True, slots=True)
class Rest:
    """A bye of an entry in a round, or a match that it forfeited, for which it gets nothing."""

    turn: int
    entry: int
    forfeited: bool = False


@dataclass(frozen=True, slots=True)
class Penalty:
    """Game points, victory points or match points that the referee takes from an entry in a round."""

    turn: int
    entry: int
    points: int
    victory_points: int = 0
    match_points: int = 0


def verify(
    entries: Sequence[Ranked],
    results: Sequence[Result],
    rests: Sequence[Rest],
    penalties: Sequence[Penalty] = (),
) -> None:
    """Raises `RankingError` for a repeated or unknown entry, or one in two places in the same round."""
    ids: set[int] = set()
    numbers: set[int] = set()
    for entry in entries:
        if entry.id in ids:
            raise RankingError("entry-twice", id=entry.id)
        if entry.number in numbers:
            raise RankingError("number-twice", number=entry.number)
        ids.add(entry.id)
        numbers.add(entry.number)
    verify_penalties(penalties, ids)
    busy: defaultdict[int, list[int]] = defaultdict(list)
    for result in results:
        players = busy[result.turn]
        for side in result.sides:
            players.extend(side)
    for rest in rests:
        busy[rest.turn].append(rest.entry)
    for turn, players in busy.items():
        verify_turn(turn, players, ids)


def verify_penalties(penalties: Sequence[Penalty], ids: Set[int]) -> None:
    """Raises `RankingError` for a penalty of an entry that is not known."""
    for penalty in penalties:
        if penalty.entry not in ids:
            raise RankingError("unknown-entry", id=penalty.entry, turn=penalty.turn)


def verify_turn(turn: int, entry_ids: Sequence[int], ids: Set[int]) -> None:
    """Raises `RankingError` where an entry that sat or had a bye in a round is unknown or repeated."""
    once = set(entry_ids)
    if not once <= ids:
        unknown = next(entry_id for entry_id in entry_ids if entry_id not in ids)
        raise RankingError("unknown-entry", id=unknown, turn=turn)
    if len(once) < len(entry_ids):
        twice, _times = Counter(entry_ids).most_common(1)[0]
        raise RankingError("twice-in-a-turn", id=twice, turn=turn)
