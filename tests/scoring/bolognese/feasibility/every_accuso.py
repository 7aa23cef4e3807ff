"""Every pair of figures of accusi that two sides can show, found by sharing out the deck: the maker of the
table in ``scoring/bolognese/feasibility/shown.lzma``.

    python -m tests.scoring.bolognese.feasibility.every_accuso

writes the table anew, in some ten minutes. How it is found: cards are *shared out*, first between the sides,
then between partners. A player can show whatever some fifteen of the player's cards make, less than they hold
included, so that a larger share never shows less. That leaves few shares that matter:

- every card belongs to somebody;
- a card of a suit goes with its Re, but where it makes three alike with whom it goes to, or two assi;
- the Mondo goes with the Angelo, but where it makes three tarocchi with both contatori; Sole, Luna and the
numbers always go with the Angelo.

Cards laid aside forbid nothing: enough scartini are left. What the cards make is asked of the engine. Figures
are sets in one integer, bit n for n points.
"""

from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, product
from lzma import FILTER_LZMA1, FORMAT_ALONE, PRESET_EXTREME, compress
from operator import or_
from pathlib import Path
from typing import Final, NamedTuple

from scoring.bolognese.cards import CONTATORI, MOORS, NUMBERS, bits
from scoring.bolognese.combinations import POINTS_PER_CARD, SHORTEST, cricche_of, short_sequence
from scoring.bolognese.feasibility.sheet import _ALONE, _ROWS, _WIDTH
from scoring.bolognese.grande import ACCADEMIA, grande_cards

TABLE: Final = Path(__file__).parents[4] / "scoring/bolognese/feasibility/shown.lzma"
#: One stream without a header, best where rows are alike.
FILTERS: Final = [
    {"id": FILTER_LZMA1, "preset": 9 | PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 18}
]

#: A suit's cards that enter a combination, bit by bit; what is held of one suit is a number below 32.
RANKS: Final = "RQCFA"
RE, REGINA, CAVALLO, FANTE, ASSO = (1 << place for place in range(len(RANKS)))
ALL_OF_A_SUIT: Final = 31
#: Of so many cards alike one is of use to who has not its Re: a cricca, or assi with a contatore.
OF_USE: Final = {REGINA: 3, CAVALLO: 3, FANTE: 3, ASSO: 2}

Suits = tuple[int, ...]


class Trumps(NamedTuple):
    """How many contatori, whether Angelo and Mondo, how many Moors; the Angelo has the rest of the grande."""

    contatori: int
    angelo: int
    mondo: int
    mori: int


ALL_TRUMPS: Final = Trumps(2, 1, 1, 4)


class Hands:
    """What one player can show of a share, with hands of so many cards."""

    def __init__(self, size: int, suits: int = 4) -> None:
        self.size = size
        self.shares = sorted(combinations_with_replacement(range(32), suits), key=_how_many)
        self.place = {share: place for place, share in enumerate(self.shares)}
        self._smaller = [tuple({self.place[less] for less in _one_less(share)}) for share in self.shares]
        held = [_held(share) for share in self.shares]
        self._kinds = list(dict.fromkeys(held))
        numbers = {kind: number for number, kind in enumerate(self._kinds)}
        self._kind_of = [numbers[each] for each in held]
        self._tables: dict[Trumps, list[int]] = {}
        self._same: dict[int, int] = {}

    def figures(self, suits: Suits, trumps: Trumps) -> int:
        return self.table(trumps)[self.place[suits]]

    def table(self, trumps: Trumps) -> list[int]:
        """The figures of every share of the suits with these trumps, in the order of ``shares``."""
        if trumps not in self._tables:
            exactly = [self._exactly(held, trumps) for held in self._kinds]
            smaller = [self.table(less) for less in _less(trumps)]
            found: list[int] = []
            for place, kind in enumerate(self._kind_of):
                figures = exactly[kind]
                for less in self._smaller[place]:
                    figures |= found[less]
                for others in smaller:
                    figures |= others[place]
                found.append(self._same.setdefault(figures, figures))
            self._tables[trumps] = found
        return self._tables[trumps]

    def _exactly(self, held: "Held", trumps: Trumps) -> int:
        """What these cards show, all of them in the hand, with as much of the grande as finds room."""
        room = self.size - held.cards - sum(trumps)
        if room < 0:
            return 0
        contatori = trumps.contatori
        mori = _equals("mori", trumps.mori, contatori)
        grande = _grande(trumps, room) if trumps.angelo else 0
        lengths = (*held.lengths[contatori], mori, grande)
        tarocchi = contatori + trumps.angelo + trumps.mondo
        return _shown((tarocchi, *held.alike), tuple(sorted(filter(None, lengths))))


