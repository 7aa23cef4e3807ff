"""What a hand may still declare, and what declarations are worth (Barilli 3.5.1)."""

from collections.abc import Mapping, Sequence

from scoring.bolognese.cards import codes_of, parse
from scoring.bolognese.cricche import CRICCA_BITS, cricche
from scoring.bolognese.declarations import CRICCA, HAND_SIZE, SEQUENCE, count_declarations
from scoring.bolognese.explanation import cards_of_sequence
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.sequences import sequences
from scoring.declaration import Declaration
from scoring.game import Game


def declarable(
    game: Game,
    player: str,
    hand: Sequence[str],
    shown: Sequence[Declaration] = (),
    rules: str | None = None,
) -> tuple[Declaration, ...]:
    """The largest combinations of the hand, but for the families that the player has shown already.

    A family is shown once: what was shown of it smaller can no longer grow. ``rules`` is the house rule by
    which a grande breaks. Raises ScoringError ``unknown-player``, ``unknown-rules``, and whatever says that a
    code is no card.
    """
    game.require_player(player)
    house = require_house_rule(rules)
    held = parse(hand)
    done = {item.family for item in shown if item.player == player}
    made = (
        *((CRICCA, item.family, held & CRICCA_BITS[item.family]) for item in cricche(held).items),
        *(
            (SEQUENCE, item.family, cards_of_sequence(item.family, held, house))
            for item in sequences(held, house).items
        ),
    )
    return tuple(
        Declaration(player[0], player, kind, family, codes_of(cards))
        for kind, family, cards in made
        if family not in done
    )


def points_shown(
    game: Game, declarations: object, hand_size: int = HAND_SIZE, rules: str | None = None
) -> Mapping[str, int]:
    """The points that each player shows; ScoringError for declarations that could not be shown."""
    counted = count_declarations(game, declarations, require_house_rule(rules), hand_size)
    return {item.player: item.total for item in counted}
