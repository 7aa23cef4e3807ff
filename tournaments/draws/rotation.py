"""Rotazione individuale: every turn a new partner, and opponents spread over the others."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.draws.inputs import DrawImpossible, DrawInput, Entrant, Meeting, verify
from tournaments.draws.line import Couple, in_order, resters
from tournaments.draws.numbering import numbered
from tournaments.draws.solver import as_numbers, cheapest_matching
from tournaments.draws.tables import SEATS, Reason, Seat
from tournaments.draws.whist import BASES, Foursome, whist_turn, whist_turns
from tournaments.lots import lot, lots

TRIES = 12
LOT_BITS = 32


@dataclass(frozen=True, slots=True)
class RotationTable:
    """Partners' ids on side A, N and S, and on side B, E and W; how many of them meet again, and as what."""

    number: int
    side_a: tuple[int, int]
    side_b: tuple[int, int]
    first_dealer: Seat
    partners_again: int
    opponents_again: int

    @property
    def reason(self) -> Reason:
        """``all-new`` at a table where nobody meets again, else how many partners, or opponents, do."""
        if self.partners_again:
            return Reason("partners-again", {"again": self.partners_again})
        if self.opponents_again:
            return Reason("opponents-again", {"again": self.opponents_again})
        return Reason("all-new")


@dataclass(frozen=True, slots=True)
class RotationDraw:
    """The tables by number, the ids of those who rest, how many partners and opponents meet again in all."""

    tables: tuple[RotationTable, ...]
    rests: tuple[int, ...]
    partners_again: int
    opponents_again: int
    seed: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """The fixed tables of some who are to sit together, one set for each; ``over`` those that too many want.

    Too many are more than come together anyway: one, or as many as sit on a side.
    """

    fixed: tuple[frozenset[int], ...]
    over: frozenset[int]

    @classmethod
    def of(cls, groups: Iterable[Iterable[Entrant]], enough: int) -> "Wanted":
        fixed = tuple(
            frozenset(one.fixed_table for one in group if one.fixed_table is not None) for group in groups
        )
        times = Counter(table for tables in fixed for table in tables)
        return cls(fixed, frozenset(table for table, count in times.items() if count > enough))

    def is_apart(self, one: int, other: int) -> bool:
        """Whether they would have to sit at two tables."""
        return len(self.fixed[one] | self.fixed[other]) > 1

    def split(self, one: int, other: int) -> int:
        """To how many tables, of those that too many want, one of them goes without the other."""
        return len((self.fixed[one] ^ self.fixed[other]) & self.over)


@dataclass(frozen=True, slots=True)
class Past:
    """How often each two, given by their positions, were partners, and how often opponents."""

    partners: Counter[Couple]
    opponents: Counter[Couple]

    @classmethod
    def of(cls, given: DrawInput, players: Sequence[Entrant]) -> "Past":
        position = {player.id: at for at, player in enumerate(players)}
        return cls(_counted(given.partnerships, position), _counted(given.meetings, position))

    def of_opponents(self, one: Couple, other: Couple) -> list[int]:
        """For each of the four who would meet, how often they have been at one table."""
        return [self.opponents[_couple(a, b)] + self.partners[_couple(a, b)] for a in one for b in other]