class Held(NamedTuple):
    """All that a share of the suits says, if all of it is in the hand."""

    cards: int
    #: Of re, regine, cavalli and fanti, where they make a cricca.
    alike: Suits
    #: How long its sequences are with no contatore, with one, with two.
    lengths: tuple[Suits, ...]


def _held(suits: Suits) -> Held:
    alike = (sum(share >> kind & 1 for share in suits) for kind in range(4))
    assi = sum(share >> 4 for share in suits)
    lengths = (
        (*(_suit(share, contatori) for share in suits), _equals("assi", assi, contatori))
        for contatori in range(3)
    )
    return Held(
        _how_many(suits),
        tuple(map(_if_cricca, alike)),
        tuple(tuple(sorted(filter(None, each))) for each in lengths),
    )


def _how_many(suits: Suits) -> int:
    return sum(share.bit_count() for share in suits)


def _one_less(suits: Suits) -> Iterator[Suits]:
    for place, share in enumerate(suits):
        for card in range(len(RANKS)):
            if share >> card & 1:
                yield tuple(sorted((*suits[:place], share ^ 1 << card, *suits[place + 1 :])))


def _less(trumps: Trumps) -> Iterator[Trumps]:
    for place, number in enumerate(trumps):
        if number:
            yield Trumps(*trumps[:place], number - 1, *trumps[place + 1 :])


@cache
def _suit(share: int, contatori: int) -> int:
    held = (rank + "d" for place, rank in enumerate(RANKS) if share >> place & 1)
    found = short_sequence("danari", bits((*held, *CONTATORI[:contatori])))
    return found.cards if found else 0


@cache
def _equals(family: str, number: int, contatori: int) -> int:
    cards = {"assi": ("Ad", "Ac", "As", "Ab"), "mori": MOORS}[family]
    found = short_sequence(family, bits((*cards[:number], *CONTATORI[:contatori])))
    return found.cards if found else 0


@cache
def _grande(trumps: Trumps, room: int) -> int:
    """The longest grande with these trumps and so many cards more, each of which counts in it."""
    head = ("Ang", *CONTATORI[: trumps.contatori], *("Mon",) * trumps.mondo)
    longest = 0
    for some in range(min(2, room) + 1):
        # Numbers that are missing are the lowest, or no neighbours: two contatori may stand for them.
        for left_out, mori in product(((), ("5",), ("5", "6"), ("5", "7")), (0, trumps.mori)):
            numbers = [number for number in NUMBERS if number not in left_out][: room - some]
            held = bits((*head, *("Sol", "Lun")[:some], *numbers, *MOORS[:mori]))
            longest = max(longest, grande_cards(held, ACCADEMIA))
    return longest


@cache
def _shown(alike: tuple[int, ...], lengths: tuple[int, ...]) -> int:
    """The figures of one player who has so many alike and sequences so long, any of them shown or not,
    with fewer cards or all."""
    ways = ([size for size in (0, 3, 4) if size <= number] for number in map(_if_cricca, alike))
    worth = {cricche_of(*sizes).total for sizes in product(*ways)}
    return reduce(or_, (_in_sequences(lengths) << points for points in worth))


def _if_cricca(number: int) -> int:
    return number if number >= 3 else 0


@cache
def _in_sequences(lengths: tuple[int, ...]) -> int:
    """The points of some of these sequences, each as long as this or shorter; three or more are doubled."""
    found = 1
    for number in range(1, len(lengths) + 1):
        each = POINTS_PER_CARD * (2 if number >= 3 else 1)
        for few in combinations(lengths, number):
            least, most = number * (SHORTEST - 1), sum(few) - number
            found |= reduce(or_, (1 << each * steps for steps in range(least, most + 1)))
    return found


# --- sharing out


def shares_of_suits(suits: Suits) -> set[tuple[Suits, Suits]]:
    """The ways of sharing these cards of the suits between two that matter, each share in one order."""
    return {(tuple(sorted(first)), tuple(sorted(second))) for first, second in placed_shares(suits)}


def placed_shares(suits: Suits) -> Iterator[tuple[Suits, Suits]]:
    """The same suit by suit."""
    for re in product(*((0, 1) if share & RE else (0,) for share in suits)):
        kinds = [list(_shared(suits, re, card)) for card in OF_USE]
        for others in product(*kinds):
            second = tuple(
                (RE if share & RE and owner else 0) | sum(taken)
                for share, owner, *taken in zip(suits, re, *others, strict=True)
            )
            yield tuple(share ^ taken for share, taken in zip(suits, second, strict=True)), second


