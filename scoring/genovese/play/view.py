"""What a player can know when the turn comes: never a hand he has not been shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.genovese.cards import VALUES
from scoring.genovese.play.rules import PALI, PALO, STRENGTH
from scoring.play.rules import TRUMP


@dataclass(slots=True)
class View:
    """One player's sight of the table."""

    hand: Sequence[str]
    trick: Sequence[str]
    #: Who has played to this trick and is known to be on the same side, by place.
    friends_played: frozenset[int]
    #: Opponents, and players not known to be friends, who play after this one.
    foes_later: Sequence[str]
    #: The cards of earlier tricks, and how many of each palo.
    gone: set[str]
    gone_of: Mapping[str, int]
    #: How many cards of each palo are in hand.
    held: Mapping[str, int]
    #: Cards whose holder is known, and who it is.
    known: Mapping[str, str]
    #: The pali a player has shown not to hold.
    lacking: Mapping[str, set[str]]
    tricks_left: int
    #: Whether cards will still be drawn.
    drawing: bool

    def unseen(self, palo: str) -> int:
        """How many cards of a palo are neither in hand nor played."""
        on_table = sum(PALO.get(card) == palo for card in self.trick)
        return len(PALI[palo]) - self.gone_of[palo] - self.held[palo] - on_table

    def is_master(self, card: str) -> bool:
        """Whether nobody who plays later can hold a stronger card of its palo."""
        if not self.foes_later:
            return True
        for higher in PALI[PALO[card]]:
            if higher == card:
                break
            if higher in self.gone or higher in self.hand or higher in self.trick:
                continue
            holder = self.known.get(higher)
            if holder is None or holder in self.foes_later:
                return False
        return True

    def stands(self, card: str) -> bool:
        """Whether a card that takes now is likely to take at the end."""
        if not self.is_master(card):
            return False
        palo = PALO[card]
        if palo == TRUMP or not self.foes_later or not self.unseen(TRUMP):
            return True
        if any(self.lacking[foe] & {palo, TRUMP} == {palo} for foe in self.foes_later):
            return False
        return self.unseen(palo) > len(self.foes_later)

    def stake(self) -> int:
        """Twice the points of the trick so far, its own point included."""
        return 2 + 2 * sum(VALUES[card] for card in self.trick)


def strength(card: str) -> int:
    """A card's strength inside its palo; 0 for the Matto."""
    return STRENGTH.get(card, 0)