def draw_rotation(
    given: DrawInput, plan: Sequence[Foursome] = (), *, sees_fixed: bool = True
) -> RotationDraw:
    """The tables of a turn of an individual rotation, for an input whose ``sizes`` are (4,).

    Those whose table is fixed come to it: nobody is drawn to two tables where that can be helped. Then as few
    as can be have a partner again: an exact matching. Given the partners, as few as can be meet who
    were at one table before, those who met more often counting more: an exact matching again. Of `TRIES`
    choices of partners, by lot, the one with the best opponents is taken, or the first without anybody
    meeting again. One to three rest, as `line.resters` says. A ``plan`` of ids, as of `whist.whist_turn`, is
    followed instead while everyone in it is there. Unless it ``sees_fixed``, who plays with whom goes by no
    fixed table, as in `earlier`.

    Raises `DrawImpossible` ``too-few-entrants`` for fewer than four.
    """
    verify(given)
    if len(given.entrants) < 4:
        raise DrawImpossible("too-few-entrants", entrants=len(given.entrants), least=4)
    placed = in_order(given)
    planned = {id_ for foursome in plan for id_ in foursome}
    follows = bool(plan) and planned <= {one.id for one in placed} and len(placed) - len(planned) < 4
    resting = (
        tuple(one for one in placed if one.id not in planned) if follows else resters(placed, len(placed) % 4)
    )
    players = sorted((one for one in placed if one not in resting), key=lambda player: player.number)
    past = Past.of(given, players)
    movers = players if sees_fixed else [replace(player, fixed_table=None) for player in players]
    foursomes = _positions(plan, players) if follows else _foursomes(given, movers, past)
    tables = tuple(_tables(given, players, past, foursomes))
    return RotationDraw(
        tables=tables,
        rests=tuple(player.id for player in resting),
        partners_again=sum(table.partners_again for table in tables),
        opponents_again=sum(table.opponents_again for table in tables),
        seed=given.seed,
    )


def whole_whist(given: DrawInput, turns: int) -> tuple[Foursome, ...]:
    """The turn of the whist table of those who play, by number, where so many turns complete it, or all but
    one of them.

    Then everyone is everyone's partner once and opponent twice, which matchings turn by turn cannot promise:
    in the last turn but one they may be left with two who have played together. In a shorter evening they
    spread opponents better. Empty for a number without a table; once somebody has come or left, for the
    turns before must be the table's; and where several have a fixed table, which no whist table knows of.
    """
    if sum(one.fixed_table is not None for one in given.entrants) > 1:
        return ()
    return () if turns < whist_turns(len(given.entrants)) - 1 else followed_whist(given)


def followed_whist(given: DrawInput) -> tuple[Foursome, ...]:
    """The turn of the whist table of those who play; empty where there is none, or has not been followed."""
    ids = [one.id for one in sorted(given.entrants, key=lambda one: one.number)]
    if len(ids) not in BASES or given.turn > whist_turns(len(ids)):
        return ()
    played = {
        (meeting.turn, frozenset((meeting.first_id, meeting.second_id))) for meeting in given.partnerships
    }
    expected = {
        (turn, frozenset(pair))
        for turn in range(1, given.turn)
        for one, partner, other, another in whist_turn(ids, turn)
        for pair in ((one, partner), (other, another))
    }
    return whist_turn(ids, given.turn) if played == expected else ()


def _foursomes(given: DrawInput, players: Sequence[Entrant], past: Past) -> list[Foursome]:
    best: tuple[tuple[int, int], list[Foursome]] | None = None
    for attempt in range(TRIES):
        partners = _partners(given, players, past, attempt)
        foursomes, cost = _opponents(given, players, past, partners)
        if best is None or cost < best[0]:
            best = cost, foursomes
        if cost == (0, 0):
            break
    assert best is not None  # noqa: S101
    return best[1]


def _positions(plan: Sequence[Foursome], players: Sequence[Entrant]) -> list[Foursome]:
    position = {player.id: at for at, player in enumerate(players)}
    return [(position[a], position[b], position[c], position[d]) for a, b, c, d in plan]


def _partners(given: DrawInput, players: Sequence[Entrant], past: Past, attempt: int) -> list[Couple]:
    """The fewest who were partners before, least often, then least often opponents, then by lot."""
    by_lot = _drawn(given, players, "partner", attempt)
    wanted = Wanted.of(([player] for player in players), enough=2)

    def terms(one: int, other: int) -> tuple[int, ...]:
        partners, opponents = past.partners[one, other], past.opponents[one, other]
        apart, split = wanted.is_apart(one, other), bool(wanted.split(one, other))
        return apart, split, min(partners, 1), partners**2, opponents**2, by_lot[one][other]

    return _matched(len(players), terms)


