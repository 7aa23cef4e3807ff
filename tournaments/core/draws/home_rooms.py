"""Rooms that several teams share in a championship's calendar: places that are not at home together, and
matches that change sides where no places do.

With an even number n of teams each place has one other with the opposite sequence of home and away, and every
group of n teams has the same sequences. So the teams of a room, by twos, are the edges of a graph whose nodes
are the groups: with each edge given a direction, half of a group's edges leave it, and n / 2 colours suffice
for edges that leave, or reach, no group twice (D. König, 1916). A colour is a couple of opposite places, and
all rooms are respected at no cost. Groups of different sizes, odd groups and rooms that other events take
have no such rule: there a search exchanges the places of two teams while that helps.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from tournaments.core.draws.schedules import PlannedRound
from tournaments.core.lots import lot

#: Exchanges that are looked at in one search for places, and changes of sides after it: about a tenth
#: of a second each.
MOST_EXCHANGES, MOST_CHANGES = 5_000, 5_000
#: Steps for which an exchange or a change is not taken back, so that the search goes on.
KEPT = 7


@dataclass(frozen=True, slots=True)
class Team:
    """A team and the id of the room where it is at home; teams without one share no room."""

    id: int
    room: int | None = None


@dataclass(frozen=True, slots=True)
class Crowded:
    """A room that has more matches in a round than the ``free`` ones that it can take."""

    room: int
    round: int
    matches: int
    free: int


Groups = Sequence[Sequence[Team]]
#: How many matches each room can take in each round.
Free = Mapping[int, Sequence[int]]
#: A team by its group and its number there.
Member = tuple[int, int]


def placed(
    groups: Groups, plans: Sequence[Sequence[PlannedRound]], free: Free, *, seed: int
) -> tuple[list[list[Team]], int]:
    """The teams of each group by place of its plan, and how many matches its rooms have too many."""
    search = _Places(groups, plans, free, seed)
    over = search.run()
    return [[teams[at] for at in order] for teams, order in zip(groups, search.best, strict=True)], over


class _Places:
    """A search for the places of all teams: ``at`` has the place of each team, ``order`` the team of each."""

    def __init__(
        self, groups: Groups, plans: Sequence[Sequence[PlannedRound]], free: Free, seed: int
    ) -> None:
        self.groups, self.seed = groups, seed
        self.homes = [_homes(tuple(plan), len(teams)) for plan, teams in zip(plans, groups, strict=True)]
        self.layers = {room: _layers(numbers) for room, numbers in free.items()}
        self.least = {room: min(numbers) for room, numbers in free.items()}
        self.members = defaultdict[int, list[Member]](list)
        for group, teams in enumerate(groups):
            for number in sorted(range(len(teams)), key=lambda each: lot(seed, "place", teams[each].id)):
                if (room := teams[number].room) is not None:
                    self.members[room].append((group, number))
        self.at = self._first_places()
        self.order = [sorted(range(len(places)), key=places.__getitem__) for places in self.at]
        self.best = [list(order) for order in self.order]

    def _first_places(self) -> list[list[int]]:
        """Opposite places for the teams of each room by twos, and the others in the order of their lots."""
        couples = [
            (members[2 * at], members[2 * at + 1])
            for room, members in sorted(self.members.items())
            for at in range(min(len(members) // 2, max(0, len(members) - max(1, self.least[room]))))
        ]
        opposite = [_opposite(tuple(homes)) for homes in self.homes]
        most = max(map(len, opposite))
        drawn = sorted(range(most), key=lambda each: lot(self.seed, "places", each))
        given: list[dict[int, int]] = [{} for _group in self.groups]
        for (leaves, reaches), colour in zip(*_coloured(couples, len(self.groups)), strict=True):
            colour = drawn[colour] if colour < most else most
            if all(colour < len(opposite[group]) for group, _number in (leaves, reaches)):
                given[leaves[0]][leaves[1]] = opposite[leaves[0]][colour][0]
                given[reaches[0]][reaches[1]] = opposite[reaches[0]][colour][1]
        return [self._filled(group, places) for group, places in enumerate(given)]

    def _filled(self, group: int, given: dict[int, int]) -> list[int]:
        teams = self.groups[group]
        left = iter(sorted(set(range(len(teams))) - set(given.values())))
        others = sorted(
            set(range(len(teams))) - set(given), key=lambda each: lot(self.seed, "place", teams[each].id)
        )
        places = given | dict(zip(others, left, strict=True))
        return [places[number] for number in range(len(teams))]

    def run(self) -> int:
        """How many matches the rooms have too many with the best places found."""
        over = {room: self._over(room) for room in self.members}
        total = fewest = sum(over.values())
        looked, step = 0, 0
        kept: dict[tuple[int, int, int], int] = {}
        while total and looked < MOST_EXCHANGES:
            step += 1
            chosen: tuple[int, int, int, int] | None = None
            for room in [room for room, number in over.items() if number]:
                for group, number in self.members[room]:
                    for place in range(len(self.groups[group])):
                        if place == self.at[group][number]:
                            continue
                        looked += 1
                        change = self._change(over, group, number, place)
                        is_kept = kept.get((group, number, place), 0) > step
                        if is_kept and total + change >= fewest:
                            continue
                        if chosen is None or change < chosen[0]:
                            chosen = change, group, number, place
            if chosen is None:
                break
            change, group, number, place = chosen
            left = self.at[group][number]
            kept[group, number, left] = step + KEPT
            rooms = self._exchange(group, number, place)
            over |= {room: self._over(room) for room in rooms}
            total += change
            if total < fewest:
                fewest, self.best = total, [list(order) for order in self.order]
        return fewest

    def _change(self, over: Mapping[int, int], group: int, number: int, place: int) -> int:
        left = self.at[group][number]
        rooms = self._exchange(group, number, place)
        change = sum(self._over(room) - over[room] for room in rooms)
        self._exchange(group, number, left)
        return change

    def _exchange(self, group: int, number: int, place: int) -> set[int]:
        """Exchanges the team with the one of that place; the rooms of the two."""
        order, at = self.order[group], self.at[group]
        other, left = order[place], at[number]
        order[place], order[left] = number, other
        at[number], at[other] = place, left
        rooms = {self.groups[group][each].room for each in (number, other)}
        return {room for room in rooms if room is not None}

    def _over(self, room: int) -> int:
        """The matches of the room beyond those that it can take, over all rounds."""
        left, over = list(self.layers[room]), 0
        for group, number in self.members[room]:
            wanted = self.homes[group][self.at[group][number]]
            for layer, rounds in enumerate(left):
                used = wanted & rounds
                left[layer] ^= used
                wanted ^= used
            over += wanted.bit_count()
        return over


@cache
def _homes(plan: tuple[PlannedRound, ...], teams: int) -> list[int]:
    """The rounds in which each place is at home, a bit for each."""
    homes = [0] * teams
    for number, turn in enumerate(plan):
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


def _coloured(
    couples: Sequence[tuple[Member, Member]], groups: int
) -> tuple[list[tuple[Member, Member]], list[int]]:
    """The couples with a direction, and a colour for each: none leaves or reaches a group twice."""
    if not couples:
        return [], []
    import rustworkx

    directed = _directed(couples, groups)
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph()
    graph.add_nodes_from(range(2 * groups))
    graph.add_edges_from_no_data([(leaves[0], groups + reaches[0]) for leaves, reaches in directed])
    colours = rustworkx.graph_bipartite_edge_color(graph)
    return directed, [colours[at] for at in range(len(directed))]


def _directed(couples: Sequence[tuple[Member, Member]], groups: int) -> list[tuple[Member, Member]]:
    """The couples with a direction: of those of a group, as many leave it as reach it, or one more or less.

    They are walked in trails without a couple twice, first from the groups with an odd number of them.
    """
    of = defaultdict[int, list[int]](list)
    for at, couple in enumerate(couples):
        for group, _number in couple:
            of[group].append(at)
    starts = sorted(range(groups), key=lambda group: len(of[group]) % 2 == 0)
    directed: list[tuple[Member, Member]] = []
    walked: set[int] = set()
    for start in [*starts, *starts]:
        here = start
        while left := [at for at in of[here] if at not in walked]:
            walked.add(left[0])
            one, other = couples[left[0]]
            leaves, reaches = (one, other) if one[0] == here else (other, one)
            directed.append((leaves, reaches))
            here = reaches[0]
    return directed


def crowded(groups: Groups, rounds: Sequence[Sequence[PlannedRound]], free: Free) -> tuple[Crowded, ...]:
    """The rooms with more matches in a round than they can take, by room and round."""
    matches = _matches(groups, rounds)
    return tuple(
        Crowded(room, number + 1, count, free[room][number])
        for (room, number), count in sorted(matches.items())
        if count > free[room][number]
    )


def _matches(groups: Groups, rounds: Sequence[Sequence[PlannedRound]]) -> dict[tuple[int, int], int]:
    room_of = {team.id: team.room for teams in groups for team in teams}
    matches = defaultdict[tuple[int, int], int](int)
    for of_group in rounds:
        for number, turn in enumerate(of_group):
            for home, _away in turn.meets:
                if (room := room_of[home]) is not None:
                    matches[room, number] += 1
    return matches


def with_sides_changed(
    groups: Groups, rounds: Sequence[Sequence[PlannedRound]], free: Free, *, legs: int
) -> list[list[PlannedRound]]:
    """The rounds with single matches at the other's room, both legs of them, as long as that leaves fewer
    matches too many; and with as few breaks as the search finds. The number of home matches of a team that
    meets all once stays as even as it can.
    """
    search = _Sides(groups, rounds, free, legs)
    return search.run()


class _Sides:
    """A search for the matches that change sides."""

    def __init__(
        self, groups: Groups, rounds: Sequence[Sequence[PlannedRound]], free: Free, legs: int
    ) -> None:
        self.rounds, self.free, self.legs = rounds, free, legs
        self.room = {team.id: team.room for teams in groups for team in teams}
        self.odd = {team.id: len(teams) % 2 for teams in groups for team in teams}
        #: The other team of each team in each round, and whether the team is at home.
        self.side: dict[int, dict[int, tuple[int, bool]]] = defaultdict(dict)
        self.of_couple: dict[frozenset[int], list[int]] = defaultdict(list)
        for of_group in rounds:
            for number, turn in enumerate(of_group):
                for home, away in turn.meets:
                    self.side[home][number] = away, True
                    self.side[away][number] = home, False
                    self.of_couple[frozenset((home, away))].append(number)
        self.count = defaultdict(int, _matches(groups, rounds))

    def run(self) -> list[list[PlannedRound]]:
        """The rounds with the fewest matches too many, and the fewest breaks among those."""
        over = sum(max(0, count - self.free[room][at]) for (room, at), count in self.count.items())
        costs = 0
        best, changed = (over, 0), self._result()
        kept: dict[frozenset[int], int] = {}
        step = looked = 0
        while over and looked < MOST_CHANGES:
            step += 1
            chosen: tuple[tuple[int, int], frozenset[int]] | None = None
            for couple in self._candidates():
                looked += 1
                change = self._turned(couple)
                self._turned(couple)
                if kept.get(couple, 0) > step and (over + change[0], costs + change[1]) >= best:
                    continue
                if chosen is None or change < chosen[0]:
                    chosen = change, couple
            if chosen is None:
                break
            change, couple = chosen
            self._turned(couple)
            kept[couple] = step + KEPT
            over, costs = over + change[0], costs + change[1]
            if (over, costs) < best:
                best, changed = (over, costs), self._result()
        return changed

    def _candidates(self) -> list[frozenset[int]]:
        """The matches that may change sides: those of the teams that are at home in a crowded room."""
        full = {key for key, count in self.count.items() if count > self.free[key[0]][key[1]]}
        crowding = [
            team
            for team, matches in self.side.items()
            if any(
                is_home and (self.room[team], number) in full for number, (_other, is_home) in matches.items()
            )
        ]
        found: dict[frozenset[int], None] = {}
        for team in crowding:
            for other, is_home in self.side[team].values():
                home, away = (team, other) if is_home else (other, team)
                if self.legs == 2 or self._stays_even(home, away):
                    found[frozenset((home, away))] = None
        return list(found)

    def _stays_even(self, home: int, away: int) -> bool:
        """Whether both teams have about as many matches at home as away after the match changes sides."""
        slack = self.odd[home]  # of an even number of matches, one more at home is as near as it can be
        least, most = len(self.side[home]) // 2 - slack, (len(self.side[home]) + 1) // 2 + slack
        at_home = {
            team: sum(is_home for _other, is_home in self.side[team].values()) for team in (home, away)
        }
        return at_home[home] - 1 >= least and at_home[away] + 1 <= most

    def _turned(self, couple: frozenset[int]) -> tuple[int, int]:
        """Changes the sides of the match, in both legs; by how many matches too many and breaks more."""
        before = sum(map(self._breaks, couple))
        change = 0
        for number in self.of_couple[couple]:
            for team in couple:
                other, was_home = self.side[team][number]
                self.side[team][number] = other, not was_home
                if (room := self.room[team]) is not None:
                    count, free = self.count[room, number], self.free[room][number]
                    self.count[room, number] = now = count - 1 if was_home else count + 1
                    change += max(0, now - free) - max(0, count - free)
        return change, sum(map(self._breaks, couple)) - before

    def _breaks(self, team: int) -> int:
        sides = [is_home for _other, is_home in self.side[team].values()]  # in the order of rounds
        return sum(before == after for before, after in pairwise(sides))

    def _result(self) -> list[list[PlannedRound]]:
        return [
            [
                PlannedRound(
                    tuple(meet if self.side[meet[0]][number][1] else meet[::-1] for meet in turn.meets),
                    turn.rests,
                )
                for number, turn in enumerate(of_group)
            ]
            for of_group in self.rounds
        ]
