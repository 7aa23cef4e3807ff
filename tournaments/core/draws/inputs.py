"""The input of a draw: plain rows, stored with the round so that the draw can be made again; and its line."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, combinations
from typing import Any, Literal, Self, get_args

from tournaments.core.lots import lot

Side = Literal["A", "B", "C", "D", "E", "F"]  # in the order of play; a table of two sides has A and B
Wish = Literal["", "circles-apart"]
TableOrder = Literal["", "standings"]
Dealers = Literal["", "boards"]
SIDES: tuple[Side, ...] = get_args(Side)
Rematches = Literal["avoided", "allowed"]

FORMAT = 1


class DrawImpossible(ValueError):
    """No draw can be made from this input: ``code`` is the reason, ``params`` the round, entrants and
    tables."""

    def __init__(self, code: str, **params: int) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry that plays this round, as the draw sees it.

    ``number`` is the entry's number in the tournament: lots depend on it, never on the ``id``, so that two
    databases make the same draw. ``rank`` is the place in the standings before this round; places may be
    shared, or have gaps where someone left. Entrants without a rank come after the others, in an order drawn
    by lot. In round 1 the rank is the order of entry or of the season, if the draw of that round uses one of
    them. Entrants of one ``circle`` should not meet, if ``DrawInput.wish`` is set. ``points`` are match
    points, for the Swiss. ``missed`` counts the rounds that were drawn without this entrant: it came late, or
    was away.
    """

    id: int
    number: int
    rank: int | None = None
    rests: int = 0
    past_sides: tuple[Side, ...] = ()
    past_tables: tuple[int, ...] = ()
    fixed_table: int | None = None
    circle: int | None = None
    points: int = 0
    missed: int = 0

    def as_json(self) -> dict[str, Any]:
        """Plain data of JSON's own types; ``missed`` is left out where it is 0, as in draws of rules 3."""
        row: dict[str, Any] = listed(asdict(self))
        return row if self.missed else {name: value for name, value in row.items() if name != "missed"}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Self:
        tuples = {name: tuple(row[name]) for name in ("past_sides", "past_tables")}
        return cls(**{**row, **tuples})

    @property
    def byes(self) -> int:
        """The byes so far, by which the next one is chosen: a missed round counts as one."""
        return self.rests + self.missed

    @property
    def side_balance(self) -> int:
        """Rounds played on side A less rounds played on side B."""
        return self.past_sides.count("A") - self.past_sides.count("B")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entrants who played against each other in a past round, or with each other."""

    turn: int
    first_id: int
    second_id: int


@dataclass(frozen=True, slots=True)
class Win:
    """A match with a winner, played or not: in a knock-out the winner goes on."""

    turn: int
    winner_id: int
    loser_id: int


@dataclass(frozen=True, slots=True)
class DrawInput:
    """All that a draw depends on. The order of entrants and meetings makes no difference.

    Meetings of entrants who have left may stay in: they have no effect. ``sizes`` are the possible numbers of
    sides at a table, the preferred one first; three entrants at one table make three meetings.
    ``partnerships`` are past partners, in an individual rotation.

    A schedule depends on ``started``: the ids of all entrants who began the evening, best seed first, with
    those who have left since; empty in round 1, when they are the entrants (`starters`). A knock-out
    depends on ``wins`` and on ``gone``, the entrants who left for good, in the order in which they left.
    With ``table_order`` "standings" the best sit at table 1 in every round, even where they have sat before.
    ``group_orders`` holds, for each group that has been played to its end, the entrants who are still
    present, best first: the finalists come from them. ``teams`` are the ids of the first and of the second
    team of a challenge, in any order, with those who have left since. With ``dealers`` "boards" the deals are
    duplicated, and the set of deals that a table plays decides who deals first.
    """

    turn: int
    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...]
    seed: int
    rematches: Rematches = "avoided"
    sizes: tuple[int, ...] = (2,)
    wish: Wish = ""
    partnerships: tuple[Meeting, ...] = ()
    started: tuple[int, ...] = ()
    wins: tuple[Win, ...] = ()
    gone: tuple[int, ...] = ()
    group_orders: tuple[tuple[int, ...], ...] = ()
    table_order: TableOrder = ""
    teams: tuple[tuple[int, ...], ...] = ()
    dealers: Dealers = ""

    def as_json(self) -> dict[str, object]:
        """Plain data of JSON's own types, which `from_json` reads back as an equal input.

        ``teams`` and ``dealers`` are left out where they are empty, as in draws older than them.
        """
        entrants = [entrant.as_json() for entrant in self.entrants]
        data = {"format": FORMAT, **listed(asdict(self)), "entrants": entrants}
        return {name: value for name, value in data.items() if value or name not in ("teams", "dealers")}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The input that `as_json` wrote. Raises `DrawImpossible` ``unknown-format`` for any other data."""
        if data.get("format") != FORMAT:
            raise DrawImpossible("unknown-format", known=FORMAT)
        return cls(
            turn=data["turn"],
            entrants=tuple(Entrant.from_json(row) for row in data["entrants"]),
            meetings=tuple(Meeting(**row) for row in data["meetings"]),
            seed=data["seed"],
            rematches=data["rematches"],
            sizes=tuple(data.get("sizes", (2,))),
            wish=data.get("wish", ""),
            partnerships=tuple(Meeting(**row) for row in data.get("partnerships", ())),
            started=tuple(data.get("started", ())),
            wins=tuple(Win(**row) for row in data.get("wins", ())),
            gone=tuple(data.get("gone", ())),
            group_orders=tuple(tuple(row) for row in data.get("group_orders", ())),
            table_order=data.get("table_order", ""),
            teams=tuple(tuple(row) for row in data.get("teams", ())),
            dealers=data.get("dealers", ""),
        )


