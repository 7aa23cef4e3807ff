"""Rooms that several teams share in a championship's calendar: gives these teams places that are not at home
together and, where no such places exist, changes the sides of single matches.

With an even number n of teams each place has one other with the opposite sequence of home and away, and every
group of n teams has the same sequences. So the teams of a room, by twos, are the edges of a graph whose nodes
are the groups: with each edge given a direction, half of a group's edges leave it, and n / 2 colours suffice
for edges that leave, or reach, no group twice (D. König, 1916). A colour is a couple of opposite places, and
all rooms are respected at no cost. Groups of different sizes, odd groups and rooms that other events take
have no such rule: there one search exchanges the places of two teams, and if matches are still too many,
another changes the sides of single matches.
"""

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from typing import Generic, TypeVar

from tournaments.core.draws.schedules import PlannedRound
from tournaments.core.lots import lot

#: Moves that one search tries: about a tenth of a second.
MOST_TRIED = 5_000
#: Steps for which a search does not take a move back, so that it goes on.
KEPT = 7


@dataclass(frozen=True, slots=True)
class Team:
    """A team, whose id no other team has in any group, and the id of the room where it is at home; teams
    without one share no room."""

    id: int
    room: int | None = None


@dataclass(frozen=True, slots=True)
class Crowded:
    """A room that has more ``matches`` in a round than it can take, which is ``free``."""

    room: int
    round: int
    matches: int
    free: int


Groups = Sequence[Sequence[Team]]
Rounds = Sequence[PlannedRound]
#: How many matches each room can take in each round, 0 or more.
Free = Mapping[int, Sequence[int]]
#: Two teams of a room, by their ids.
Couple = tuple[int, int]
#: The matches beyond what the rooms can take, and the breaks that the search has added.
Cost = tuple[int, int]
Move = TypeVar("Move")
Arrangement = TypeVar("Arrangement")


def placed(groups: Groups, plans: Sequence[Rounds], free: Free, *, seed: int) -> tuple[list[list[int]], int]:
    """The ids of each group's teams by place of its plan, and the number of matches beyond what the rooms can
    take."""
    order, (too_many, _breaks) = _Places(groups, plans, free, seed).best()
    return order, too_many


def with_sides_changed(groups: Groups, rounds: Sequence[Rounds], free: Free) -> list[list[PlannedRound]]:
    """The rounds with some matches moved to the other team's room, in both legs.

    The search looks for the fewest matches beyond what the rooms can take, then for the fewest breaks. A
    team's matches at home and away differ by two at most.
    """
    changed, _cost = _Sides(groups, rounds, free).best()
    return changed


def crowded(groups: Groups, rounds: Sequence[Rounds], free: Free) -> tuple[Crowded, ...]:
    """The rooms with more matches in a round than they can take, by room and round."""
    room_of = {team.id: team.room for teams in groups for team in teams}
    matches = Counter(
        (room, number)
        for of_group in rounds
        for number, turn in enumerate(of_group)
        for home, _away in turn.meets
        if (room := room_of[home]) is not None
    )
    return tuple(
        Crowded(room, number + 1, count, free[room][number])
        for (room, number), count in sorted(matches.items())
        if count > free[room][number]
    )


