"""The cards shared out beside cricche that are somebody's already: trumps, then Re, then court and assi.

What a player can show depends on the player's own cards alone, so that it is remembered by these. What sides
can show at most (``at_best``) leaves most ways out. Suits are told by the places of bits.
"""

from collections.abc import Iterator
from itertools import product

from scoring.bolognese.feasibility.at_best import AtBest, Figures, Owns, Side, makes, reach
from scoring.bolognese.feasibility.begun import Begun, Court, best_of_assi, with_trumps
from scoring.bolognese.feasibility.figures import each_size
from scoring.bolognese.feasibility.hand import FREE, GONE, HELD, Suit
from scoring.bolognese.feasibility.shares import (
    Own,
    Places,
    Re,
    all_trumps,
    assi_shared,
    missing_card,
    place_of,
    places_of,
    re_shared,
)
from scoring.bolognese.feasibility.sharing_cricche import Way

#: A player, the player's trumps, and the suits whose Re the player has.
Placed = tuple[int, Own, int]
Courts = tuple[tuple[int, Court], ...]


def finds_beside(best: AtBest, way: Way) -> bool:
    """Whether some shares of the other cards show just so much beside these cricche."""
    # First as if nothing were in the cricche of the other side.
    alone = best.side(0, way.cricche[0]), best.side(1, way.cricche[1])
    if not any(_trumps(best, way, alone)):
        return False
    sides = best.side(0, way.together), best.side(1, way.together)
    ways = [(ours, theirs) for ours, theirs in _trumps(best, way, sides) if ours and theirs]
    if not ways:
        return False
    beside = Beside(best, way)
    return any(
        beside.finds_suits(ours, theirs)
        for some, others in ways
        for ours, theirs in product(_in_order(some, way, 0), _in_order(others, way, 1))
    )


def _trumps(best: AtBest, way: Way, sides: tuple[Side, Side]) -> Iterator[tuple[list[Owns], list[Owns]]]:
    """The ways of sharing the trumps with which both sides might reach their fives."""
    ours, theirs = way.fives
    # Where nobody shows sequences the trumps are with the first side, as good as any.
    eager = bool(ours) or not theirs, bool(theirs)
    first = sides[0].totals(ours, eager[0])
    second = sides[1].totals(theirs, eager[1]) if first else {}
    everything = place_of(all_trumps(best.table.mori), best.table.mori)
    for place, own in first.items():
        other = second.get(everything - place)
        if other is not None:
            some = sides[0].owns(ours, eager[0], own)
            yield some, sides[1].owns(theirs, eager[1], other) if some else []


def _in_order(ways: list[Owns], way: Way, side: int) -> Iterator[Owns]:
    """Of two partners without cricche the first has no less."""
    alike = not any(cricca.size for cricca in way.cricche[side])
    return (owns for owns in ways if len(owns) == 1 or not alike or owns[0] >= owns[1])


class Beside:
    """The ways of sharing out the suits beside these cricche, where the sides' sequences must be worth so many
    fives."""

    def __init__(self, best: AtBest, way: Way) -> None:
        table = self.table = best.table
        self.cricche = way.together
        self.fives = way.fives
        self._sides = best.side(0, self.cricche), best.side(1, self.cricche)
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
        self._re = re_shared(self.cricche[1], eager, number, table.alike)
        self._assi = assi_shared(table.there_assi, eager, number)
        self._re_of = [self._by_owned(side) for side in (0, 1)]
        self._may: dict[tuple[int, Owns], int] = {}
        self._courts: dict[tuple[int, int, Places], Courts] = {}
        self._with_any: dict[tuple[int, Own, int, Places], int] = {}
        self._shown: dict[tuple[int, Own, int, Places, int, int], int] = {}

    def _by_owned(self, side: int) -> list[tuple[list[Figures], int]]:
        """The ways of sharing the Re, bit by bit, by what the players of a side can show at most with those
        that are theirs."""
        places: dict[Places, int] = {}
        for place, re in enumerate(self._re):
            owned = re.owned[self._of_sides[side]]
            places[owned] = places.get(owned, 0) | 1 << place
        of_side = self._sides[side]
        return [(of_side.figures(owned), ways) for owned, ways in places.items()]

    def finds_suits(self, ours: Owns, theirs: Owns) -> bool:
        """Whether some shares of the suits reach the figures with these trumps of the sides."""
        both = self._re_with(0, ours)
        both = both and both & self._re_with(1, theirs)
        return any(self._finds_court((*ours, *theirs), self._re[place]) for place in each_size(both))

    def _re_with(self, side: int, owns: Owns) -> int:
        """The ways of sharing the Re, bit by bit, with which a side might reach its figure, if all the rest
        were as each likes best."""
        key = (side, owns)
        if key not in self._may:
            fives = self.fives[side]
            self._may[key] = sum(
                places for figures, places in self._re_of[side] if reach(figures, owns, fives)
            )
        return self._may[key]

    def _finds_court(self, owns: Owns, re: Re) -> bool:
        """The same where each Re is somebody's."""
        others = product(*map(missing_card, self.cricche[2:], self.table.there[1:]))
        players = tuple(zip(self.table.players, owns, re.owned, strict=True))
        return any(
            self._finds_assi(players, (re.missing, *court))
            for court in others
            if self._reach(tuple(self._with_any_assi(*player, (re.missing, *court)) for player in players))
        )

    def _finds_assi(self, players: tuple[Placed, ...], missing: Places) -> bool:
        """The same where each card of the court is somebody's."""
        return any(
            self._reach(tuple(self._with_assi(*player, missing, assi) for player in players))
            for assi in self._assi
        )

    def _reach(self, shown: tuple[int, ...]) -> bool:
        """Whether what the players of each side show can make its fives."""
        first, second = self._of_sides
        return makes(shown[first], self.fives[0]) and makes(shown[second], self.fives[1])

    def _with_any_assi(self, player: int, own: Own, owned: int, missing: Places) -> int:
        """With just these cards of the court, as if assi were of any suit."""
        key = (player, own, owned, missing)
        if key not in self._with_any:
            there = self.table.there_assi
            courts = self._court(player, owned, missing)
            suits = tuple(sorted((court, there[suit]) for suit, court in courts))
            self._with_any[key] = best_of_assi(self._hand(player, own), suits, sum(there), self.table.left)
        return self._with_any[key]

    def _hand(self, player: int, own: Own) -> Begun:
        of_tarocchi = self.cricche[0]
        tarocchi = of_tarocchi.size if of_tarocchi.player == player else 0
        return Begun(self.table.hand, self._taken[player], tarocchi, own)

    def _with_assi(self, player: int, own: Own, owned: int, missing: Places, assi: Places) -> int:
        """With just these cards of the suits; ``assi`` are those in each one's accuso of assi."""
        gone = (sum(assi) - assi[player]) & owned
        key = (player, own, owned, missing, assi[player], gone)
        if key not in self._shown:
            suits = (
                Suit(*court, self._asso(suit, assi[player], gone))
                for suit, court in self._court(player, owned, missing)
            )
            number = assi[player].bit_count()
            self._shown[key] = with_trumps(
                self._hand(player, own), tuple(sorted(suits)), number, self.table.left
            )
        return self._shown[key]

    def _asso(self, suit: int, held: int, gone: int) -> int:
        if gone >> suit & 1 or not self.table.there_assi[suit]:
            return GONE
        return HELD if held >> suit & 1 else FREE

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
