"""The facts that a player can know at their turn, without other hands, and the chances that follow from them.

"Players should remember the information they gained from the declarations on the first trick" and from
players who could not follow (Pagat, "Saving the Bégato"; "Declaring combinations in the first trick").
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

from scoring.bolognese.play.rules import ABOVE, PALO, PALO_BITS, WORTH
from scoring.trick_play import TRUMP

#: Chances are whole percentages.
CERTAIN: Final = 100


@dataclass(slots=True)
class View:
    """One player's knowledge; sets of cards are integers as in ``scoring.bolognese.cards``."""

    player: str
    partners: frozenset[str]
    hand: list[str]
    #: The hand as a set of cards.
    held: int
    trick: list[str]
    #: The players of this trick, from the leader to the right.
    seats: tuple[str, ...]
    #: Cards neither played, nor in this hand, nor laid aside by this player: in other hands or out of play.
    unseen: int
    #: Cards each player has shown and not yet played.
    shown: Mapping[str, int]
    #: How many tricks each player has taken.
    tricks: Mapping[str, int]
    #: The pali each player was seen to lack.
    voids: Mapping[str, Set[str]]

    @property
    def later(self) -> tuple[str, ...]:
        """The players after this one in this trick."""
        return self.seats[len(self.trick) + 1 :]

    def opponents(self) -> list[str]:
        """The players who play against this one."""
        return [other for other in self.seats if other != self.player and other not in self.partners]

    def count_of(self, palo: str) -> int:
        """How many cards of a palo this hand has."""
        return (self.held & PALO_BITS[palo]).bit_count()

    def is_master(self, card: str) -> bool:
        """Whether no card of its palo in another hand can beat it."""
        return not ABOVE[card] & self.unseen

    def different(self, cards: list[str]) -> list[str]:
        """Returns one of each set of cards that are worth the same and are beaten by the same cards."""
        kinds = {(PALO.get(card), WORTH[card], ABOVE.get(card, 0) & self.unseen): card for card in cards}
        return list(kinds.values())

    def lacks(self, other: str, palo: str) -> int:
        """The chance that another player has no card of the palo."""
        return CERTAIN - self.holds_any(other, palo, PALO_BITS[palo])

    def holds_any(self, other: str, palo: str, wanted: int) -> int:
        """Returns the chance that another player, still to play, holds one of the wanted cards of a palo."""
        free = wanted & self.unseen
        if not free or palo in self.voids[other]:
            return 0
        if self.shown[other] & wanted:
            return CERTAIN
        # A player still to play holds as many cards as this player.
        size, unseen = len(self.hand), self.unseen.bit_count()
        for player, cards in self.shown.items():
            if player not in (other, self.player):
                free &= ~cards
                if palo in self.voids[player]:
                    unseen -= size
        return CERTAIN - none_of(free.bit_count(), size, unseen)

    def trumps_in(self, other: str, led: str) -> int:
        """The chance that another player, still to play, lacks the suit led and has a trump."""
        return self.holds_any(other, TRUMP, PALO_BITS[TRUMP]) * self.lacks(other, led) // CERTAIN

    def beats(self, other: str, card: str, led: str) -> int:
        """The chance that another player, still to play, can beat a card on the table."""
        if PALO[card] != led:
            return self.holds_any(other, TRUMP, ABOVE[card]) * self.lacks(other, led) // CERTAIN
        following = self.holds_any(other, led, ABOVE[card])
        if led == TRUMP:
            return following
        return following + (CERTAIN - following) * self.trumps_in(other, led) // CERTAIN

    def stands(self, card: str, led: str) -> int:
        """The chance that no opponent still to play beats a card on the table."""
        chance = CERTAIN
        for other in self.later:
            if other not in self.partners:
                chance = chance * (CERTAIN - self.beats(other, card, led)) // CERTAIN
        return chance


@cache
def none_of(wanted: int, hand: int, unseen: int) -> int:
    """Returns the chance that a hand of that size has none of the wanted cards among the unseen ones."""
    if wanted <= 0:
        return CERTAIN
    return CERTAIN * comb(max(unseen - wanted, 0), hand) // max(comb(max(unseen, hand), hand), 1)
