"""Whether some hands without the known discards show given figures of declarations. Exact.

All ways that matter of dealing the other cards are searched: first the cricche, whose points must leave
multiples of five for the sequences (``shares``), then trumps, re, court and assi. Each cricca belongs to at
most one player, each sequence of a suit to the player with its Re. ``sequences_in_hand`` says what a hand
makes of its cards, and the upper bounds of ``at_best`` prune most of the search.

A player's figures depend on the player's own cards alone, so they are cached by these. Sets of suits, and
sets of ways of sharing a kind of cards, are bit masks.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.bolognese.feasibility.at_best import (
    AtBest,
    Begun,
    Court,
    Figures,
    Owns,
    Side,
    best_of_assi,
    makes,
    reach,
    with_trumps,
)
from scoring.bolognese.feasibility.figures import each_size
from scoring.bolognese.feasibility.held import Kind, kind_of
from scoring.bolognese.feasibility.shares import (
    Cricche,
    Own,
    Places,
    Re,
    Table,
    Way,
    assi_shared,
    missing_card,
    place_of,
    places_of,
    re_shared,
    ways_of,
)
from scoring.bolognese.feasibility.shown import PACKED, Seats, may_both_show
from scoring.bolognese.sequences_in_hand import FREE, GONE, HELD, Suit

Courts = tuple[tuple[int, Court], ...]


def finds_beside(best: AtBest, way: Way) -> bool:
    """Whether some way of sharing out the other cards makes exactly these figures beside these cricche."""
    # First, a bound that ignores the other side's cricche.
    alone = best.side(0, way.cricche[0]), best.side(1, way.cricche[1])
    if next(_trumps(best, way, alone), None) is None:
        return False
    sides = best.side(0, way.together), best.side(1, way.together)
    ways = list(_trumps(best, way, sides))
    return bool(ways) and any(map(Beside(best, way, sides).finds, ways))


def _trumps(best: AtBest, way: Way, sides: tuple[Side, Side]) -> Iterator[tuple[Own, Own]]:
    """Yields the ways of sharing the trumps between the sides with which both might reach their fives."""
    first, second = (side.totals(*of_side) for side, of_side in zip(sides, way.wanted, strict=True))
    everything = place_of(best.table.trumps, best.table.trumps.mori)
    for place, own in first.items():
        other = second.get(everything - place)
        if other is not None:
            yield own, other


class _Placed(NamedTuple):
    """Trumps and Re of a side's players, and the suit whose Re is not in the cricca."""

    side: int
    owns: Owns
    owned: Places
    missing: int


