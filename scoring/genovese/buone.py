"""Buone, the combinations that players declare: their cards, their points (Maillard, "Buone")."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.genovese.cards import BAGATTO, FIGURES, MATTO, MONDO, SUITS, TRUMPS, VALUES, in_deck_order

FRILLI: Final = "frilli"
TRIONFI: Final = "trionfi"
GATTI: Final = "gatti"
FAMIGLIA: Final = "famiglia"
QUATERNO: Final = "quaterno"
TERNO: Final = "terno"
#: In the order of the booklet's table (Maillard, "Buone").
BUONE: Final = (FRILLI, TRIONFI, GATTI, FAMIGLIA, QUATERNO, TERNO)

#: Maillard, "Buone": one point a card.
POINTS_A_CARD: Final[Mapping[str, int]] = {FRILLI: 1, TRIONFI: 1}
#: Maillard, "Buone": 10 points each, and 5 for a terno.
FIXED_POINTS: Final[Mapping[str, int]] = {GATTI: 10, FAMIGLIA: 10, QUATERNO: 10, TERNO: 5}

#: The Matto is no trionfo (Maillard, "Buone").
TRUMP_SET: Final = frozenset(TRUMPS)
GATTI_SET: Final = frozenset((MATTO, BAGATTO, MONDO))
#: Every numeral of the four suits (Maillard, "Buone").
SCARTINE: Final = frozenset(card for card in VALUES if not VALUES[card]) - TRUMP_SET
OF_SUIT: Final = {suit: frozenset(rank + suit for rank in FIGURES) for suit in SUITS}
OF_RANK: Final = {rank: frozenset(rank + suit for suit in SUITS) for rank in FIGURES}


@dataclass(frozen=True, slots=True)
class Buona:
    """One buona: its name, its cards in the deck's order, and the points it adds."""

    name: str
    cards: tuple[str, ...]
    points: int

    def as_json(self) -> dict[str, object]:
        """Returns the buona in the form that CONTRACT fixes."""
        return {"buona": self.name, "cards": len(self.cards), "points": self.points}


def made_of(name: str, cards: Iterable[str]) -> Buona:
    """Returns the buona of these cards, with all its points, as if its player had shown nothing before."""
    held = in_deck_order(cards)
    return Buona(name, held, FIXED_POINTS.get(name) or POINTS_A_CARD[name] * len(held))


def belongs(name: str, cards: frozenset[str], least: Mapping[str, int]) -> bool:
    """Whether exactly these cards make that buona; ``least`` has the fewest frilli and trionfi."""
    if name in POINTS_A_CARD:
        kind = SCARTINE if name == FRILLI else TRUMP_SET
        return name in least and cards <= kind and len(cards) >= least[name]
    if name == GATTI:
        return cards == GATTI_SET
    if name == FAMIGLIA:
        return cards in OF_SUIT.values()
    size = len(SUITS) if name == QUATERNO else len(SUITS) - 1
    return len(cards) == size and any(cards <= equal for equal in OF_RANK.values())


def buone_in(cards: Iterable[str], least: Mapping[str, int]) -> Iterator[Buona]:
    """Yields the largest buone of the cards, at most one of a kind for each suit or rank, in the order of
    ``BUONE``; a card may be in several (Maillard, "Buone")."""
    held = frozenset(cards)
    for name, kind in ((FRILLI, SCARTINE), (TRIONFI, TRUMP_SET)):
        if belongs(name, held & kind, least):
            yield made_of(name, held & kind)
    if held >= GATTI_SET:
        yield made_of(GATTI, GATTI_SET)
    for family in OF_SUIT.values():
        if held >= family:
            yield made_of(FAMIGLIA, family)
    for name, size in ((QUATERNO, len(SUITS)), (TERNO, len(SUITS) - 1)):
        for equal in OF_RANK.values():
            if len(held & equal) == size:
                yield made_of(name, held & equal)


def growth(earlier: Iterable[Buona], buona: Buona) -> Buona | None:
    """Returns the buona with its points less those already scored for its smaller forms; None when the player
    may not show it.

    A quaterno adds 5 to the terno of its figure; a larger set of trionfi adds the difference if it includes
    all those shown before (Maillard, "A pizzico", "Buone"). No buona is shown twice.
    """
    before = [shown for shown in earlier if _same_subject(shown, buona)]
    if not before:
        return buona
    if any(not set(shown.cards) < set(buona.cards) for shown in before):
        return None
    grows = buona.name in (TRIONFI, QUATERNO)
    worth = made_of(buona.name, buona.cards).points
    return Buona(buona.name, buona.cards, worth - sum(shown.points for shown in before)) if grows else None


def declarable(least: Mapping[str, int], hand: Iterable[str], shown: Iterable[Buona]) -> tuple[Buona, ...]:
    """Returns the largest buone that a player may still declare from the cards in hand, with the points that
    each adds.

    ``shown`` are that player's earlier ones, with the points they added.
    """
    earlier = tuple(shown)
    grown = (growth(earlier, buona) for buona in buone_in(hand, least))
    return tuple(buona for buona in grown if buona is not None)


def _same_subject(one: Buona, other: Buona) -> bool:
    """Whether one may extend the other: they have one suit, one figure, or the same kind of cards."""
    if {one.name, other.name} <= {TERNO, QUATERNO}:
        return one.cards[0][0] == other.cards[0][0]
    return one.name == other.name and (one.name != FAMIGLIA or one.cards == other.cards)