def verify(given: DrawInput) -> None:
    """Raises `DrawImpossible` for an input that no evening can have led to, or that is too small to draw."""
    if given.turn < 1:
        raise DrawImpossible("turn-below-one", turn=given.turn)
    if (
        given.rematches not in ("avoided", "allowed")
        or given.wish not in ("", "circles-apart")
        or given.table_order not in ("", "standings")
        or given.dealers not in ("", "boards")
    ):
        raise DrawImpossible("unknown-mode")
    if not given.sizes or not all(2 <= size <= len(SIDES) for size in given.sizes):
        raise DrawImpossible("no-such-size", least=2, most=len(SIDES))
    if len(given.entrants) < min(given.sizes):
        raise DrawImpossible("too-few-entrants", entrants=len(given.entrants), least=min(given.sizes))
    _verify_entrants(given.entrants)
    _verify_meetings(given)
    _verify_started(given)


def _verify_entrants(entrants: Iterable[Entrant]) -> None:
    entrants = tuple(entrants)
    for id_, times in Counter(entrant.id for entrant in entrants).items():
        if times > 1:
            raise DrawImpossible("entrant-twice", id=id_)
    for number, times in Counter(entrant.number for entrant in entrants).items():
        if times > 1:
            raise DrawImpossible("number-twice", number=number)
    for entrant in entrants:
        if entrant.fixed_table is not None and entrant.fixed_table < 1:
            raise DrawImpossible("no-such-table", number=entrant.number, table=entrant.fixed_table)


def _verify_meetings(given: DrawInput) -> None:
    for meeting in given.meetings:
        if meeting.first_id == meeting.second_id:
            raise DrawImpossible("met-itself", id=meeting.first_id, turn=meeting.turn)
        if not 1 <= meeting.turn < given.turn:
            raise DrawImpossible("meeting-not-past", turn=meeting.turn, drawn=given.turn)
    ends = [(one.turn, id_) for one in given.meetings for id_ in (one.first_id, one.second_id)]
    for (turn, id_), opponents in Counter(ends).items():
        if opponents >= max(given.sizes):
            raise DrawImpossible("two-meetings-in-a-turn", id=id_, turn=turn)


def _verify_started(given: DrawInput) -> None:
    for name in (given.started, given.gone, *given.group_orders, tuple(chain(*given.teams))):
        for id_, times in Counter(name).items():
            if times > 1:
                raise DrawImpossible("entrant-twice", id=id_)
    for win in given.wins:
        if win.winner_id == win.loser_id:
            raise DrawImpossible("met-itself", id=win.winner_id, turn=win.turn)
        if not 1 <= win.turn < given.turn:
            raise DrawImpossible("meeting-not-past", turn=win.turn, drawn=given.turn)