class Beside:
    """Searches the ways of sharing out the suits beside given cricche, when each side's sequences must make
    given fives."""

    def __init__(self, best: AtBest, way: Way, sides: tuple[Side, Side]) -> None:
        table = self.table = best.table
        self.cricche = way.together
        self.fives = way.fives
        self._way = way
        self._sides = sides
        #: The players who show sequences.
        eager = tuple(
            player for side, wanted in zip(table.sides, way.fives, strict=True) if wanted for player in side
        )
        self._taken = [
            sum(cricca.size for cricca in self.cricche[1:] if cricca.player == player)
            for player in table.players
        ]
        self._of_sides = [slice(side.start, side.stop) for side in table.sides]
        number = len(table.players)
        self._re = re_shared(self.cricche[1], eager, number, table.there[0], table.alike)
        self._assi = assi_shared(table.there_assi, eager, number)
        self._every_re = (1 << len(self._re)) - 1
        self._re_of = [self._by_owned(side) for side in (0, 1)]
        #: For each way: the suits whose cards the cricche of court cards lack.
        self._missing = list(product(*map(missing_card, self.cricche[2:], table.there[1:])))
        self._with_court: dict[_Placed, int] = {}
        self._with_assi: dict[tuple[_Placed, int], int] = {}
        self._assi_groups: dict[tuple[int, Places], list[tuple[tuple[Places, ...], int]]] = {}
        self._courts: dict[tuple[int, int, Places], Courts] = {}
        self._with_any: dict[tuple[int, Own, int, Places], int] = {}
        self._shown: dict[tuple[int, Own, int, Places], _Shown] = {}

    def _by_owned(self, side: int) -> list[tuple[list[Figures], int]]:
        """Bit masks of the ways of sharing the Re, grouped by the upper bounds of a side's players with their
        own Re."""
        places: dict[Places, int] = {}
        for place, re in enumerate(self._re):
            owned = re.owned[self._of_sides[side]]
            places[owned] = places.get(owned, 0) | 1 << place
        of_side = self._sides[side]
        return [(of_side.figures(owned), ways) for owned, ways in places.items()]

    def finds(self, trumps: tuple[Own, Own]) -> bool:
        """Whether some way reaches the figures with these trumps of the sides."""
        # First, a bound in which each player has all trumps of the side.
        among = self._every_re
        for side, own in enumerate(trumps):
            among = self._re_with(side, (own,) * len(self.table.sides[side]), among)
        if not among:
            return False
        first, second = (
            [(owns, re) for owns in self._owns(side, own) if (re := self._re_with(side, owns, among))]
            for side, own in enumerate(trumps)
        )
        return any(
            self._finds_court((ours, theirs), self._re[place])
            for (ours, re), (theirs, others) in product(first, second)
            for place in each_size(re & others)
        )

    def _owns(self, side: int, together: Own) -> Iterator[Owns]:
        """Yields the ways of sharing these trumps among a side's players; two players without cricche are
        interchangeable."""
        alike = not any(cricca.size for cricca in self._way.cricche[side])
        for owns in self._sides[side].owns(*self._way.wanted[side], together):
            if len(owns) == 1 or not alike or owns[0] >= owns[1]:
                yield owns

    def _re_with(self, side: int, owns: Owns, among: int) -> int:
        """Keeps the ways of sharing the Re (a bit mask) with which the side might reach its figure."""
        fives = self.fives[side]
        return among & sum(
            places for figures, places in self._re_of[side] if places & among and reach(figures, owns, fives)
        )

    def _finds_court(self, owns: tuple[Owns, Owns], re: Re) -> bool:
        """Whether some way of sharing court and assi reaches the figures, with given trumps and Re."""
        sides = [_Placed(side, owns[side], re.owned[self._of_sides[side]], re.missing) for side in (0, 1)]
        both = self._courts_with(sides[0])
        both = both and both & self._courts_with(sides[1])
        return any(
            assi & self._assi_with(sides[1], court)
            for court in each_size(both)
            if (assi := self._assi_with(sides[0], court))
        )

    def _courts_with(self, placed: "_Placed") -> int:
        """Bit mask of the ways of sharing the court with which a side might reach its figure, with assi of
        any suit."""
        if placed not in self._with_court:
            found = 0
            for place, court in enumerate(self._missing):
                missing = (placed.missing, *court)
                if self._reach(
                    placed, tuple(self._with_any_assi(*each, missing) for each in self._each(placed))
                ):
                    found |= 1 << place
            self._with_court[placed] = found
        return self._with_court[placed]

    def _assi_with(self, placed: "_Placed", court: int) -> int:
        """Bit mask of the ways of sharing the assi with which a side reaches its figure, with this court."""
        key = (placed, court)
        if key not in self._with_assi:
            missing = (placed.missing, *self._missing[court])
            shown = [self._shown_by(*each, missing) for each in self._each(placed)]
            self._with_assi[key] = sum(
                places
                for assi, places in self._assi_of(placed.side, placed.owned)
                if self._reach(placed, tuple(map(_Shown.__getitem__, shown, assi)))
            )
        return self._with_assi[key]

    def _shown_by(self, player: int, own: Own, owned: int, missing: Places) -> "_Shown":
        """Figures that a player shows with exactly these cards of the court."""
        key = (player, own, owned, missing)
        if key not in self._shown:
            courts = self._court(player, owned, missing)
            self._shown[key] = _Shown(self._hand(player, own), courts, self.table)
        return self._shown[key]

    def _assi_of(self, side: int, owned: Places) -> list[tuple[tuple[Places, ...], int]]:
        """Bit masks of the ways of sharing the assi, grouped by each player's assi and by the assi of the
        player's suits that others have."""
        if (side, owned) not in self._assi_groups:
            groups: dict[tuple[Places, ...], int] = {}
            for place, assi in enumerate(self._assi):
                mine = assi[self._of_sides[side]]
                of_each = tuple(
                    (own, (sum(assi) - own) & suits) for own, suits in zip(mine, owned, strict=True)
                )
                groups[of_each] = groups.get(of_each, 0) | 1 << place
            self._assi_groups[side, owned] = list(groups.items())
        return self._assi_groups[side, owned]

    def _each(self, placed: "_Placed") -> Iterator[tuple[int, Own, int]]:
        """Each player of a side, with trumps and the suits of the player's Re."""
        return zip(self.table.sides[placed.side], placed.owns, placed.owned, strict=True)

    def _reach(self, placed: "_Placed", shown: tuple[int, ...]) -> bool:
        """Whether the figures of a side's players can add up to its fives."""
        return makes(shown, self.fives[placed.side])

    def _with_any_assi(self, player: int, own: Own, owned: int, missing: Places) -> int:
        """Figures with exactly these cards of the court, and assi of any suit."""
        key = (player, own, owned, missing)
        if key not in self._with_any:
            there = self.table.there_assi
            courts = self._court(player, owned, missing)
            suits = tuple(sorted((court, there[suit]) for suit, court in courts))
            self._with_any[key] = best_of_assi(
                self._hand(player, own), suits, sum(there), self.table.left_to(own)
            )
        return self._with_any[key]

    def _hand(self, player: int, own: Own) -> Begun:
        of_tarocchi = self.cricche[0]
        tarocchi = of_tarocchi.size if of_tarocchi.player == player else 0
        return Begun(self.table.hand, self._taken[player], tarocchi, own)

    def _court(self, player: int, owned: int, missing: Places) -> Courts:
        key = (player, owned, missing)
        if key not in self._courts:
            self._courts[key] = tuple(
                (suit, self._court_of(player, suit, missing)) for suit in places_of(owned)
            )
        return self._courts[key]

    def _court_of(self, player: int, suit: int, missing: Places) -> Court:
        held = free = 0
        for cricca, lacks, there in zip(self.cricche[2:], missing[1:], self.table.there[1:], strict=True):
            if not there[suit]:
                continue
            if not cricca.size or lacks == suit:
                free += 1
            elif cricca.player == player:
                held += 1
        re = HELD if self.cricche[1].player == player and missing[0] != suit else FREE
        return Court(re, held, free)


