"""What a player can know when the turn comes, and the chances that follow from it; never another hand.

"Players should remember the information they gained from the declarations on the first trick" and from who
could not follow (Pagat, "Saving the Bégato"; "Declaring combinations in the first trick").
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import comb

from scoring.bolognese.cards import BIT
from scoring.bolognese.play.rules import PALO
from scoring.bolognese.play.worth import ABOVE, BEATERS, PALO_BITS, WORTH
from scoring.play.rules import TRUMP

#: Chances are whole percentages.
CERTAIN = 100


@dataclass(slots=True)
class View:
    """One player's knowledge; sets of cards are integers as in ``scoring.bolognese.cards``."""

    player: str
    partners: frozenset[str]
    hand: list[str]
    #: The same cards as a set.
    held: int
    trick: list[str]
    #: Who plays to this trick, from the leader to the right.
    seats: tuple[str, ...]
    #: Neither played, nor in this hand, nor laid aside by this player: in other hands or out of play.
    unseen: int
    #: Cards each player has shown and not yet played.
    shown: Mapping[str, int]
    #: How many tricks each player has taken.
    tricks: Mapping[str, int]
    #: The pali each player was seen to lack.
    voids: Mapping[str, set[str]]

    @property
    def later(self) -> tuple[str, ...]:
        """Who plays after this player in this trick."""
        return self.seats[len(self.trick) + 1 :]

    def opponents(self) -> list[str]:
        """Everybody who plays against this player."""
        return [other for other in self.seats if other != self.player and other not in self.partners]

    def count_of(self, palo: str) -> int:
        """How many cards of a palo this hand has."""
        return (self.held & PALO_BITS[palo]).bit_count()

    def is_master(self, card: str) -> bool:
        """Whether no card of its palo in another hand can beat it."""
        return not ABOVE[card] & self.unseen

    def different(self, cards: list[str]) -> list[str]:
        """The cards without those that are worth as much as another and beaten by the same."""
        kinds = {(PALO.get(card), WORTH[card], ABOVE.get(card, 0) & self.unseen): card for card in cards}
        return list(kinds.values())

    def is_out(self, card: str) -> bool:
        """Whether the card was played already, or is this player's own."""
        return not BIT[card] & self.unseen

    def holder_shown(self, card: str) -> str | None:
        """Who has shown the card and still holds it."""
        return next((player for player, cards in self.shown.items() if cards & BIT[card]), None)

    def partner_shows(self, card: str) -> bool:
        """Whether a partner has shown the card and still holds it."""
        return self.holder_shown(card) in self.partners

    def lacks(self, other: str, palo: str) -> int:
        """The chance that another player has no card of the palo."""
        return CERTAIN - self.holds_any(other, palo, PALO_BITS[palo])

    def holds_any(self, other: str, palo: str, wanted: int) -> int:
        """The chance that another player holds one of the wanted cards of a palo."""
        free = wanted & self.unseen
        if not free or palo in self.voids[other]:
            return 0
        if self.shown[other] & wanted:
            return CERTAIN
        unseen = self.unseen.bit_count()
        for player, cards in self.shown.items():
            if player not in (other, self.player):
                free &= ~cards
                if palo in self.voids[player]:
                    unseen -= self._cards_left(player)
        return CERTAIN - none_of(free.bit_count(), self._cards_left(other), unseen)

    def beats(self, other: str, card: str, led: str) -> int:
        """The chance that another player, still to play, can beat a card on the table."""
        following = self.holds_any(other, led, ABOVE[card]) if PALO[card] == led else 0
        if led == TRUMP:
            return following
        trumping = self.holds_any(other, TRUMP, BEATERS[card] & PALO_BITS[TRUMP])
        if not trumping:
            return following
        return following + (CERTAIN - following) * self.lacks(other, led) * trumping // (CERTAIN * CERTAIN)

    def stands(self, card: str, led: str) -> int:
        """The chance that no opponent still to play beats a card on the table."""
        chance = CERTAIN
        for other in self.later:
            if other not in self.partners:
                chance = chance * (CERTAIN - self.beats(other, card, led)) // CERTAIN
        return chance

    def _cards_left(self, other: str) -> int:
        """How many cards another player holds."""
        return len(self.hand) - (self.seats.index(other) < len(self.trick))


@cache
def none_of(wanted: int, hand: int, unseen: int) -> int:
    """The chance that a hand of so many of the unseen cards has none of the wanted ones."""
    if wanted <= 0:
        return CERTAIN
    return CERTAIN * comb(max(unseen - wanted, 0), hand) // max(comb(max(unseen, hand), hand), 1)
