"""What simple players declare: every buona they hold, as soon as they may (Maillard, "Buone")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.declaration import Declaration
from scoring.genovese.buone import TRUMP_SET, Buona, declarable
from scoring.genovese.cards import VALUES
from scoring.genovese.declarations import BUONA


@dataclass(slots=True)
class Announced:
    """The buone declared so far, in the order in which they were shown."""

    #: The fewest cards of frilli and of trionfi.
    least: Mapping[str, int]
    declarations: list[Declaration] = field(default_factory=list)
    _of_player: dict[str, list[Buona]] = field(default_factory=dict)

    def add(self, player: str, hand: Sequence[str]) -> list[str]:
        """The cards a player shows now, of buone new or grown since the last time."""
        before = self._of_player.setdefault(player, [])
        new = declarable(self.least, hand, before)
        before.extend(new)
        self.declarations.extend(Declaration(player[0], player, BUONA, item.name, item.cards) for item in new)
        return [card for item in new for card in item.cards]


def may_complete(card: str) -> bool:
    """Whether a card drawn can make a buona a pizzico, where there are no frilli."""
    return VALUES[card] > 0 or card in TRUMP_SET