def _shared(suits: Suits, re: tuple[int, ...], card: int) -> Iterator[tuple[int, ...]]:
    """Which cards of a kind the second has: each goes with its Re or to who has as many as are of use."""
    there = [bool(share & card) for share in suits]
    for owners in product(*((0, 1) if held else (0,) for held in there)):
        of_each = [
            sum(held and owner == who for held, owner in zip(there, owners, strict=True)) for who in (0, 1)
        ]
        if all(
            not held or owner == king or of_each[owner] >= OF_USE[card]
            for held, owner, king in zip(there, owners, re, strict=True)
        ):
            yield tuple(card if owner else 0 for owner in owners)


def shares_of_trumps(trumps: Trumps) -> Iterator[tuple[Trumps, Trumps]]:
    """The ways of sharing the trumps between two that matter."""
    for first in product(*(range(number + 1) for number in trumps)):
        one = Trumps(*first)
        other = Trumps(*(have - taken for have, taken in zip(trumps, one, strict=True)))
        if all(_is_of_use(share, trumps) for share in (one, other)):
            yield one, other


def _is_of_use(share: Trumps, of: Trumps) -> bool:
    mondo = not share.mondo or share.angelo or not of.angelo or share.contatori == 2
    mori = share.mori != 1 or share.angelo or of.mori == 1
    return bool(mondo and mori)


class Sides:
    """What one or two partners can show of a share."""

    def __init__(self, hands: Hands, players: int) -> None:
        self.hands = hands
        self.players = players
        self._known: dict[tuple[Suits, Trumps], int] = {}
        self._sums: dict[tuple[int, int], int] = {}

    def figures(self, suits: Suits, trumps: Trumps) -> int:
        if self.players == 1:
            return self.hands.figures(suits, trumps)
        key = (suits, trumps)
        if key not in self._known:
            self._known[key] = self._of_two(suits, trumps)
        return self._known[key]

    def _of_two(self, suits: Suits, trumps: Trumps) -> int:
        place = self.hands.place
        shares = [(place[first], place[second]) for first, second in _shares(suits)]
        pairs = set()
        for one, other in shares_of_trumps(trumps):
            firsts, seconds = self.hands.table(one), self.hands.table(other)
            pairs |= {(firsts[first], seconds[second]) for first, second in shares}
        return reduce(or_, (self._sum(*sorted(pair)) for pair in pairs))

    def _sum(self, few: int, many: int) -> int:
        if (few, many) not in self._sums:
            self._sums[few, many] = reduce(or_, (many << points for points in members(few)))
        return self._sums[few, many]


_shares = cache(shares_of_suits)


def members(figures: int) -> Iterator[int]:
    """The figures of a set, the smallest first."""
    while figures:
        lowest = figures & -figures
        yield lowest.bit_length() - 1
        figures ^= lowest


def both(players: tuple[int, int], hands: Hands, suits: int = 4) -> dict[int, int]:
    """For each figure of the first side, those that the second can show in the same deal."""
    first, second = (Sides(hands, number) for number in players)
    together: dict[int, int] = {}
    for one, other in shares_of_trumps(ALL_TRUMPS):
        for mine, theirs in _shares((ALL_OF_A_SUIT,) * suits):
            figures = first.figures(mine, one)
            together[figures] = together.get(figures, 0) | second.figures(theirs, other)
    rows: dict[int, int] = {}
    for figures, others in together.items():
        for points in members(figures):
            rows[points] = rows.get(points, 0) | others
    return rows


def lacking(players: int, hands: Hands, suits: int = 4) -> list[int]:
    """The figures of a side that lacks the Angelo, the Matto, and both."""
    side, found = Sides(hands, players), [0, 0, 0]
    for trumps, _ in shares_of_trumps(ALL_TRUMPS):
        figures = reduce(or_, (side.figures(mine, trumps) for mine, _ in _shares((ALL_OF_A_SUIT,) * suits)))
        lacks = (not trumps.angelo, trumps.contatori < len(CONTATORI))
        for place, wanted in enumerate((lacks[0], lacks[1], all(lacks))):
            found[place] |= figures if wanted else 0
    return found


# --- the table


def main() -> None:
    """Write the table."""
    hands = {size: Hands(size) for size in (15, 18, 20)}
    rows: list[int] = []
    for seats in _ROWS:
        found = both((seats.first, seats.second), hands[seats.hand])
        rows += (found.get(points, 0) for points in range(max(found) + 1))
    for players_alone, size in _ALONE:
        rows += lacking(players_alone, hands[size])
    table = b"".join(row.to_bytes(_WIDTH, "little") for row in rows)
    TABLE.write_bytes(compress(table, FORMAT_ALONE, filters=FILTERS))


if __name__ == "__main__":
    main()