def _opponents(
    given: DrawInput, players: Sequence[Entrant], past: Past, partners: Sequence[Couple]
) -> tuple[list[Foursome], tuple[int, int]]:
    """Who plays against whom, and the cost: fixed tables missed, then meetings.

    These are, for all who meet, how often they were at one table, squared.
    """
    by_lot = _drawn(given, [players[one] for one, _other in partners], "opponent", 0)
    wanted = Wanted.of(([players[one], players[other]] for one, other in partners), enough=1)

    def missed(one: int, other: int) -> int:
        return wanted.is_apart(one, other) + wanted.split(one, other)

    def again(one: int, other: int) -> int:
        return sum(times**2 for times in past.of_opponents(partners[one], partners[other]))

    matched = _matched(
        len(partners), lambda one, other: (missed(one, other), again(one, other), by_lot[one][other])
    )
    cost = sum(missed(*couple) for couple in matched), sum(again(*couple) for couple in matched)
    return [(*partners[one], *partners[other]) for one, other in matched], cost


def _matched(size: int, terms: Callable[[int, int], tuple[int, ...]]) -> list[Couple]:
    """The cheapest way to make couples of 0 … size - 1."""
    couples = list(combinations(range(size), 2))
    costs, _bits = as_numbers([terms(one, other) for one, other in couples], size // 2)
    return cheapest_matching(size, couples, costs)


def _drawn(given: DrawInput, players: Sequence[Entrant], subject: str, attempt: int) -> list[list[int]]:
    """A lot for each two, by their positions."""
    rows = (lots(len(players), given.seed, subject, given.turn, attempt, one.number) for one in players)
    return [[number >> (64 - LOT_BITS) for number in row] for row in rows]


def _tables(
    given: DrawInput, players: Sequence[Entrant], past: Past, foursomes: Sequence[Foursome]
) -> Iterable[RotationTable]:
    seated = [_seated(given, players, foursome) for foursome in foursomes]
    groups = [[players[position] for position in foursome] for foursome in seated]
    rows = zip(numbered(given, groups), seated, groups, strict=True)
    for number, (north, south, east, west), group in sorted(rows, key=lambda row: row[0]):
        opponents = past.of_opponents((north, south), (east, west))
        yield RotationTable(
            number=number,
            side_a=(group[0].id, group[1].id),
            side_b=(group[2].id, group[3].id),
            first_dealer=_first_dealer(given, group),
            partners_again=sum(
                past.partners[_couple(*partners)] > 0 for partners in ((north, south), (east, west))
            ),
            opponents_again=sum(times > 0 for times in opponents),
        )


def _first_dealer(given: DrawInput, group: Sequence[Entrant]) -> Seat:
    numbers = sorted(player.number for player in group)
    return SEATS[lot(given.seed, "dealer", given.turn, *numbers) % len(SEATS)]


def _seated(given: DrawInput, players: Sequence[Entrant], foursome: Foursome) -> Foursome:
    """The sides as those who have had them less claim them, partners facing each other by lot."""
    one, other = foursome[:2], foursome[2:]

    def claim(pair: Sequence[int]) -> tuple[int, int]:
        first = min(players[at].number for at in pair)
        return sum(players[at].side_balance for at in pair), lot(given.seed, "side", given.turn, first)

    side_a, side_b = sorted((one, other), key=claim)
    return (*_facing(given, players, side_a), *_facing(given, players, side_b))


def _facing(given: DrawInput, players: Sequence[Entrant], pair: Sequence[int]) -> Couple:
    one, other = pair
    turned = lot(given.seed, "seat", given.turn, players[one].number) % 2
    return (other, one) if turned else (one, other)


def _counted(meetings: Iterable[Meeting], position: Mapping[int, int]) -> Counter[Couple]:
    return Counter(
        _couple(position[meeting.first_id], position[meeting.second_id])
        for meeting in meetings
        if meeting.first_id in position and meeting.second_id in position
    )


def _couple(one: int, other: int) -> Couple:
    return (one, other) if one < other else (other, one)
