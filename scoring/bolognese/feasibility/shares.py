"""Ways of sharing out the cards that declarations consist of.

Players and suits are numbered. *Eager* players are those who show sequences: they want the cards that no
cricca takes. Cards that are not laid aside are *there*. The *court* of a suit is its regina, cavallo and
fante.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, CONTATORI, COURT, SUITS, bits
from scoring.bolognese.combinations import CRICCHE, POINTS_PER_CARD, THREE_OF_A_KIND, doubled_from_three
from scoring.bolognese.feasibility.shown import Seats
from scoring.bolognese.grande import CONTATORI_BITS, MOORS_BITS, NUMBERS_BITS
from scoring.bolognese.sequences_in_hand import FREE, GONE, HELD, Left

#: Stands for no player.
NOBODY: Final = -1
Places = tuple[int, ...]


class Cricca(NamedTuple):
    """The player who shows a cricca, and its number of cards."""

    player: int
    size: int


NO_CRICCA: Final = Cricca(NOBODY, 0)
_ROSSE: Final = bits(("Sol", "Lun"))
_NO_GRANDE: Final = Left(0, 0, "")


class Table:
    """The seats, and the cards that are not laid aside."""

    def __init__(self, seats: Seats, aside: int, rules: str) -> None:
        self.hand = seats.hand
        self.players = range(seats.first + seats.second)
        self.sides = seats.sides
        self._left = Left(_ROSSE & ~aside, NUMBERS_BITS & ~aside, rules)
        #: For re, regine, cavalli and fanti: whether the card of each suit is there; then the same for assi.
        self.there = [tuple(bool(BIT[rank + suit] & ~aside) for suit in SUITS) for rank in ("R", *COURT)]
        self.re = sum(re << suit for suit, re in enumerate(self.there[0]))
        self.there_assi = tuple(bool(BIT["A" + suit] & ~aside) for suit in SUITS)
        #: All the trumps that the players may have.
        self.trumps = Own(
            (CONTATORI_BITS & ~aside).bit_count(),
            int(not BIT[ANGEL] & aside),
            int(not BIT["Mon"] & aside),
            (MOORS_BITS & ~aside).bit_count(),
        )
        #: For each suit the cards of it that are there: suits with equal values are interchangeable.
        self.alike = tuple(
            (*(kind[suit] for kind in self.there), self.there_assi[suit]) for suit in range(len(SUITS))
        )

    def left_to(self, own: "Own") -> Left:
        """Cards of the grande that a player with these trumps may have; none without the Angelo."""
        return self._left if own.angelo else _NO_GRANDE


class Own(NamedTuple):
    """The trumps of one player."""

    contatori: int
    angelo: int
    mondo: int
    mori: int

    @property
    def tarocchi(self) -> int:
        """The number of tarocchi among them."""
        return self.contatori + self.angelo + self.mondo


NO_TRUMPS: Final = Own(0, 0, 0, 0)


class Re(NamedTuple):
    """The players who own the Re, and the suit whose Re is not in the cricca."""

    #: For each player a bit mask of suits.
    owned: Places
    missing: int


@cache
def tarocchi_held(
    size: int, contatori: int, angelo: int, mondo: int
) -> tuple[tuple[int, int, int, int], ...]:
    """The tarocchi in a hand that needs `size` of them for its cricca, each way as: number of Angelo and
    Mondo, number of contatori, status of the Angelo, status of the Mondo."""
    found = []
    both = product((FREE, HELD) if angelo else (GONE,), (FREE, HELD) if mondo else (GONE,))
    for (one, other), spare in product(both, range(contatori + 1)):
        held = (one == HELD) + (other == HELD)
        if held == max(0, size - spare):
            found.append((held, spare, one, other))
    return tuple(found)


def missing_card(cricca: Cricca, there: Sequence[bool]) -> Iterable[int]:
    """The suits whose card a cricca may lack."""
    if cricca.size != 3:
        return (NOBODY,)
    return range(len(there)) if all(there) else (list(there).index(False),)


@cache
def re_shared(
    cricca: Cricca, eager: Places, players: int, there: tuple[bool, ...], alike: tuple[object, ...]
) -> tuple[Re, ...]:
    """The ways of sharing out the Re that are there. Ways that differ only by interchangeable suits count as
    one."""
    found: dict[frozenset[tuple[object, int]], Re] = {}
    for owners, missing in _owners_of_re(cricca, eager, there):
        of_suits = zip(alike, owners, range(len(SUITS)), strict=True)
        kind = Counter((like, owner, suit == missing) for like, owner, suit in of_suits)
        found.setdefault(frozenset(kind.items()), Re(_by_player(owners, players), missing))
    return tuple(found.values())


def _owners_of_re(cricca: Cricca, eager: Places, there: tuple[bool, ...]) -> Iterator[tuple[Places, int]]:
    """Yields the owner of each suit's Re, with the suit whose Re the cricca lacks."""
    others = [(eager or (NOBODY,)) if re else (NOBODY,) for re in there]
    four = (cricca.player,) * len(SUITS)
    if not cricca.size:
        yield from ((owners, NOBODY) for owners in product(*others))
    elif cricca.size == len(SUITS):
        yield four, NOBODY
    else:
        for suit in missing_card(cricca, there):
            yield from (((*four[:suit], other, *four[suit + 1 :]), suit) for other in others[suit])


