"""Whether declarations given by number of cards could be shown together: whether some hands hold them all.

A sheet says "Nord: three re, danari of four". That is enough for the points; it must still be possible that
some hands show all of it at once, with no card in two hands.

Every distribution of the contatori is tried, since they are in every sequence; it determines how many other
cards each declaration has. A sequence of a given size that can be shown with some contatori can also be shown
with more of them, so a player's sequences have as many contatori as possible. Trumps and suits compete only
for room in a hand, so the cards of each are computed separately, and those of the suits suit by suit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from operator import add
from typing import Final, NamedTuple

from scoring.bolognese.cards import ANGEL, BIT, CONTATORI, COURT, MOORS, SUIT_NAMES, SUITS, bits, codes_of
from scoring.bolognese.combinations import SUIT_BITS
from scoring.bolognese.grande import CONTATORI_BITS, MOORS_BITS, NUMBERS_BITS, grande_cards
from scoring.document import Declaration

#: The real cards that any sequence needs: Angelo and one pezzo, a Re and one court card, two assi, two mori
#: (Barilli 2.4).
_LEAST_OWN: Final = 2
_MONDO: Final = "Mon"
_ROSSE: Final = bits(("Sol", "Lun"))
_SUITS_BITS: Final = sum(SUIT_BITS.values())
_RANKS: Final = dict(zip(("re", "regine", "cavalli", "fanti"), ("R", *COURT), strict=True))
#: Families that two players can show at once.
_OF_TWO: Final = frozenset(("assi", "mori"))
#: The place of no player.
_NOBODY: Final = -1

#: Status of a card for one player: gone elsewhere, free to take, or in the hand already.
GONE, FREE, HELD = range(3)

#: Cards in each player's hand.
Sizes = tuple[int, ...]


class Shows(NamedTuple):
    """One player's declarations: the cards named, and the number of cards of the other families."""

    named: int
    numbers: Mapping[str, int]


def can_be_held(shown: Sequence[Declaration], rules: str, hand_size: int, aside: int = 0) -> bool:
    """Whether some hands, none too large, show all these declarations without a card of ``aside`` and without
    one in two hands.

    Exact; it takes a few milliseconds, a quarter of a second for a dozen declarations of four players. The
    caller guarantees that each declaration could be shown alone, that no player shows a family twice, and
    that no card is named by two players.
    """
    players = _by_player(shown)
    if not players or _is_shown_by_two(players):
        return not players
    named = sum(player.named for player in players)
    return not named & aside and any(
        _Hands(players, contatori, rules, aside).fit(hand_size)
        for contatori in _shares_of_contatori(players, aside)
    )


def _by_player(shown: Sequence[Declaration]) -> list[Shows]:
    return [
        Shows(
            bits(card for item in shown if item.player == player for card in item.cards),
            {item.family: item.number for item in shown if item.player == player and item.number is not None},
        )
        for player in dict.fromkeys(item.player for item in shown)
    ]


def _is_shown_by_two(players: list[Shows]) -> bool:
    """Whether two players show a family of which only one can hold enough: a Re, an Angelo, three of four."""
    families = [family for player in players for family in player.numbers if family not in _OF_TWO]
    return len(families) != len(set(families))


def _shares_of_contatori(players: list[Shows], aside: int) -> set[Sizes]:
    """Returns every distribution of the contatori, as a number for each player."""
    places = range(len(players))
    holders = []
    for card in map(BIT.__getitem__, CONTATORI):
        named = [place for place in places if players[place].named & card]
        holders.append(named or ([_NOBODY] if aside & card else [_NOBODY, *places]))
    return {tuple(chosen.count(place) for place in places) for chosen in product(*holders)}