class _Search(ABC, Generic[Move, Arrangement]):
    """A tabu search (F. Glover, 1986) for the home rounds of all teams.

    Each step makes the best of all moves, even one that makes things worse, and for `KEPT` steps that move is
    not taken back, unless this gives the best result yet.
    """

    def __init__(self, groups: Groups, free: Free) -> None:
        self.room = {team.id: team.room for teams in groups for team in teams}
        self.hosts = defaultdict[int, list[int]](list)
        for team, room in self.room.items():
            if room is not None:
                self.hosts[room].append(team)
        self.layers = {room: _layers(free[room]) for room in self.hosts}
        #: The rounds in which each team is at home, as the bits of a number.
        self.homes: dict[int, int] = {}

    @abstractmethod
    def moves(self) -> Iterable[Move]:
        """The moves that may help a room that has too many matches."""

    @abstractmethod
    def make(self, move: Move) -> Move:
        """Makes the move; returns the one that takes it back."""

    @abstractmethod
    def arrangement(self) -> Arrangement:
        """A copy of the arrangement after the moves so far."""

    def best(self) -> tuple[Arrangement, Cost]:
        """The best arrangement that the search finds, and its cost."""
        self.over = {room: self._count_over(room) for room in self.hosts}
        self.cost: Cost = sum(self.over.values()), 0
        best, least = self.arrangement(), self.cost
        kept_until: dict[Move, int] = {}
        tried = step = 0
        while self.cost[0] and tried < MOST_TRIED:
            step += 1
            chosen: tuple[Cost, Move] | None = None
            for move in self.moves():
                tried += 1
                back = self.make(move)
                cost = self.cost
                self.make(back)
                is_kept = kept_until.get(move, 0) > step and cost >= least
                if not is_kept and (chosen is None or cost < chosen[0]):
                    chosen = cost, move
            if chosen is None:
                break
            kept_until[self.make(chosen[1])] = step + KEPT
            if self.cost < least:
                best, least = self.arrangement(), self.cost
        return best, least

    def give(self, homes: Mapping[int, int], *, more_breaks: int = 0) -> None:
        """Gives the teams these home rounds, and updates the cost."""
        self.homes.update(homes)
        too_many, breaks = self.cost
        for room in {self.room[team] for team in homes}:
            if room is not None:
                before, self.over[room] = self.over[room], self._count_over(room)
                too_many += self.over[room] - before
        self.cost = too_many, breaks + more_breaks

    def without_room(self, room: int) -> list[int]:
        """For each team of the room, the home rounds in which the teams before it have filled the room."""
        left, without = list(self.layers[room]), []
        for team in self.hosts[room]:
            wanted = self.homes[team]
            for layer, rounds in enumerate(left):
                used = wanted & rounds
                left[layer] ^= used
                wanted ^= used
            without.append(wanted)
        return without

    def _count_over(self, room: int) -> int:
        return sum(map(int.bit_count, self.without_room(room)))


