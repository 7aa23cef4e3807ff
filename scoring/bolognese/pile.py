"""The piles of a deal: read, completed with the rest of the deck, and checked against the rules of play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.bolognese.cards import WHOLE_DECK, codes_of, parse
from scoring.errors import ScoringError
from scoring.game import Game


@dataclass(frozen=True, slots=True)
class DealShape:
    """The trick size, number of tricks and discards of a deal between two owners."""

    trick: int
    #: The number of cards in a hand when the first trick begins.
    tricks: int
    #: Cards laid aside by the owner who discards more (the dealer, or the soloist), and by the other.
    aside: tuple[int, int]

    @property
    def cards(self) -> int:
        """The number of cards that both owners have together."""
        return self.trick * self.tricks + sum(self.aside)

    def laid_aside(self, discards: bool | None) -> int:
        """Returns how many cards an owner laid aside; the smaller number when the discarder is unknown."""
        return min(self.aside) if discards is None else self.aside[0 if discards else 1]

    def sizes(self, *, discards: bool) -> range:
        """Returns the sizes of a pile when both took a trick and the Matto is paid for (Barilli 3.9)."""
        aside = self.laid_aside(discards)
        return range(aside + self.trick, aside + self.trick * self.tricks, self.trick)

    def largest_without_trick(self, discards: bool | None) -> int:
        """Returns the largest pile size that proves that its owner took no trick: the pile is the discard and
        the Matto, which pass to the other side (Barilli 3.9.1)."""
        return min(max(self.aside) + 1, self.laid_aside(discards) + self.trick - 1)


#: Four cards to a trick, two in the discard (Barilli 3.3, 3.4).
TRICK_SIZE: Final = 4
DISCARD_SIZE: Final = 2
#: Barilli 3.2, 3.3.
PAIRS: Final = DealShape(TRICK_SIZE, 15, (DISCARD_SIZE, 0))
#: Barilli 4.2.1: eighteen cards each, eight in the discard or in the pozzo.
TERZIGLIO: Final = DealShape(3, 18, (8, 0))
#: Barilli 4.3.1: twenty cards to play, ten laid aside by each and two more by the dealer.
MILLONE_DUE: Final = DealShape(2, 20, (12, 10))
#: Barilli 4.3.2: fifteen cards to play, two laid aside by the dealer; thirty stay out.
CENTOCINQUANTA: Final = DealShape(2, 15, (DISCARD_SIZE, 0))


def read_piles(game: Game, cards: object) -> dict[str, int]:
    """Returns the piles that were given; ScoringError ``no-pile``, ``card-in-both-piles``, and the refusals
    of ``parse``."""
    # Tests for a dictionary first, because the test for any Mapping takes as long as reading six cards.
    if not isinstance(cards, (dict, Mapping)) or not cards:
        raise ScoringError("no-pile")
    written = {game.require_side(side): parse(codes) for side, codes in cards.items()}
    met = 0
    for pile in written.values():
        if met & pile:
            raise ScoringError("card-in-both-piles", cards=codes_of(met & pile))
        met |= pile
    return written


def complete_piles(game: Game, cards: object) -> dict[str, int]:
    """Returns both sides' piles; a side left out owns the rest. ScoringError for anything but a split of the
    deck."""
    written = read_piles(game, cards)
    if len(written) == 1:
        ((side, pile),) = written.items()
        written[game.other(side)] = WHOLE_DECK & ~pile
    first, second = game.sides
    verify_whole_deck(written[first] | written[second])
    return {first: written[first], second: written[second]}


def verify_whole_deck(cards: int) -> None:
    """Refuses piles that leave out cards of the deck: ScoringError ``cards-missing``."""
    if cards != WHOLE_DECK:
        raise ScoringError("cards-missing", cards=codes_of(WHOLE_DECK & ~cards))


def verify_sizes(piles: Mapping[str, int], discards: str | None, shape: DealShape = PAIRS) -> None:
    """Refuses two piles that no deal of that shape can leave.

    A deal leaves tricks, and a discard if any, to each owner, or everything to one. ``discards`` is the
    owner who laid aside more; None if unknown (Barilli 3.9, 3.9.1).
    """
    smaller = min(piles, key=lambda side: piles[side].bit_count())
    size = piles[smaller].bit_count()
    if size == 0:
        return
    if size <= shape.largest_without_trick(None if discards is None else discards == smaller):
        raise ScoringError("cappotto-not-passed", side=smaller, count=size)
    if shape.trick % 2 == 0 and size % 2:
        raise ScoringError("odd-pile", side=smaller, count=size, other=shape.cards - size)
    if discards is not None and (count := piles[discards].bit_count()) not in shape.sizes(discards=True):
        facts = {"count": count, "trick": shape.trick, "discard": shape.aside[0]}
        raise ScoringError("pile-size", side=discards, **facts)


def verify_last_trick(game: Game, piles: Mapping[str, int], last_trick: object) -> str:
    """Returns the side of the last trick, which must own cards; ScoringError ``last-trick-without-cards``."""
    side = game.require_side(last_trick)
    if not piles[side]:
        raise ScoringError("last-trick-without-cards", side=side)
    return side
