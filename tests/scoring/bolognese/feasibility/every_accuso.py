"""Every pair of figures of accusi that two sides can show, found by sharing out the deck: the maker of the
table in ``scoring.bolognese.feasibility.shown``.

    python -m tests.scoring.bolognese.feasibility.every_accuso

writes the table anew, in some ten minutes. How it is found: cards are *shared out*, first between the sides,
then between partners. A player can show whatever some fifteen of the player's cards make, less than they hold
included, so that a larger share never shows less. That leaves few shares that matter:

- every card belongs to somebody;
- a card of a suit goes with its Re, but where it makes three alike with whom it goes to, or two assi;
- the Mondo goes with the Angelo, but where it makes three tarocchi with both contatori; Sole, Luna and the
numbers always go with the Angelo.

What the cards make is asked of the engine. Figures are sets in one integer, bit n for n points.
"""

from base64 import b85encode
from collections.abc import Iterator, Mapping
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, product
from operator import or_
from pathlib import Path
from typing import Final, NamedTuple
from zlib import compress

from scoring.bolognese.cards import CONTATORI, MOORS, NUMBERS, bits
from scoring.bolognese.combinations import POINTS_PER_CARD, SHORTEST, cricche_of, short_sequence
from scoring.bolognese.grande import ACCADEMIA, grande_cards

TABLE: Final = Path(__file__).parents[4] / "scoring/bolognese/feasibility/shown.py"
LINE: Final = 88
HEAD: Final = '''"""Every pair of figures of accusi that two sides can show: made, not written."""

from collections.abc import Mapping
from typing import Final

#: By the players of the first side and of the second and the cards of a hand: the bytes of a row, and the
#: rows, one for each figure of the first side, in which bit n is on when the second can show n beside it.
PACKED: Final[Mapping[tuple[int, int, int], tuple[int, tuple[str, ...]]]] = {'''

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


class Aside(NamedTuple):
    """Cards that are nobody's: how many of the numbers, of Luna and of the Moors, and which of the suits."""

    numbers: int = 0
    luna: int = 0
    mori: int = 0
    suits: Suits = (0, 0, 0, 0)


NOTHING_ASIDE: Final = Aside()


class Hands:
    """What one player can show of a share, with hands of so many cards."""

    def __init__(self, size: int, suits: int = 4, aside: tuple[int, int] = (0, 0)) -> None:
        """``aside``: how many of the numbers and of Luna are nobody's."""
        self.size = size
        self.aside = aside
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
        grande = _grande(trumps, room, *self.aside) if trumps.angelo else 0
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
def _grande(trumps: Trumps, room: int, no_numbers: int, no_luna: int) -> int:
    """The longest grande with these trumps and so many cards more, each of which counts in it."""
    head = ("Ang", *CONTATORI[: trumps.contatori], *("Mon",) * trumps.mondo)
    longest = 0
    for some in range(min(2 - no_luna, room) + 1):
        # Numbers that are missing are the lowest, or no neighbours: two contatori may stand for them.
        for left_out, mori in product(((), ("5",), ("5", "6"), ("5", "7")), (0, trumps.mori)):
            if len(left_out) >= no_numbers:
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


def both(
    players: tuple[int, int], hands: Hands, suits: int = 4, aside: Aside = NOTHING_ASIDE
) -> dict[int, int]:
    """For each figure of the first side, those that the second can show in the same deal."""
    first, second = (Sides(hands, number) for number in players)
    deck = tuple(ALL_OF_A_SUIT & ~gone for gone in aside.suits[:suits])
    trumps = ALL_TRUMPS._replace(mori=ALL_TRUMPS.mori - aside.mori)
    together: dict[int, int] = {}
    for one, other in shares_of_trumps(trumps):
        for mine, theirs in _shares(deck):
            figures = first.figures(mine, one)
            together[figures] = together.get(figures, 0) | second.figures(theirs, other)
    rows: dict[int, int] = {}
    for figures, others in together.items():
        for points in members(figures):
            rows[points] = rows.get(points, 0) | others
    return rows


def with_two_aside(hands: Mapping[tuple[int, int], Hands]) -> dict[int, int]:
    """What two players can show while two cards besides the scartini, tarocchi and re are nobody's; ``hands``
    by how many numbers and of Luna are aside."""
    rows: dict[int, int] = {}
    for aside in two_aside():
        for points, others in both((1, 1), hands[aside.numbers, aside.luna], aside=aside).items():
            rows[points] = rows.get(points, 0) | others
    return rows


def two_aside() -> Iterator[Aside]:
    """Two cards aside, suits that would only change places taken once; of Sole and Luna one way is
    enough."""
    yield Aside(numbers=1, luna=1)
    for numbers in range(3):
        for mori in range(3 - numbers):
            gone = {
                tuple(sorted(sum(chosen[suit::4]) for suit in range(4)))
                for chosen in _some_of_suits(2 - numbers - mori)
            }
            for suits in sorted(gone):
                yield Aside(numbers, 0, mori, suits)


def _some_of_suits(number: int) -> Iterator[Suits]:
    """So many cards of the suits' court and assi, each a place of its suit and its rank."""
    places = [(suit, card) for card in OF_USE for suit in range(4)]
    for few in combinations(places, number):
        yield tuple(card if (suit, card) in few else 0 for card in OF_USE for suit in range(4))


# --- the table


#: The players of each side and the cards of a hand, in every game whose players show accusi.
SEATS: Final = ((1, 1, 15), (2, 2, 15), (1, 2, 18), (1, 1, 20))


def packed(rows: Mapping[int, int]) -> tuple[int, tuple[str, ...]]:
    """The rows as the module of the table keeps them: bytes in a row, and all of them in lines of text."""
    longest = max(row.bit_length() for row in rows.values())
    width = (longest + 7) // 8
    table = b"".join(rows.get(points, 0).to_bytes(width, "little") for points in range(max(rows) + 1))
    text = b85encode(compress(table, 9)).decode()
    return width, tuple(text[place : place + LINE] for place in range(0, len(text), LINE))


def module(tables: Mapping[tuple[int, int, int], Mapping[int, int]]) -> str:
    """The source of the module of the table."""
    lines = [HEAD]
    for seats, rows in tables.items():
        width, text = packed(rows)
        lines += [f"    {seats}: (", f"        {width},", "        ("]
        lines += [f'            "{line}",' for line in text]
        lines += ["        ),", "    ),"]
    return "\n".join([*lines, "}", ""])


def main() -> None:
    """Write the table, once it is certain that what Millone for two lays aside forbids nothing."""
    hands = {size: Hands(size) for size in {size for _, _, size in SEATS}}
    tables = {seats: both(seats[:2], hands[seats[2]]) for seats in SEATS}
    aside = with_two_aside({gone: Hands(20, aside=gone) for gone in ((0, 0), (1, 0), (2, 0), (1, 1))})
    if aside != tables[1, 1, 20]:
        raise ArithmeticError("Millone for two needs a table of its own")
    TABLE.write_text(module(tables))


if __name__ == "__main__":
    main()
