"""The discard told with a deal that is counted: what may be in it, and what it says of the accusi."""

from typing import Final

from scoring.bolognese.cards import WHOLE_DECK, codes_of, parse
from scoring.bolognese.cricche import CRICCA_BITS
from scoring.bolognese.declarations import PlayerDeclarations
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.hands import can_be_held
from scoring.bolognese.pile import DealShape
from scoring.document import Document, listed, optional_text
from scoring.errors import ScoringError

#: The carte da 5 are never laid aside (Barilli 3.3).
_KEPT: Final = CRICCA_BITS["tarocchi"] | CRICCA_BITS["re"]
#: All the others can lie aside.
DISCARDABLE: Final = WHOLE_DECK & ~_KEPT


def verify_discards(
    written: Document, shape: DealShape, declared: tuple[PlayerDeclarations, ...], pile: int | None = None
) -> None:
    """Refuse a discard, where one was told, that nobody could lay aside, or of which a card was shown.

    ``pile`` is that of the side that discarded, None where it is not known, empty without a trick. The Matto
    is paid for with a card of the tricks, so that the discard is still there (Barilli 3.9). Accusi are of
    the hand that is left (Pagat, "Declarations"): of those told by number some hands without the discard must
    hold them all. Raises ScoringError ``discard-size``, ``discard-forbidden``, ``discard-not-in-pile``,
    ``declaration-discarded``, ``declared-together-discarded``, and whatever says that a code is no card.
    """
    discards = parse(listed(written, "discards"))
    if not discards:
        return
    count, size = discards.bit_count(), max(shape.aside)
    if count != size:
        raise ScoringError("discard-size", count=count, size=size)
    if discards & _KEPT:
        raise ScoringError("discard-forbidden", card=codes_of(discards & _KEPT)[0])
    if pile and discards & ~pile:
        raise ScoringError("discard-not-in-pile", cards=codes_of(discards & ~pile))
    for player in declared:
        for item in player.shown:
            met = codes_of(discards & parse(item.cards))
            if met:
                raise ScoringError("declaration-discarded", player=player.player, cards=met)
    shown = [item for player in declared for item in player.shown]
    rules = require_house_rule(optional_text(written, "rules"))
    if any(item.number for item in shown) and not can_be_held(shown, rules, shape.tricks, discards):
        raise ScoringError("declared-together-discarded", cards=codes_of(discards))