class _Hands:
    """The players' hands, for one distribution of the contatori."""

    def __init__(self, players: list[Shows], contatori: Sizes, rules: str, aside: int) -> None:
        self.contatori = contatori
        self.named = [player.named for player in players]
        self.numbers = [player.numbers for player in players]
        self.rules = rules
        self.aside = aside
        self.shown_by = {family: place for place, numbers in enumerate(self.numbers) for family in numbers}

    def fit(self, hand_size: int) -> bool:
        """Whether the declarations fit into hands of this size."""
        trumps = {sizes for sizes in self._trumps() if max(sizes) <= hand_size}
        if not trumps:
            return False
        room = tuple(hand_size - min(sizes) for sizes in zip(*trumps, strict=True))
        suits = self._suits(room)
        return any(max(map(add, *both)) <= hand_size for both in product(trumps, suits))

    def _own(self, place: int, family: str) -> int:
        """Returns the cards besides contatori of a player's sequence; 0 if not declared by number."""
        number = self.numbers[place].get(family, 0)
        return max(number - self.contatori[place], min(number, _LEAST_OWN))

    # --- trumps and contatori

    def _trumps(self) -> Iterator[Sizes]:
        """Yields the numbers of trumps and contatori in the hands, in each way that matters."""
        for held in self._with_tarocchi():
            for fresh, moors in self._grandi(held):
                mori = [self._mori(place, moors) for place in range(len(held))]
                if sum(mori) <= (MOORS_BITS & ~self.aside).bit_count():
                    sizes = [cards.bit_count() for cards in held]
                    if "grande" in self.shown_by:
                        sizes[self.shown_by["grande"]] += fresh
                    yield tuple(map(sum, zip(sizes, mori, self.contatori, strict=True)))

    def _with_tarocchi(self) -> Iterator[list[int]]:
        """Yields the trumps of each hand but Moors and contatori: those named, and those of the tarocchi."""
        held = [cards & ~(_SUITS_BITS | MOORS_BITS | CONTATORI_BITS) for cards in self.named]
        place = self.shown_by.get("tarocchi")
        if place is None:
            yield held
            return
        for few in combinations((ANGEL, _MONDO), self.numbers[place]["tarocchi"] - self.contatori[place]):
            if not bits(few) & (self.aside | sum(held) - held[place]):
                yield [cards | bits(few) if each == place else cards for each, cards in enumerate(held)]

    def _grandi(self, held: list[int]) -> Iterator[tuple[int, int]]:
        """Yields the cards that the grande adds to the hand without its Moors, and how many Moors it has."""
        place = self.shown_by.get("grande")
        if place is None:
            yield 0, 0
            return
        gone = self.aside | sum(held) - held[place]
        angelo, mondo = (_status(card, held[place], gone) for card in (ANGEL, _MONDO))
        if angelo == GONE:
            return
        number = self.numbers[place]["grande"]
        out = self.aside & (_ROSSE | NUMBERS_BITS)
        broken, through = _grandi(angelo, mondo, number - self._own(place, "grande"), out, self.rules)
        # Steps are the cards after the first.
        yield from ((way.cards, 0) for way in broken if way.steps + 1 == number)
        yield from ((way.cards, number - way.steps - 1) for way in through if way.steps + 1 < number)

    def _mori(self, place: int, of_grande: int) -> int:
        """Returns the number of Moors that a hand needs; mori and grande share them."""
        needed = of_grande if self.shown_by.get("grande") == place else 0
        return max(self._own(place, "mori"), (self.named[place] & MOORS_BITS).bit_count(), needed)

    # --- suits

    def _suits(self, room: Sizes) -> set[Sizes]:
        """Returns the numbers of suit cards in the hands, in each way that fits.

        Two facts carry over from suit to suit: the cricche that may still lack a card, and the assi that are
        still needed.
        """
        assi = tuple(self._own(place, "assi") for place in range(len(room)))
        incomplete = frozenset(
            family for family in _RANKS if self.numbers[self.shown_by.get(family, 0)].get(family) == 3
        )
        ways = {(incomplete, assi, (0,) * len(room))}
        for suit in SUITS:
            ways = set(self._and_suit(suit, ways, room))
        return {sizes for _, still, sizes in ways if not any(still)}

    def _and_suit(
        self, suit: str, ways: set[tuple[frozenset[str], Sizes, Sizes]], room: Sizes
    ) -> Iterator[tuple[frozenset[str], Sizes, Sizes]]:
        known = cache(self._in_suit)
        for incomplete, assi, sizes in ways:
            askers = (place for place, number in enumerate(assi) if number)
            for lacking, asso in product(_subsets(incomplete), (_NOBODY, *askers)):
                more = known(suit, lacking, asso)
                if more is None:
                    continue
                total = tuple(map(add, sizes, more))
                if all(map(int.__le__, total, room)):
                    still = tuple(number - (place == asso) for place, number in enumerate(assi))
                    yield incomplete - lacking, still, total

    def _in_suit(self, suit: str, lacking: frozenset[str], asso: int) -> Sizes | None:
        """Returns the fewest cards of a suit in each hand; None if impossible.

        ``lacking`` are the cricche without a card of this suit; ``asso`` is the player who shows its asso
        among the assi.
        """
        hands = [cards & SUIT_BITS[SUIT_NAMES[suit]] for cards in self.named]
        wanted = [
            (self.shown_by[family], BIT[rank + suit])
            for family, rank in _RANKS.items()
            if family in self.shown_by and family not in lacking
        ]
        if asso != _NOBODY:
            wanted.append((asso, BIT["A" + suit]))
        for place, card in wanted:
            if card & (self.aside | sum(hands) - hands[place]):
                return None
            hands[place] |= card
        sizes = [cards.bit_count() for cards in hands]
        owner = self.shown_by.get(SUIT_NAMES[suit])
        if owner is not None:
            fewest = self._sequence(suit, owner, hands)
            if fewest is None:
                return None
            sizes[owner] += fewest
        return tuple(sizes)

    def _sequence(self, suit: str, owner: int, hands: list[int]) -> int | None:
        """Returns the fewest cards that a suit's sequence adds to its owner's hand; None if impossible."""
        held, gone = hands[owner], self.aside | sum(hands) - hands[owner]
        re, *court, asso = (_status(rank + suit, held, gone) for rank in ("R", *COURT, "A"))
        if re == GONE:
            return None
        family = SUIT_NAMES[suit]
        own = self._own(owner, family)
        contatori = self.numbers[owner][family] - own
        # Barilli 2.4: two of the court, or one and a contatore.
        least = max(1, 2 - contatori)
        ways = [
            (re == FREE) + max(0, figures - court.count(HELD)) + (with_asso and asso == FREE)
            for with_asso in (False, True)
            if least <= (figures := own - 1 - with_asso) <= len(court) - court.count(GONE)
            if not (with_asso and asso == GONE)
        ]
        return min(ways, default=None)


