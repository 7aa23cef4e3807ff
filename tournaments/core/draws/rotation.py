"""Individual rotation: a new partner every round, and opponents who repeat as little as possible."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.core.draws.inputs import (
    Couple,
    DrawImpossible,
    DrawInput,
    Entrant,
    Meeting,
    entrants_with_bye,
    in_order,
    verify,
)
from tournaments.core.draws.matching import as_numbers, cheapest_matching
from tournaments.core.draws.seating import first_dealer, numbered
from tournaments.core.draws.tables import Draw, DrawnTable, Reason
from tournaments.core.lots import lot, lots

Foursome = tuple[int, int, int, int]  # partners, then their opponents

TRIES = 12
LOT_BITS = 32


@dataclass(frozen=True, slots=True)
class FixedTables:
    """The fixed tables of each group; a group is a player, or two partners.

    ``over`` are the tables that more than ``enough`` groups have: more than two players while partners are
    chosen, more than one couple while opponents are.
    """

    fixed: tuple[frozenset[int], ...]
    over: frozenset[int]

    @classmethod
    def from_groups(cls, groups: Iterable[Iterable[Entrant]], enough: int) -> "FixedTables":
        fixed = tuple(
            frozenset(one.fixed_table for one in group if one.fixed_table is not None) for group in groups
        )
        times = Counter(table for tables in fixed for table in tables)
        return cls(fixed, frozenset(table for table, count in times.items() if count > enough))

    def is_apart(self, one: int, other: int) -> bool:
        """Whether these two groups would have to sit at two tables."""
        return len(self.fixed[one] | self.fixed[other]) > 1

    def split(self, one: int, other: int) -> int:
        """The number of tables in ``over`` that only one of the two groups has."""
        return len((self.fixed[one] ^ self.fixed[other]) & self.over)


@dataclass(frozen=True, slots=True)
class Past:
    """The number of times that each couple, by positions, were partners, and opponents."""

    partners: Counter[Couple]
    opponents: Counter[Couple]

    @classmethod
    def from_input(cls, given: DrawInput, players: Sequence[Entrant]) -> "Past":
        position = {player.id: at for at, player in enumerate(players)}
        return cls(_counted(given.partnerships, position), _counted(given.meetings, position))

    def of_opponents(self, one: Couple, other: Couple) -> list[int]:
        """For each couple that would meet, the number of times at one table."""
        return [self.opponents[_couple(a, b)] + self.partners[_couple(a, b)] for a in one for b in other]


def draw_rotation(given: DrawInput, plan: Sequence[Foursome] = (), *, sees_fixed: bool = True) -> Draw:
    """The tables of a round of an individual rotation, for an input whose ``sizes`` are (4,).

    Players with a fixed table sit at it: nobody is drawn to two tables if that can be avoided. Then one
    exact matching minimises the partners who have played together before; given the partners, another
    minimises the opponents who were at one table before, where repeated meetings count more. Up to `TRIES`
    choices of partners are tried, by lot; the one with the best opponents is kept, or the first in which
    nobody meets again. One to three have byes, as `inputs.entrants_with_bye` says.

    A ``plan`` of ids, as from `whist_turn`, is followed instead while everyone in it is there. Without
    ``sees_fixed``, fixed tables do not influence the choice of partners, as under the first version
    of the rules (`Movement.rules`).

    Raises `DrawImpossible` ``too-few-entrants`` for fewer than four.
    """
    verify(given)
    if len(given.entrants) < 4:
        raise DrawImpossible("too-few-entrants", entrants=len(given.entrants), least=4)
    placed = in_order(given)
    planned = {id_ for foursome in plan for id_ in foursome}
    follows = bool(plan) and planned <= {one.id for one in placed} and len(placed) - len(planned) < 4
    resting = (
        tuple(one for one in placed if one.id not in planned)
        if follows
        else entrants_with_bye(placed, len(placed) % 4)
    )
    players = sorted((one for one in placed if one not in resting), key=lambda player: player.number)
    past = Past.from_input(given, players)
    movers = players if sees_fixed else [replace(player, fixed_table=None) for player in players]
    foursomes = _positions(plan, players) if follows else _foursomes(given, movers, past)
    return Draw(
        tables=tuple(_tables(given, players, past, foursomes)),
        byes=tuple(player.id for player in resting),
        seed=given.seed,
    )


def whole_whist(given: DrawInput, turns: int) -> tuple[Foursome, ...]:
    """The round of the players' whist table, if the evening has all its rounds or all but one.

    Then everyone is everyone's partner once and opponent twice, which matchings round by round cannot
    guarantee: in the last rounds, all players still free may have been partners already. In a shorter evening
    matchings spread opponents better. Empty if there is no whist table for the number of players; if somebody
    has come or left, because the past rounds must have followed the whist table; and if several players have
    a fixed table, because whist tables ignore fixed tables.
    """
    if sum(one.fixed_table is not None for one in given.entrants) > 1:
        return ()
    return () if turns < whist_turns(len(given.entrants)) - 1 else followed_whist(given)


def followed_whist(given: DrawInput) -> tuple[Foursome, ...]:
    """The round of the players' whist table; empty if there is none, or if past rounds did not follow it."""
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
    """The partners of the round, at the least cost in these terms, the first counting most: fixed tables
    missed, couples who were partners before, how often they were, how often they were opponents, lots."""
    by_lot = _lot_table(given, players, "partner", attempt)
    fixed_tables = FixedTables.from_groups(([player] for player in players), enough=2)

    def terms(one: int, other: int) -> tuple[int, ...]:
        partners, opponents = past.partners[one, other], past.opponents[one, other]
        apart, split = fixed_tables.is_apart(one, other), bool(fixed_tables.split(one, other))
        return apart, split, min(partners, 1), partners**2, opponents**2, by_lot[one][other]

    return _matched(len(players), terms)


