"""Upper bounds on the figures that a side can show: each player gets the best of all cards outside the
cricche.

Figures are bit masks of points in fives, bit n for n.
"""

from functools import cache, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from scoring.bolognese.cards import SUITS
from scoring.bolognese.feasibility.shares import (
    NO_CRICCA,
    NOBODY,
    Cricca,
    Cricche,
    Own,
    Places,
    Table,
    place_of,
    places_of,
    tarocchi_held,
    trumps_of_side,
)
from scoring.bolognese.sequences_in_hand import (
    FREE,
    GONE,
    HELD,
    Left,
    Share,
    Suit,
    Suits,
    add_best,
    of_suits,
    of_trumps,
    points_of,
    shown_by,
)

#: Cache size in hands: about 20 MB at most.
_CACHE_SIZE: Final = 40_000


class Court(NamedTuple):
    """The cards of a suit, besides the asso, that the player with its Re can have: those in the hand already,
    and those free."""

    re: int
    held: int
    free: int


class Begun(NamedTuple):
    """A hand before its suits: its size, its cards of cricche, the size of its cricca of tarocchi, and the
    trumps it may have."""

    size: int
    taken: int
    tarocchi: int
    own: Own


@lru_cache(_CACHE_SIZE)
def best_of_assi(hand: Begun, suits: tuple[tuple[Court, bool], ...], assi: int, left: Left) -> int:
    """Figures that a player can show with these suits, each with or without its asso, and with up to `assi`
    assi of any suit."""
    own, best = hand.own, dict[int, int]()
    ways = tarocchi_held(hand.tarocchi, own.contatori, own.angelo, own.mondo)
    # The most contatori first: fewer contatori only leave more room.
    rooms = [hand.size - hand.taken - held - contatori for held, contatori, _, _ in ways]
    for (_, contatori, angelo, mondo), room in zip(reversed(ways), reversed(rooms), strict=True):
        if room >= 0:
            add_best(
                best,
                of_trumps(angelo, mondo, own.mori, contatori, left),
                _with_any_assi(suits, assi, contatori),
                room,
            )
    if max(rooms, default=-1) < 0:
        return 0
    return points_of(best)


@lru_cache(_CACHE_SIZE)
def _with_any_assi(suits: tuple[tuple[Court, bool], ...], assi: int, contatori: int) -> Suits:
    """The most steps of these suits and of a declaration of assi, whose cards take room of their own."""
    found: dict[tuple[int, int], int] = {}
    for number in (0, *range(2, assi + 1)):
        asso = HELD if number else FREE
        mine = tuple(sorted(Suit(*court, asso if there else GONE) for court, there in suits))
        for sequences, longest in enumerate(of_suits(mine, number, contatori)):
            for cards, steps in enumerate(longest, number):
                found[sequences, cards] = max(found.get((sequences, cards), -1), steps)
    most, widest = map(max, zip(*found, strict=True))
    return tuple(
        tuple(accumulate((found.get((sequences, cards), -1) for cards in range(widest + 1)), max))
        for sequences in range(most + 1)
    )


@lru_cache(_CACHE_SIZE)
def with_trumps(hand: Begun, suits: tuple[Suit, ...], assi: int, left: Left) -> int:
    """Figures that a player can show with these suits, this many assi in a declaration of assi, and any of
    the player's trumps."""
    own, found = hand.own, 0
    for held, contatori, angelo, mondo in tarocchi_held(hand.tarocchi, own.contatori, own.angelo, own.mondo):
        share = Share(hand.taken + assi + held, contatori, suits, assi, angelo, mondo, own.mori)
        found |= shown_by(share, hand.size, left)
    return found


Owns = tuple[Own, ...]

#: A cricca of four cards of the other side.
_ELSEWHERE: Final = Cricca(NOBODY - 1, len(SUITS))
#: More than any figure in fives.
_WIDTH: Final = 256


class AtBest:
    """Upper bounds for the cards that are not laid aside, cached."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._sides: dict[tuple[int, Cricche], Side] = {}
        self._players: dict[tuple[int, int, tuple[Court, ...], int], Player] = {}

    def side(self, which: int, cricche: Cricche) -> "Side":
        """Bounds of a side beside these cricche; of the other side's cricche only those of four cards
        matter."""
        players = self.table.sides[which]
        tarocchi, *others = cricche
        seen = (
            tarocchi if tarocchi.player in players else NO_CRICCA,
            *(_as_seen(cricca, players) for cricca in others),
        )
        if (which, seen) not in self._sides:
            self._sides[which, seen] = Side(self, which, seen)
        return self._sides[which, seen]

    def player(self, player: int, cricche: Cricche) -> "Player":
        """Bounds of a player beside these cricche; players with as many cards of each kind share them."""
        own = [cricca.size if cricca.player == player else 0 for cricca in cricche]
        re = self.table.re if cricche[1].player == player or cricche[1].size < len(SUITS) else 0
        key = (sum(own[1:]), own[0], self._courts(player, cricche), re)
        if key not in self._players:
            self._players[key] = Player(self.table, *key)
        return self._players[key]

    def _courts(self, player: int, cricche: Cricche) -> tuple[Court, ...]:
        """The court of each suit that this player can have with the suit's Re."""
        mine = [cricca.player == player for cricca in cricche]
        kinds = list(zip(mine[2:], cricche[2:], self.table.there[1:], strict=True))
        return tuple(
            Court(
                HELD if mine[1] else FREE,
                sum(own and there[suit] for own, _, there in kinds),
                sum(not own and cricca.size < len(SUITS) and there[suit] for own, cricca, there in kinds),
            )
            for suit in range(len(SUITS))
        )