class _Shown(dict[Places, int]):
    """Figures that a player shows with these suits, computed on demand.

    Keys are two bit masks: the player's assi in a declaration of assi, and the assi of the player's suits
    that others have.
    """

    def __init__(self, hand: Begun, courts: Courts, table: Table) -> None:
        self._hand = hand
        self._courts = courts
        self._table = table

    def __missing__(self, assi: Places) -> int:
        mine, others = assi
        suits = tuple(sorted(Suit(*court, self._asso(suit, mine, others)) for suit, court in self._courts))
        self[assi] = found = with_trumps(
            self._hand, suits, mine.bit_count(), self._table.left_to(self._hand.own)
        )
        return found

    def _asso(self, suit: int, mine: int, others: int) -> int:
        if others >> suit & 1 or not self._table.there_assi[suit]:
            return GONE
        return HELD if mine >> suit & 1 else FREE


@lru_cache(10_000)
def may_show_without(points: tuple[int, int], seats: Seats, aside: int, rules: str) -> bool:
    """Whether in some deal with these cards laid aside the first side shows exactly the first figure, and the
    second side exactly the second. Exact."""
    if not any(points):
        return True
    if not may_both_show(*points, seats):
        return False
    one_each = Seats(1, 1, seats.hand)
    if seats != one_each and one_each in PACKED and may_show_without(points, one_each, aside, rules):
        return True
    return _ways(points, seats, rules).show_without(aside)


def shares_show(points: tuple[int, int], seats: Seats, aside: int, rules: str) -> bool:
    """Like ``may_show_without``, by the search alone and for any seats."""
    return Ways(points, seats, rules).show_without(aside)


class Ways:
    """The ways of showing two figures, asked about many sets of discards.

    A way that fails without some cards fails without more, so few ways are left after the first questions.
    """

    def __init__(self, points: tuple[int, int], seats: Seats, rules: str) -> None:
        self._seats = seats
        self._rules = rules
        self._ways = ways_of(points, seats.sides)
        #: Indices of the ways, the last successful one first.
        self._order = list(range(len(self._ways)))
        #: Kinds of missing cards, each with the indices of the ways that fail without them.
        self._failed: list[tuple[Kind, set[int]]] = []

    def show_without(self, aside: int) -> bool:
        """Whether some way shows the figures without these cards."""
        best, kind = _at_best(self._seats, aside, self._rules), kind_of(aside)
        failed: set[int] = set()
        for less, places in self._failed:
            if not places <= failed and less.is_within(kind):
                failed |= places
        for place in self._order:
            if place in failed:
                continue
            way = self._ways[place]
            if _has_cards(best.table, way.together) and finds_beside(best, way):
                self._order.remove(place)
                self._order.insert(0, place)
                self._failed.append((kind, failed))
                return True
            failed.add(place)
        self._failed.append((kind, failed))
        return False


@lru_cache(100)
def _ways(points: tuple[int, int], seats: Seats, rules: str) -> Ways:
    return Ways(points, seats, rules)


@lru_cache(40)
def _at_best(seats: Seats, aside: int, rules: str) -> AtBest:
    return AtBest(Table(seats, aside, rules))


def _has_cards(table: Table, cricche: Cricche) -> bool:
    """Whether enough cards are left for these cricche."""
    there = (table.trumps.tarocchi, *map(sum, table.there))
    return all(map(int.__ge__, there, (cricca.size for cricca in cricche)))