def _opponents(
    given: DrawInput, players: Sequence[Entrant], past: Past, partners: Sequence[Couple]
) -> tuple[list[Foursome], tuple[int, int]]:
    """The foursomes, and their cost: fixed tables missed, then repeated meetings.

    The latter is the sum, over all couples who meet, of the squares of how often they were at one table.
    """
    by_lot = _lot_table(given, [players[one] for one, _other in partners], "opponent", 0)
    couples = ([players[one], players[other]] for one, other in partners)
    fixed_tables = FixedTables.from_groups(couples, enough=1)

    def missed(one: int, other: int) -> int:
        return fixed_tables.is_apart(one, other) + fixed_tables.split(one, other)

    def again(one: int, other: int) -> int:
        return sum(times**2 for times in past.of_opponents(partners[one], partners[other]))

    matched = _matched(
        len(partners), lambda one, other: (missed(one, other), again(one, other), by_lot[one][other])
    )
    cost = sum(missed(*couple) for couple in matched), sum(again(*couple) for couple in matched)
    return [(*partners[one], *partners[other]) for one, other in matched], cost


def _matched(size: int, terms: Callable[[int, int], tuple[int, ...]]) -> list[Couple]:
    """The cheapest pairing of 0 … size - 1."""
    couples = list(combinations(range(size), 2))
    costs, _bits = as_numbers([terms(one, other) for one, other in couples], size // 2)
    return cheapest_matching(size, couples, costs)


def _lot_table(given: DrawInput, players: Sequence[Entrant], subject: str, attempt: int) -> list[list[int]]:
    """A lot for each couple, by positions."""
    rows = (lots(len(players), given.seed, subject, given.turn, attempt, one.number) for one in players)
    return [[number >> (64 - LOT_BITS) for number in row] for row in rows]


def _tables(
    given: DrawInput, players: Sequence[Entrant], past: Past, foursomes: Sequence[Foursome]
) -> Iterable[DrawnTable]:
    seated = [_seated(given, players, foursome) for foursome in foursomes]
    groups = [[players[position] for position in foursome] for foursome in seated]
    rows = zip(numbered(given, groups), seated, groups, strict=True)
    for number, (north, south, east, west), group in sorted(rows, key=lambda row: row[0]):
        sides = ((north, south), (east, west))
        partners_again = sum(past.partners[_couple(*partners)] > 0 for partners in sides)
        opponents_again = sum(times > 0 for times in past.of_opponents(*sides))
        yield DrawnTable(
            number=number,
            sides=((group[0].id, group[1].id), (group[2].id, group[3].id)),
            firsts=(0, 1),
            first_dealer=first_dealer(given, *sorted(player.number for player in group)),
            reason=_reason(partners_again, opponents_again),
            partners_again=partners_again,
            opponents_again=opponents_again,
        )


def _reason(partners_again: int, opponents_again: int) -> Reason:
    """``all-new`` at a table where nobody meets again, else how many partners, or opponents, do."""
    if partners_again:
        return Reason("partners-again", {"again": partners_again})
    if opponents_again:
        return Reason("opponents-again", {"again": opponents_again})
    return Reason("all-new")


def _seated(given: DrawInput, players: Sequence[Entrant], foursome: Foursome) -> Foursome:
    """Side A goes to the partners who have had it less; which of the two sits first is drawn by lot."""
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


# Whist tables: everyone plays with everyone once, and against everyone twice.
#
# They exist for every number of players n that is 0 or 1 modulo 4 (Baker, 1975; Anderson, *Combinatorial
# Designs and Tournaments*, 1997). The ones here are cyclic: the first round is written down, and each further
# round adds one to every number in it, modulo n, or modulo n - 1 where one player stays. They were found
# by search. Nine players have no cyclic table: theirs is made of the powers of a primitive element of the
# field of nine elements, and the rounds add each element. The tests play every table through.

STAYS = -1
#: The number of players whose table is not cyclic.
FIELD = 9


def _foursome(written: str) -> Foursome:
    one, partner, other, another = map(int, written.split())
    return one, partner, other, another


# The tables of the first round, partners before their opponents. With n = 1 modulo 4, player 0 has the bye.
_BASES = {
    4: "-1 2 0 1",
    5: "1 4 2 3",
    8: "-1 5 0 4, 6 1 2 3",
    9: "1 2 6 3, 4 8 7 5",  # 3a + b stands for a·i + b, where i² = -1 modulo 3
    12: "-1 9 10 1, 6 3 2 8, 0 7 5 4",
    13: "9 8 6 4, 1 11 12 5, 2 10 7 3",
    16: "-1 10 8 1, 12 13 2 11, 5 7 0 4, 9 14 3 6",
    17: "7 11 15 10, 4 12 1 2, 8 5 6 13, 9 3 16 14",
    20: "-1 8 3 10, 7 4 0 17, 15 5 16 11, 6 14 9 13, 2 1 18 12",
    21: "5 16 8 9, 19 1 7 3, 14 6 2 17, 11 18 12 10, 4 13 20 15",
    24: "-1 4 12 15, 10 19 3 5, 14 18 0 8, 2 20 22 21, 9 16 17 6, 7 13 1 11",
    25: "4 8 3 22, 23 11 13 20, 1 2 18 21, 17 7 9 14, 5 19 6 15, 16 24 10 12",
    28: "-1 14 3 22, 2 9 16 6, 19 4 7 13, 1 17 24 26, 20 15 25 21, 8 5 0 18, 11 12 23 10",
    29: "2 1 14 3, 22 28 24 27, 10 15 7 21, 11 4 20 18, 9 26 16 6, 17 8 12 25, 23 19 13 5",
    32: "-1 19 26 7, 0 11 8 3, 14 12 29 25, 15 2 4 21, 17 1 10 16, 23 24 28 18, 9 6 5 27, 30 22 13 20",
}
BASES: dict[int, tuple[Foursome, ...]] = {
    size: tuple(_foursome(table) for table in tables.split(", ")) for size, tables in _BASES.items()
}


def whist_turns(size: int) -> int:
    """The number of rounds of a whist tournament of that many players."""
    return size - 1 + size % 4


def whist_turn(ids: Sequence[int], turn: int) -> tuple[Foursome, ...]:
    """The tables of a round, 1 and up, of the whist tournament of those ids; an odd number has a bye.

    Raises `DrawImpossible` ``no-whist-table`` for a number without one here, with the next smaller and the
    next larger that have one (0 for none), and ``more-turns-than-partners`` with the most rounds there are.
    """
    size = len(ids)
    if size not in BASES:
        smaller = max((known for known in BASES if known < size), default=0)
        larger = min((known for known in BASES if known > size), default=0)
        raise DrawImpossible("no-whist-table", entrants=size, smaller=smaller, larger=larger)
    around = whist_turns(size)
    if not 1 <= turn <= around:
        raise DrawImpossible("more-turns-than-partners", turns=turn, most=around)

    def playing(number: int) -> int:
        return ids[-1] if number == STAYS else ids[_added(number, turn - 1, around)]

    return tuple(
        (playing(one), playing(partner), playing(other), playing(another))
        for one, partner, other, another in BASES[size]
    )


def _added(one: int, other: int, around: int) -> int:
    """The sum modulo ``around``; for nine the sum in their field: digit by digit, modulo three."""
    if around == FIELD:
        return (one // 3 + other // 3) % 3 * 3 + (one + other) % 3
    return (one + other) % around
