"""Counts Terziglio: one against two, with the piles' points converted to poste (Barilli 4.2.1)."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Final

from scoring.bolognese.cards import DECK, WHOLE_DECK
from scoring.bolognese.combinations import CARD_POINTS_IN_ALL, card_points
from scoring.bolognese.counting import LAST_TRICK_POINTS, SideCount, count_side
from scoring.bolognese.declarations import count_declarations
from scoring.bolognese.discards import piles_of_discard, verify_discards, verify_room, verify_staying
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import TERZIGLIO, read_piles, verify_last_trick, verify_sizes, verify_whole_deck
from scoring.document import Document, flag, listed, optional_text, text
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import DealCount

#: Ways of rounding points to poste: Barilli's table, and a custom of some tables.
BARILLI: Final = "barilli"
TO_45: Final = "to-45"
ROUNDINGS: Final = (BARILLI, TO_45)
#: "E' uso approssimare le Poste anche così: da 0 a 45 punti = 0 Poste" (Barilli 4.2.1).
NOTHING_UP_TO: Final = 45
#: The soloist wins or pays twice as much as each opponent; "faccio di mio" doubles all (Barilli 4.2.1).
ALONE: Final = 2
OWN: Final = 2


def count_terziglio(game: Game, written: Document) -> DealCount[SideCount]:
    """Returns each player's count; both allies have the count of their common pile. The scores are the poste.

    ``soloist`` is the side that plays alone, by default the first; ``own`` means without the pozzo ("faccio
    di mio"); ``poste`` is the way of rounding. The allies' pile may be given under either ally's name, split
    between both, or left out. Raises ScoringError for anything that could not have happened.
    """
    house = require_house_rule(optional_text(written, "rules"))
    soloist, own = soloist_of(game, written), flag(written, "own")
    rounding = require_rounding(optional_text(written, "poste"))
    game.side_in(written, "dealer")
    piles = _shared(game, written.get("cards"), soloist)
    last = game.require_side(text(written, "last_trick"))
    # The eight cards are the soloist's, or under "faccio di mio" the last winner's (Barilli 4.2.1).
    with_the_eight = soloist if not own or last == soloist else allies_of(game, soloist)[0]
    verify_sizes(_two(piles, soloist), with_the_eight, TERZIGLIO)
    verify_last_trick(game, piles, last)
    if own and listed(written, "discards"):
        raise ScoringError("discard-of-nobody")
    if not own:
        verify_room(_two(piles, soloist), soloist, TERZIGLIO)
    sides = _count_sides(game, written, piles, soloist, last, house)
    points = {side: counted.total for side, counted in sides.items()}
    return DealCount(game.key, sides, poste_of(points, soloist, own=own, rounding=rounding))


def scored_in_poste(game: Game, totals: Mapping[str, int], written: Document) -> Mapping[str, int]:
    """Returns each player's poste by ``soloist``, ``own`` and ``poste`` as in the count; ScoringError
    ``allies-differ`` when the allies, who share a pile, have different points."""
    soloist, own = soloist_of(game, written), flag(written, "own")
    allies = allies_of(game, soloist)
    if len({totals[side] for side in allies}) > 1:
        raise ScoringError("allies-differ", figures=tuple(f"total {side} {totals[side]}" for side in allies))
    return poste_of(totals, soloist, own=own, rounding=require_rounding(optional_text(written, "poste")))


def camps_of_terziglio(game: Game, written: Document) -> Mapping[str, str]:
    """Returns the camp of each side: the soloist's own side, and for both allies the first ally."""
    soloist = soloist_of(game, written)
    return {side: soloist if side == soloist else allies_of(game, soloist)[0] for side in game.sides}


def soloist_of(game: Game, written: Document) -> str:
    """Returns the soloist: the first side unless another is named; ScoringError ``unknown-side``."""
    return game.side_in(written, "soloist") or game.sides[0]


def allies_of(game: Game, soloist: str) -> tuple[str, ...]:
    """Returns the soloist's two opponents, in the order of play."""
    return tuple(side for side in game.sides if side != soloist)


def poste_of(points: Mapping[str, int], soloist: str, *, own: bool, rounding: str) -> dict[str, int]:
    """Returns the poste that each side wins, or pays if negative, by the winners' points (Barilli 4.2.1);
    with equal points, which the sources do not mention, none."""
    ally = next(side for side in points if side != soloist)
    alone, together = points[soloist], points[ally]
    stake = poste(max(alone, together), rounding) * (OWN if own else 1)
    won = (alone > together) - (alone < together)
    return {side: won * stake * (ALONE if side == soloist else -1) for side in points}


def poste(points: int, rounding: str = BARILLI) -> int:
    """Returns the poste for these points: 0 to 14 none, 15 to 24 one, 25 to 34 two … (Barilli 4.2.1)."""
    if rounding == TO_45 and points <= NOTHING_UP_TO:
        return 0
    return max(0, (points + 5) // 10 - 1)


def points_of_single_cards(pile: int) -> int:
    """Returns a pile's card points in a game where tricks of three may leave both piles with an odd number.

    The smaller pile is counted in pairs, ignoring its odd card, and the larger has the rest of the 87
    (Barilli 3.9; Pagat, "Scoring Procedure"). The two piles are never equal.
    """
    if pile.bit_count() * 2 > len(DECK):
        return CARD_POINTS_IN_ALL - card_points(WHOLE_DECK & ~pile)
    return card_points(pile)


def require_rounding(rounding: str | None) -> str:
    """Returns the way of rounding, Barilli's when none is named; ScoringError ``unknown-poste``."""
    if rounding is None:
        return BARILLI
    if rounding not in ROUNDINGS:
        raise ScoringError("unknown-poste", poste=rounding, known=ROUNDINGS)
    return rounding


def _shared(game: Game, cards: object, soloist: str) -> dict[str, int]:
    """Returns every side's pile, the same one for both allies; a pile left out is the rest of the deck."""
    written = read_piles(game, cards)
    allies = allies_of(game, soloist)
    given = reduce(or_, (written.get(side, 0) for side in allies))
    together = given if written.keys() & set(allies) else WHOLE_DECK & ~written[soloist]
    alone = written.get(soloist, WHOLE_DECK & ~together)
    verify_whole_deck(alone | together)
    return {side: alone if side == soloist else together for side in game.sides}


def _two(piles: Mapping[str, int], soloist: str) -> dict[str, int]:
    """Returns the two actual piles: the soloist's, and the allies' under the first ally's name."""
    ally = next(side for side in piles if side != soloist)
    return {soloist: piles[soloist], ally: piles[ally]}


def _count_sides(
    game: Game, written: Document, piles: Mapping[str, int], soloist: str, last: str, house: str
) -> dict[str, SideCount]:
    declared = count_declarations(game, written.get("declarations"), house, TERZIGLIO.tricks)
    verify_staying(declared, piles, house, TERZIGLIO.tricks)
    verify_discards(written, TERZIGLIO, declared, piles_of_discard(_two(piles, soloist), soloist, TERZIGLIO))

    def count(pile: int, members: tuple[str, ...]) -> SideCount:
        shown = tuple(item for item in declared if item.player[0] in members)
        made = count_side(pile, house, LAST_TRICK_POINTS if last in members else 0, shown)
        return made._replace(card_points=points_of_single_cards(pile))

    allies = allies_of(game, soloist)
    alone, together = count(piles[soloist], (soloist,)), count(piles[allies[0]], allies)
    return {side: alone if side == soloist else together for side in game.sides}
