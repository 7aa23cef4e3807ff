"""The ways of sharing out the cards that accusi are made of; a player is named by number."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from scoring.bolognese.cards import CONTATORI, SUITS
from scoring.bolognese.feasibility.hand import FREE, GONE, HELD

#: Nobody, where a player is meant.
NOBODY: Final = -1
Places = tuple[int, ...]


class Cricca(NamedTuple):
    """Whose it is, and how many cards it has."""

    player: int
    size: int


NO_CRICCA: Final = Cricca(NOBODY, 0)


class Own(NamedTuple):
    """The trumps of one player."""

    contatori: int
    angelo: bool
    mondo: bool
    mori: int


class Re(NamedTuple):
    """Whose each Re is, and which of them is not in the cricca."""

    #: For each player the suits, bit n for the suit in that place.
    owned: Places
    missing: int


@cache
def tarocchi_held(
    size: int, contatori: int, angelo: bool, mondo: bool
) -> tuple[tuple[int, int, int, int], ...]:
    """Which tarocchi are in a hand that needs so many for its cricca: how many of Angelo and Mondo, the
    contatori, and how the two stand."""
    found = []
    both = product((FREE, HELD) if angelo else (GONE,), (FREE, HELD) if mondo else (GONE,))
    for (one, other), spare in product(both, range(contatori + 1)):
        held = (one == HELD) + (other == HELD)
        if held == max(0, size - spare):
            found.append((held, spare, one, other))
    return tuple(found)


def missing_card(cricca: Cricca, there: Sequence[bool]) -> Iterable[int]:
    """Which card of its kind a cricca may lack, by suit."""
    if cricca.size != 3:
        return (NOBODY,)
    return range(len(there)) if all(there) else (list(there).index(False),)


@cache
def re_shared(cricca: Cricca, eager: Places, players: int, alike: tuple[object, ...]) -> tuple[Re, ...]:
    """The ways of sharing the Re; of those that only change suits that are alike, one."""
    found: dict[frozenset[tuple[object, int]], Re] = {}
    for owners, missing in _owners_of_re(cricca, eager):
        of_suits = zip(alike, owners, range(len(SUITS)), strict=True)
        kind = Counter((like, owner, suit == missing) for like, owner, suit in of_suits)
        found.setdefault(frozenset(kind.items()), Re(_by_player(owners, players), missing))
    return tuple(found.values())


def _owners_of_re(cricca: Cricca, eager: Places) -> Iterator[tuple[Places, int]]:
    """Whose each Re is, by suit, and which of them the cricca lacks."""
    others = eager or (NOBODY,)
    four = (cricca.player,) * len(SUITS)
    if not cricca.size:
        yield from ((owners, NOBODY) for owners in product(others, repeat=len(SUITS)))
    elif cricca.size == len(SUITS):
        yield four, NOBODY
    else:
        for suit, other in product(range(len(SUITS)), others):
            yield (*four[:suit], other, *four[suit + 1 :]), suit


@cache
def assi_shared(there: tuple[bool, ...], eager: Places, players: int) -> tuple[Places, ...]:
    """For each player the assi that are in an accuso of assi, bit n for the suit in that place; the ways with
    few of them first."""
    ways = product(*((NOBODY, *eager) if asso else (NOBODY,) for asso in there))
    kept = [way for way in ways if all(way.count(player) != 1 for player in eager)]
    return tuple(_by_player(way, players) for way in sorted(kept, key=lambda way: -way.count(NOBODY)))


def _by_player(owners: Places, players: int) -> Places:
    """For each player the suits that are the player's."""
    return tuple(
        sum(1 << suit for suit, owner in enumerate(owners) if owner == player) for player in range(players)
    )


@cache
def trumps_shared(
    mori: int, sides: tuple[range, range], eager: Places, of_tarocchi: int
) -> tuple[tuple[tuple[Own, ...], tuple[Own, ...]], ...]:
    """The ways of sharing the trumps that matter, by side and player: the Mondo is with the Angelo or beside
    both contatori, and one Moor of several, alone, is with the Angelo."""
    ours, theirs = sides
    number = len(ours) + len(theirs)
    holders = {*eager, of_tarocchi} - {NOBODY} or {0}
    spares = [way for way in _sharings(len(CONTATORI), number) if _only(way, holders)]
    shares = [way for way in _sharings(mori, number) if _only(way, set(eager) or {0})]
    found = []
    for spare, angelo, mondo, moors in product(spares, holders, holders, shares):
        alone = any(held == 1 and player != angelo and player in eager for player, held in enumerate(moors))
        if (alone and mori > 1) or (mondo != angelo and spare[mondo] < len(CONTATORI)):
            continue
        own = [Own(spare[each], each == angelo, each == mondo, moors[each]) for each in range(number)]
        found.append((tuple(own[: len(ours)]), tuple(own[len(ours) :])))
    return tuple(found)


def _sharings(number: int, players: int) -> list[Places]:
    return [way for way in product(range(number + 1), repeat=players) if sum(way) == number]


def _only(way: Places, holders: set[int]) -> bool:
    return all(player in holders for player, number in enumerate(way) if number)