class _Places(_Search[tuple[int, int], list[list[int]]]):
    """A search for the places of all teams. A move gives a team a place, and the team there its own."""

    def __init__(self, groups: Groups, plans: Sequence[Rounds], free: Free, seed: int) -> None:
        drawn = [sorted(teams, key=lambda team: lot(seed, "place", team.id)) for teams in groups]
        super().__init__(drawn, free)
        self.group = {team.id: group for group, teams in enumerate(drawn) for team in teams}
        self.homes_at = [_homes(plan, range(len(teams))) for plan, teams in zip(plans, groups, strict=True)]
        self.place = self._first_places(free, seed)
        self.order = [sorted((team.id for team in teams), key=self.place.__getitem__) for teams in drawn]
        self.homes = {team: self.homes_at[self.group[team]][place] for team, place in self.place.items()}

    def _first_places(self, free: Free, seed: int) -> dict[int, int]:
        """Opposite places for the teams of each room by twos, and the others in the order of their lots."""
        couples = [
            (teams[2 * at], teams[2 * at + 1])
            for room, teams in sorted(self.hosts.items())
            for at in range(min(len(teams) // 2, len(teams) - max(1, min(free[room]))))
        ]
        opposite = [_opposite(tuple(homes.values())) for homes in self.homes_at]
        most = max(map(len, opposite))
        drawn = sorted(range(most), key=lambda each: lot(seed, "places", each))
        places: dict[int, int] = {}
        for couple, colour in _coloured(couples, self.group):
            groups = [opposite[self.group[team]] for team in couple]
            if colour < most and all(drawn[colour] < len(group) for group in groups):
                places |= {team: groups[at][drawn[colour]][at] for at, team in enumerate(couple)}
        for group, homes in enumerate(self.homes_at):
            teams = [team for team in self.group if self.group[team] == group]
            left = set(homes) - {places.get(team) for team in teams}
            places |= zip([team for team in teams if team not in places], sorted(left), strict=True)
        return places

    def moves(self) -> list[tuple[int, int]]:
        return [
            (team, place)
            for room, over in self.over.items()
            if over
            for team in self.hosts[room]
            for place in range(len(self.order[self.group[team]]))
            if place != self.place[team]
        ]

    def make(self, move: tuple[int, int]) -> tuple[int, int]:
        team, place = move
        order, homes_at = self.order[self.group[team]], self.homes_at[self.group[team]]
        other, left = order[place], self.place[team]
        order[place], order[left] = team, other
        self.place[team], self.place[other] = place, left
        self.give({team: homes_at[place], other: homes_at[left]})
        return team, left

    def arrangement(self) -> list[list[int]]:
        return [list(order) for order in self.order]


class _Sides(_Search[frozenset[int], list[list[PlannedRound]]]):
    """A search for the matches that change sides. A move is a match by its two teams, in both legs."""

    def __init__(self, groups: Groups, rounds: Sequence[Rounds], free: Free) -> None:
        super().__init__(groups, free)
        self.rounds = rounds
        for teams, of_group in zip(groups, rounds, strict=True):
            self.homes |= _homes(of_group, (team.id for team in teams))
        #: The other team of each team in each of its rounds, and the rounds of each match as bits.
        self.others = defaultdict[int, dict[int, int]](dict)
        self.legs = defaultdict[frozenset[int], int](int)
        for of_group in rounds:
            for number, turn in enumerate(of_group):
                for home, away in turn.meets:
                    self.others[home][number], self.others[away][number] = away, home
                    self.legs[frozenset((home, away))] |= 1 << number

    def moves(self) -> list[frozenset[int]]:
        full: dict[int | None, int] = {
            room: reduce(or_, self.without_room(room)) for room, over in self.over.items() if over
        }
        matches = dict.fromkeys(
            frozenset((team, other))
            for team, others in self.others.items()
            if self.homes[team] & full.get(self.room[team], 0)
            for other in others.values()
        )
        return [match for match in matches if self._stays_even(match)]

    def _stays_even(self, match: frozenset[int]) -> bool:
        turned = {team: self.homes[team] ^ self.legs[match] for team in match}
        return all(abs(2 * at.bit_count() - len(self.others[team])) <= 2 for team, at in turned.items())

    def make(self, move: frozenset[int]) -> frozenset[int]:
        turned = {team: self.homes[team] ^ self.legs[move] for team in move}
        more = sum(
            self._breaks(team, at) - self._breaks(team, self.homes[team]) for team, at in turned.items()
        )
        self.give(turned, more_breaks=more)
        return move

    def _breaks(self, team: int, homes: int) -> int:
        sides = [homes >> number & 1 for number in self.others[team]]  # in the order of rounds
        return sum(before == after for before, after in pairwise(sides))

    def arrangement(self) -> list[list[PlannedRound]]:
        return [
            [
                replace(
                    turn,
                    meets=tuple(meet if self.homes[meet[0]] >> at & 1 else meet[::-1] for meet in turn.meets),
                )
                for at, turn in enumerate(of_group)
            ]
            for of_group in self.rounds
        ]


def _homes(rounds: Rounds, ids: Iterable[int]) -> dict[int, int]:
    """The rounds in which each of these is at home, a bit for each."""
    homes = dict.fromkeys(ids, 0)
    for number, turn in enumerate(rounds):
        for home, _away in turn.meets:
            homes[home] |= 1 << number
    return homes


def _layers(free: Sequence[int]) -> list[int]:
    """The rounds with room for a first match, a second, and so on, a bit for each round."""
    return [
        sum(1 << number for number, matches in enumerate(free) if matches > layer)
        for layer in range(max(free, default=0))
    ]


@cache
def _opposite(homes: tuple[int, ...]) -> list[tuple[int, int]]:
    """Places by twos that are never at home in the same round, as many as there are."""
    import rustworkx  # here, because numpy costs 15 MB that a process without draws does not need

    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(homes)))
    graph.add_edges_from_no_data(
        [(one, other) for other in range(len(homes)) for one in range(other) if not homes[one] & homes[other]]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True)
    return sorted((min(couple), max(couple)) for couple in matched)


def _coloured(couples: Sequence[Couple], group: Mapping[int, int]) -> list[tuple[Couple, int]]:
    """The couples with a direction, and a colour for each: none leaves or reaches a group twice."""
    if not couples:
        return []
    import rustworkx

    directed, groups = _directed(couples, group), max(group.values()) + 1
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph()
    graph.add_nodes_from(range(2 * groups))
    graph.add_edges_from_no_data([(group[leaves], groups + group[reaches]) for leaves, reaches in directed])
    colours = rustworkx.graph_bipartite_edge_color(graph)
    return [(couple, colours[at]) for at, couple in enumerate(directed)]


def _directed(couples: Sequence[Couple], group: Mapping[int, int]) -> list[Couple]:
    """The couples with a direction: each group is left as often as it is reached, or once more or less.

    The directions are those of trails that use each couple once, first from the groups with an odd number of
    couples.
    """
    couples_of = defaultdict[int, list[Couple]](list)
    for couple in couples:
        for team in couple:
            couples_of[group[team]].append(couple)
    starts = sorted(couples_of, key=lambda each: (len(couples_of[each]) % 2 == 0, each))
    directed: list[Couple] = []
    walked: set[Couple] = set()
    for here in [*starts, *starts]:
        while left := [couple for couple in couples_of[here] if couple not in walked]:
            walked.add(left[0])
            one, other = left[0]
            directed.append((one, other) if group[one] == here else (other, one))
            here = group[directed[-1][1]]
    return directed