def _as_seen(cricca: Cricca, players: range) -> Cricca:
    if cricca.player in players:
        return cricca
    return _ELSEWHERE if cricca.size == len(SUITS) else NO_CRICCA


class Player:
    """Upper bounds of one player: a cricca of three counts as four cards, assi are of any suit, and no card
    is taken by others."""

    def __init__(self, table: Table, taken: int, tarocchi: int, courts: tuple[Court, ...], re: int) -> None:
        self._table = table
        self._hand = table.hand, taken, tarocchi
        self._courts = courts
        self._known: dict[int, Figures] = {}
        #: Bounds with every Re that the player may have.
        self.with_any_re = self.with_re(re)

    def with_re(self, owned: int) -> "Figures":
        """Bounds with the Re of these suits, by the player's trumps."""
        if owned not in self._known:
            self._known[owned] = Figures(self, owned)
        return self._known[owned]

    def shown(self, own: Own, owned: int) -> int:
        """The figures with these trumps and Re."""
        there = self._table.there_assi
        suits = tuple(sorted((self._courts[suit], there[suit]) for suit in places_of(owned)))
        return best_of_assi(Begun(*self._hand, own), suits, sum(there), self._table.left_to(own))


class Figures(dict[Own, int]):
    """A player's figures by trumps, computed on demand."""

    def __init__(self, player: Player, owned: int) -> None:
        self._player = player
        self._owned = owned
        self.turned = Turned(self)

    def __missing__(self, own: Own) -> int:
        self[own] = found = self._player.shown(own, self._owned)
        return found


class Turned(dict[Own, int]):
    """A player's figures by trumps, with the bits of each reversed."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def __missing__(self, own: Own) -> int:
        self[own] = found = turned(self._figures[own])
        return found


class Side:
    """Upper bounds of a side's players beside their cricche."""

    def __init__(self, best: AtBest, which: int, cricche: Cricche) -> None:
        self.players = [best.player(player, cricche) for player in best.table.sides[which]]
        of_tarocchi = cricche[0].player - best.table.sides[which].start if cricche[0].size else NOBODY
        self._mori = best.table.trumps.mori
        self._ways = [
            trumps_of_side(len(self.players), eager, of_tarocchi, best.table.trumps)
            for eager in (False, True)
        ]
        self._totals: dict[tuple[int, bool], dict[int, Own]] = {}
        self._owns: dict[tuple[int, bool, Own], list[Owns]] = {}

    def totals(self, fives: int, eager: bool) -> dict[int, Own]:
        """The sets of trumps with which the side might show this many fives if each of its players had the
        whole set. The keys are the codes of the sets.

        ``eager`` players show sequences, so they want trumps.
        """
        if (fives, eager) not in self._totals:
            self._totals[fives, eager] = self._reaching(fives, eager)
        return self._totals[fives, eager]

    def _reaching(self, fives: int, eager: bool) -> dict[int, Own]:
        failed: set[Own] = set()
        found: dict[int, Own] = {}
        figures = [player.with_any_re for player in self.players]
        for together in self._ways[eager]:
            same = (together,) * len(figures)
            if failed.isdisjoint(_with_one_more(together)) and reach(figures, same, fives):
                found[place_of(together, self._mori)] = together
            else:
                failed.add(together)
        return found

    def owns(self, fives: int, eager: bool, together: Own) -> list[Owns]:
        """The ways of sharing these trumps among the players by which the side might show this many fives."""
        key = (fives, eager, together)
        if key not in self._owns:
            figures = [player.with_any_re for player in self.players]
            self._owns[key] = [owns for owns in self._ways[eager][together] if reach(figures, owns, fives)]
        return self._owns[key]

    def figures(self, owned: Places) -> list["Figures"]:
        """The figures of each player with these Re."""
        return [player.with_re(re) for player, re in zip(self.players, owned, strict=True)]


def reach(figures: list[Figures], owns: Owns, fives: int) -> bool:
    """Whether players with these trumps might show this many fives together."""
    if len(figures) == 1:
        return bool(figures[0][owns[0]] >> fives & 1)
    return bool(figures[0][owns[0]] & figures[1].turned[owns[1]] >> _WIDTH - fives)


@cache
def _with_one_more(own: Own) -> tuple[Own, ...]:
    contatori, angelo, mondo, mori = own
    return (
        Own(contatori + 1, angelo, mondo, mori),
        Own(contatori, angelo + 1, mondo, mori),
        Own(contatori, angelo, mondo + 1, mori),
        Own(contatori, angelo, mondo, mori + 1),
    )


def makes(shown: tuple[int, ...], wanted: int) -> bool:
    """Whether the figures of one or two players can add up to the wanted fives."""
    *others, last = shown
    if not others:
        return bool(last >> wanted & 1)
    return bool(others[0] & turned(last) >> _WIDTH - wanted)


@lru_cache(_CACHE_SIZE)
def turned(figures: int) -> int:
    """The figures with their bits reversed, so that sums become an intersection after a shift."""
    return int(f"{figures:b}"[::-1], 2) << _WIDTH + 1 - figures.bit_length()
