"""The declarations that a player may still make, their points, and those that simulated players choose
(Barilli 3.5.1; Pagat, "Declaring combinations in the first trick")."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from scoring.bolognese.cards import codes_of, parse
from scoring.bolognese.combinations import CRICCA_BITS, cricche, sequences
from scoring.bolognese.declarations import CRICCA, HAND_SIZE, SEQUENCE, count_declarations
from scoring.bolognese.explanation import cards_of_sequence
from scoring.bolognese.grande import require_house_rule
from scoring.document import Declaration
from scoring.game import Game


def declarable(
    game: Game, player: str, hand: Sequence[str], shown: Sequence[Declaration] = (), rules: str | None = None
) -> tuple[Declaration, ...]:
    """Returns the largest combinations of the hand, without the families already declared, of which none can
    be extended; ScoringError ``unknown-player``, ``unknown-rules``, and the refusals of ``parse``."""
    game.require_player(player)
    house = require_house_rule(rules)
    done = {item.family for item in shown if item.player == player}
    return tuple(
        item for item, _ in _largest_declarations(player, parse(hand), house) if item.family not in done
    )


def points_shown(
    game: Game, declarations: object, hand_size: int = HAND_SIZE, rules: str | None = None
) -> Mapping[str, int]:
    """Returns the points that each player declares; ScoringError for declarations that nobody could show."""
    counted = count_declarations(game, declarations, require_house_rule(rules), hand_size)
    return {item.player: item.total for item in counted}


#: Families that players always declare: "It is right to declare the grande, a set of tarocchi and any
#: combinations that involve Kings", and the Moors.
ALWAYS_SHOWN: Final = frozenset(("grande", "danari", "coppe", "spade", "bastoni", "mori", "tarocchi", "re"))


def worth_showing(player: str, hand: int, rules: str) -> list[Declaration]:
    """Returns what a simulated player shows, who hides regine to fanti and assi that double no sum."""
    return [
        item
        for item, is_doubled in _largest_declarations(player, hand, rules)
        if is_doubled or item.family in ALWAYS_SHOWN
    ]


@lru_cache(maxsize=256)
def _largest_declarations(player: str, hand: int, rules: str) -> tuple[tuple[Declaration, bool], ...]:
    """Returns every combination of the hand at its largest, and whether its kind is doubled."""
    found: list[tuple[Declaration, bool]] = []
    for kind, made in ((CRICCA, cricche(hand)), (SEQUENCE, sequences(hand, rules))):
        for family, *_ in made.items:
            own = CRICCA_BITS[family] if kind == CRICCA else cards_of_sequence(family, hand, rules)
            found.append((Declaration(player[0], player, kind, family, codes_of(hand & own)), made.doubled))
    return tuple(found)
