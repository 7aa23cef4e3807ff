"""The cards of the suits shared out beside cricche and trumps that are somebody's already.

What the two partners of a side can show depends on their own cards alone, so that whether they reach their
figure is remembered by these. Suits are told by the places of bits.
"""

from functools import cache, lru_cache
from itertools import product
from typing import Final

from scoring.bolognese.cards import BIT, COURT, SUITS, bits
from scoring.bolognese.feasibility.begun import Begun, Court, best_of_assi, with_trumps
from scoring.bolognese.feasibility.hand import FREE, GONE, HELD, Left, Suit
from scoring.bolognese.feasibility.shares import (
    Cricca,
    Own,
    Places,
    Re,
    assi_shared,
    missing_card,
    re_shared,
)
from scoring.bolognese.feasibility.shown import Seats
from scoring.bolognese.grande import MOORS_BITS, NUMBERS_BITS

_ROSSE: Final = bits(("Sol", "Lun"))
#: Whether hands reach a figure: so much is remembered.
_REMEMBERED: Final = 40_000
ALL_SUITS: Final = (1 << len(SUITS)) - 1


class Table:
    """Who sits there, and the cards that are not aside."""

    def __init__(self, seats: Seats, aside: int, rules: str) -> None:
        self.hand = seats.hand
        self.players = range(seats.first + seats.second)
        self.sides = (self.players[: seats.first], self.players[seats.first :])
        self.left = Left(_ROSSE & ~aside, NUMBERS_BITS & ~aside, rules)
        #: Of re, regine, cavalli and fanti, by suit; and of assi.
        self.there = [[bool(BIT[rank + suit] & ~aside) for suit in SUITS] for rank in ("R", *COURT)]
        self.there_assi = tuple(bool(BIT["A" + suit] & ~aside) for suit in SUITS)
        self.mori = (MOORS_BITS & ~aside).bit_count()
        #: By suit, what tells it from the others.
        self.alike = tuple(
            (*(kind[suit] for kind in self.there), self.there_assi[suit]) for suit in range(len(SUITS))
        )


#: A player, the player's trumps, and the suits whose Re the player has.
Placed = tuple[int, Own, int]
#: The trumps of some players.
Owns = tuple[Own, ...]
Courts = tuple[tuple[int, Court], ...]


class Beside:
    """The ways of sharing out what is left beside these cricche, where the sides' sequences must be worth so
    many fives."""

    def __init__(self, table: Table, cricche: tuple[Cricca, ...], fives: tuple[int, ...]) -> None:
        self.table = table
        self.cricche = cricche
        self.fives = fives
        #: The players who show sequences.
        self.eager = tuple(
            player for side, wanted in zip(table.sides, fives, strict=True) if wanted for player in side
        )
        self._courts_at_best = [self._at_best_of(player) for player in table.players]
        self._taken = [
            sum(cricca.size for cricca in cricche[1:] if cricca.player == player) for player in table.players
        ]
        of_re = cricche[1]
        self._re_at_best = tuple(
            ALL_SUITS if of_re.player == player or of_re.size < len(SUITS) else 0 for player in table.players
        )
        self._of_sides = [slice(side.start, side.stop) for side in table.sides]
        number = len(table.players)
        self._re = re_shared(cricche[1], self.eager, number, table.alike)
        self._assi = assi_shared(table.there_assi, self.eager, number)
        self._good: dict[tuple[int, Owns], dict[Places, bool]] = {}
        self._most: dict[tuple[int, Own, int], int] = {}
        self._courts: dict[tuple[int, int, Places], tuple[tuple[int, Court], ...]] = {}
        self._with_any: dict[tuple[int, Own, int, Places], int] = {}
        self._shown: dict[tuple[int, Own, int, Places, int, int], int] = {}

    def may_reach(self, side: int, owns: Owns) -> bool:
        """Whether a side with these trumps could reach its figure if every Re that is not in a cricca were
        each one's."""
        return self._may_with_re(side, owns, self._re_at_best[self._of_sides[side]])

    def finds_suits(self, ours: Owns, theirs: Owns) -> bool:
        """Whether some shares of the suits reach the figures with these trumps of the sides."""
        first, second = self._of_sides
        return any(
            self._finds_court((*ours, *theirs), re)
            for re in self._re
            if self._may_with_re(0, ours, re.owned[first]) and self._may_with_re(1, theirs, re.owned[second])
        )

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

    # --- what a side can show at most

    def _reach(self, shown: tuple[int, ...]) -> bool:
        """Whether what the players of each side show can make its fives."""
        first, second = self._of_sides
        return makes(shown[first], self.fives[0]) and makes(shown[second], self.fives[1])

    def _may_with_re(self, side: int, owns: Owns, owned: Places) -> bool:
        """Whether a side could reach its figure with these Re, if all the rest were as each likes best."""
        good = self._good.setdefault((side, owns), {})
        if owned not in good:
            each = zip(self.table.sides[side], owns, owned, strict=True)
            good[owned] = makes(tuple(self._at_best(*player) for player in each), self.fives[side])
        return good[owned]

    def _at_best(self, player: int, own: Own, owned: int) -> int:
        """As if a cricca of three had all four, assi were of any suit, and what others may have were left."""
        key = (player, own, owned)
        if key not in self._most:
            courts = tuple((suit, self._courts_at_best[player][suit]) for suit in _places(owned))
            self._most[key] = self._best_of_assi(player, own, courts)
        return self._most[key]

    def _at_best_of(self, player: int) -> tuple[Court, ...]:
        """The court of each suit, if its Re is the player's."""
        mine = [cricca.player == player for cricca in self.cricche]
        kinds = list(zip(mine[2:], self.cricche[2:], self.table.there[1:], strict=True))
        return tuple(
            Court(
                HELD if mine[1] else FREE,
                sum(own and there[suit] for own, _, there in kinds),
                sum(not own and cricca.size < len(SUITS) and there[suit] for own, cricca, there in kinds),
            )
            for suit in range(len(SUITS))
        )

    def _with_any_assi(self, player: int, own: Own, owned: int, missing: Places) -> int:
        """With just these cards of the court, as if assi were of any suit."""
        key = (player, own, owned, missing)
        if key not in self._with_any:
            self._with_any[key] = self._best_of_assi(player, own, self._court(player, owned, missing))
        return self._with_any[key]

    def _best_of_assi(self, player: int, own: Own, courts: Courts) -> int:
        there = self.table.there_assi
        suits = tuple(sorted((court, there[suit]) for suit, court in courts))
        return best_of_assi(self._hand(player, own), suits, sum(there), self.table.left)

    def _hand(self, player: int, own: Own) -> Begun:
        of_tarocchi = self.cricche[0]
        tarocchi = of_tarocchi.size if of_tarocchi.player == player else 0
        return Begun(self.table.hand, self._taken[player], tarocchi, own)

    # --- what a player can show

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
                (suit, self._court_of(player, suit, missing)) for suit in _places(owned)
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


@lru_cache(_REMEMBERED)
def makes(shown: tuple[int, ...], wanted: int) -> bool:
    """Whether the figures of one player or two, bit n for n, can add up to what is wanted."""
    *others, last = shown
    if not others:
        return bool(last >> wanted & 1)
    return any(others[0] >> points & 1 and last >> wanted - points & 1 for points in range(wanted + 1))


@cache
def _places(suits: int) -> tuple[int, ...]:
    return tuple(suit for suit in range(len(SUITS)) if suits >> suit & 1)