@cache
def assi_shared(there: tuple[bool, ...], eager: Places, players: int) -> tuple[Places, ...]:
    """Ways of sharing out the assi of declarations of assi: for each player a bit mask of suits. Ways with
    few assi come first."""
    ways = product(*((NOBODY, *eager) if asso else (NOBODY,) for asso in there))
    kept = [way for way in ways if all(way.count(player) != 1 for player in eager)]
    return tuple(_by_player(way, players) for way in sorted(kept, key=lambda way: -way.count(NOBODY)))


def _by_player(owners: Places, players: int) -> Places:
    """For each player the bit mask of the suits whose card the player owns."""
    return tuple(
        sum(1 << suit for suit, owner in enumerate(owners) if owner == player) for player in range(players)
    )


@cache
def trumps_of_side(
    players: int, eager: bool, of_tarocchi: int, there: Own
) -> dict[Own, tuple[tuple[Own, ...], ...]]:
    """All ways of sharing trumps among a side's players, by the side's trumps together, the most first.

    A player who shows no sequences has no trumps, except for the cricca of tarocchi.
    """
    found: dict[Own, list[tuple[Own, ...]]] = {}
    of_cricca = tuple(own for own in every_own(there) if not own.mori)
    each = [
        every_own(there) if eager else of_cricca if place == of_tarocchi else (NO_TRUMPS,)
        for place in range(players)
    ]
    for owns in product(*each):
        together = Own(*map(sum, zip(*owns, strict=True)))
        if all(map(int.__le__, together, there)):
            found.setdefault(together, []).append(owns)
    return {total: tuple(found[total]) for total in sorted(found, key=sum, reverse=True)}


def place_of(own: Own, mori: int) -> int:
    """Encodes trumps as an integer; the code of all trumps less this one is the code of the trumps that
    remain."""
    return ((own.contatori * 2 + own.angelo) * 2 + own.mondo) * (mori + 1) + own.mori


@cache
def every_own(there: Own) -> tuple[Own, ...]:
    """The trumps that a player may have, without useless ones.

    The Mondo goes with the Angelo or beside both contatori, and a single Moor of several goes with the
    Angelo. When the Angelo is laid aside, the Mondo may be anywhere.
    """
    every = product(*(range(number + 1) for number in there))
    return tuple(own for own in (Own(*each) for each in every) if own.angelo or _matters(own, there))


def _matters(own: Own, there: Own) -> bool:
    """Whether trumps without the Angelo are among those that matter."""
    of_use = not there.angelo or not own.mondo or own.contatori == len(CONTATORI)
    return of_use and (own.mori != 1 or there.mori == 1)


@cache
def places_of(suits: int) -> Places:
    """The suits of a bit mask, by number."""
    return tuple(suit for suit in range(len(SUITS)) if suits >> suit & 1)


#: One cricca for each family, in order.
Cricche = tuple[Cricca, ...]


class Way(NamedTuple):
    """The cricche of each side, and the points in fives that each side's sequences must make beside them."""

    cricche: tuple[Cricche, Cricche]
    fives: tuple[int, int]

    @property
    def together(self) -> Cricche:
        return tuple(map(max, *self.cricche))

    @property
    def wanted(self) -> tuple[tuple[int, bool], tuple[int, bool]]:
        """For each side its fives, and whether its players may hold trumps.

        Where nobody shows sequences, the trumps go to the first side: any owner would do.
        """
        ours, theirs = self.fives
        return (ours, bool(ours) or not theirs), (theirs, bool(theirs))


def ways_of(points: tuple[int, int], sides: tuple[range, range]) -> list[Way]:
    """The cricche that leave each side a multiple of five for its sequences, those with the fewest fives
    first."""
    first, second = (_leaving(wanted, side) for wanted, side in zip(points, sides, strict=True))
    found = [
        Way((ours, theirs), (fives, others))
        for families, some in first.items()
        for taken, rest in second.items()
        if not families & taken
        for (ours, fives), (theirs, others) in product(some, rest)
    ]
    return sorted(found, key=lambda way: sum(way.fives))


def _leaving(points: int, side: range) -> dict[int, list[tuple[Cricche, int]]]:
    """A side's cricche that leave a multiple of five, with the remaining fives, by bit mask of families."""
    return {
        families: [
            (cricche, (points - worth) // POINTS_PER_CARD)
            for cricche, worth in ways
            if worth <= points and (points - worth) % POINTS_PER_CARD == 0
        ]
        for families, ways in cricche_of_side(side).items()
    }


@cache
def cricche_of_side(side: range) -> dict[int, list[tuple[Cricche, int]]]:
    """All cricche that a side can have, with their points, by bit mask of families."""
    found: dict[int, list[tuple[Cricche, int]]] = {}
    for cricche in _every(side, ()):
        families = sum(1 << place for place, cricca in enumerate(cricche) if cricca.size)
        worth = sum(_worth(cricche, player) for player in side)
        found.setdefault(families, []).append((cricche, worth))
    return found


def _every(side: range, known: Cricche) -> Iterator[Cricche]:
    if len(known) == len(CRICCHE):
        yield known
        return
    yield from _every(side, (*known, NO_CRICCA))
    # Partners who are still alike are interchangeable: only the first is tried.
    used = {cricca.player for cricca in known}
    for player in side:
        if player == side.start or player - 1 in used or player in used:
            for size in (3, 4):
                yield from _every(side, (*known, Cricca(player, size)))


def _worth(cricche: Cricche, player: int) -> int:
    """Points of a player's cricche, doubled from three on."""
    own = [
        THREE_OF_A_KIND[family] * (cricca.size - 2)
        for family, cricca in zip(CRICCHE, cricche, strict=True)
        if cricca.player == player
    ]
    return doubled_from_three(len(own), sum(own))