def _status(card: str, held: int, gone: int) -> int:
    """Returns whether the card is in the player's hand, free to take, or gone."""
    if held & BIT[card]:
        return HELD
    return GONE if gone & BIT[card] else FREE


@cache
def _subsets(families: frozenset[str]) -> tuple[frozenset[str], ...]:
    return tuple(
        frozenset(few) for number in range(len(families) + 1) for few in combinations(families, number)
    )


# --- the grandi that a player can show, from the cards in the hand and those that it may still take


class _Way(NamedTuple):
    """A grande: the further cards of the hand that it takes, and its steps, one less than its cards."""

    cards: int
    steps: int


@lru_cache(1_000)
def _grandi(
    angelo: int, mondo: int, contatori: int, out: int, rules: str
) -> tuple[tuple[_Way, ...], tuple[_Way, ...]]:
    """Returns the ways of a grande without Moors, and of those past the 5, with this many contatori; the
    Sole, Luna and numbers that are ``out`` are laid aside."""
    pezzi = (*(("Mon",) if mondo else ()), *codes_of(_ROSSE & ~out))
    held = {card for card, status in ((ANGEL, angelo), ("Mon", mondo)) if status == HELD}
    row = (ANGEL, *pezzi, *codes_of(NUMBERS_BITS & ~out))
    broken = (row[:end] for end in range(2, len(row) + 1))
    through = (
        tuple(card for card in row if card not in missing)
        for number in range(len(CONTATORI) + 2)
        for missing in combinations(row[1:], number)
    )
    spare = CONTATORI[:contatori]
    moor = BIT[MOORS[0]]

    def ways(rows: Iterable[tuple[str, ...]], further: int) -> tuple[_Way, ...]:
        every = {
            _Way(len({*cards} - held), len(cards) + contatori - 1)
            for cards in rows
            if grande_cards(bits((*cards, *spare)) | further, rules)
            == len(cards) + contatori + further.bit_count()
        }
        return tuple(sorted(every))

    return ways(broken, 0), ways(through, moor)
