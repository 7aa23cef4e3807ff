"""What a hand may still declare where buone are declared at all (Maillard, "Buone", "Tarocchi senza buone",
"Cattura delle buone")."""

from collections.abc import Sequence

from scoring.declaration import Declaration
from scoring.game import Game
from scoring.genovese.counting import NOT_DECLARED, read_buone_rules
from scoring.genovese.declarations import declarable_buone
from scoring.genovese.forms import Form


def declarable_by_rule(
    form: Form,
    game: Game,
    player: str,
    hand: Sequence[str],
    shown: Sequence[Declaration],
    rules: str | None,
) -> tuple[Declaration, ...]:
    """The largest buone that a player may still declare; none where none count or only captured ones do.

    Raises ScoringError ``unknown-buone-rules``, and whatever says that a code is no card.
    """
    if read_buone_rules(game, {"rules": rules}) in NOT_DECLARED:
        return ()
    return declarable_buone(form, game, player, hand, shown)