def listed(value: Any) -> Any:
    """The value with every tuple made a list, as after a JSON round trip."""
    if isinstance(value, dict):
        return {key: listed(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [listed(item) for item in value]
    return value


# The line of a round: the entrants who play, best first; the byes; the penalties that keep two apart.

Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """The entrants who play this round, best first, and the last meeting of each couple, by positions."""

    entrants: tuple[Entrant, ...]
    last_met: dict[Couple, int]

    @classmethod
    def from_input(cls, given: DrawInput, playing: Iterable[Entrant]) -> Self:
        entrants = tuple(playing)
        position = {entrant.id: at for at, entrant in enumerate(entrants)}
        met: dict[Couple, int] = {}
        for meeting in given.meetings:
            if meeting.first_id in position and meeting.second_id in position:
                one, other = position[meeting.first_id], position[meeting.second_id]
                couple = min(one, other), max(one, other)
                met[couple] = max(meeting.turn, met.get(couple, 0))
        return cls(entrants, met)

    def repeated(self, positions: Sequence[int]) -> tuple[Meeting, ...]:
        """The last meeting of each couple at these positions that has met."""
        return tuple(
            Meeting(self.last_met[i, j], self.entrants[i].id, self.entrants[j].id)
            for i, j in combinations(sorted(positions), 2)
            if (i, j) in self.last_met
        )


def in_order(given: DrawInput) -> tuple[Entrant, ...]:
    """The entrants by place in the standings; lots order those who share a place and those without one."""
    shared = Counter(entrant.rank for entrant in given.entrants)

    def place(entrant: Entrant) -> tuple[bool, int, int, int]:
        alone = entrant.rank is not None and shared[entrant.rank] == 1
        by_lot = 0 if alone else lot(given.seed, "order", given.turn, entrant.number)
        return entrant.rank is None, entrant.rank or 0, by_lot, entrant.number

    return tuple(sorted(given.entrants, key=place))


def starters(given: DrawInput) -> tuple[int, ...]:
    """The ids of the entrants who began the evening, best seed first."""
    return given.started or tuple(entrant.id for entrant in in_order(given))


def entrants_with_bye(placed: Sequence[Entrant], count: int) -> tuple[Entrant, ...]:
    """The ``count`` entrants who get byes: those with the fewest byes and missed rounds so far; among these,
    the last in the line."""
    last_first = reversed(placed)
    return tuple(sorted(last_first, key=lambda entrant: entrant.byes)[:count])


def penalties(given: DrawInput, line: Line) -> dict[Couple, tuple[int, ...]]:
    """The penalties that count before the distance: (fixed tables differ, rematch, its round, same
    circle)."""
    terms_by_couple: dict[Couple, list[int]] = {}
    for couple in _tables_apart(line):
        terms_by_couple[couple] = [1, 0, 0, 0]
    if given.rematches == "avoided":
        for couple, turn in line.last_met.items():
            terms_by_couple.setdefault(couple, [0] * 4)[1:3] = 1, turn
    if given.wish == "circles-apart":
        for couple in same_circle(line):
            terms_by_couple.setdefault(couple, [0] * 4)[3] = 1
    return {couple: tuple(terms) for couple, terms in terms_by_couple.items()}


def same_circle(line: Line) -> list[Couple]:
    """All couples of entrants of one circle."""
    circles: dict[int, list[int]] = {}
    for position, entrant in enumerate(line.entrants):
        if entrant.circle is not None:
            circles.setdefault(entrant.circle, []).append(position)
    return [couple for members in circles.values() for couple in combinations(members, 2)]


def _tables_apart(line: Line) -> list[Couple]:
    """All couples of entrants with different fixed tables."""
    fixed = [at for at, entrant in enumerate(line.entrants) if entrant.fixed_table is not None]
    tables = [entrant.fixed_table for entrant in line.entrants]
    return [(i, j) for i, j in combinations(fixed, 2) if tables[i] != tables[j]]
