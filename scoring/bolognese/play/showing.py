"""What simple players declare on the first trick (Pagat, "Declaring combinations in the first trick")."""

from collections.abc import Mapping
from typing import Final

from scoring.bolognese.cards import bits, codes_of
from scoring.bolognese.combinations import DOUBLING_FROM
from scoring.bolognese.cricche import CRICCA_BITS, cricche
from scoring.bolognese.declarations import CRICCA, SEQUENCE
from scoring.bolognese.explanation import cards_of_sequence
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.sequences import sequences
from scoring.declaration import Declaration

#: "It is right to declare the grande, a set of tarocchi and any combinations that involve Kings", and the
#: Moors.
ALWAYS_SHOWN: Final = frozenset(("grande", "danari", "coppe", "spade", "bastoni", "mori", "tarocchi", "re"))


def choose_declarations(
    hands: Mapping[str, tuple[str, ...]], order: tuple[str, ...]
) -> tuple[Declaration, ...]:
    """What each player shows in turn: regine, cavalli, fanti and assi stay hidden unless they double a
    sum."""
    return tuple(item for player in order for item in _shown_by(player, bits(hands[player])))


def _shown_by(player: str, hand: int) -> list[Declaration]:
    shown = []
    for kind, held in ((CRICCA, cricche(hand)), (SEQUENCE, sequences(hand, ACCADEMIA))):
        for item in held.items:
            if len(held.items) < DOUBLING_FROM and item.family not in ALWAYS_SHOWN:
                continue
            made_of = (
                hand & CRICCA_BITS[item.family]
                if kind == CRICCA
                else cards_of_sequence(item.family, hand, ACCADEMIA)
            )
            shown.append(Declaration(player[0], player, kind, item.family, codes_of(made_of)))
    return shown
