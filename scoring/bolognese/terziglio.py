"""Terziglio counted: one against two, the piles' points told in poste (Barilli 4.2.1)."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Final

from scoring.answers import DealCount
from scoring.bolognese.card_points import CARD_POINTS_IN_ALL, card_points
from scoring.bolognese.cards import DECK, WHOLE_DECK
from scoring.bolognese.counting import LAST_TRICK_POINTS, SideCount, count_side
from scoring.bolognese.declarations import count_declarations
from scoring.bolognese.discards import piles_of_discard, verify_discards
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import (
    TERZIGLIO,
    read_piles,
    verify_last_trick,
    verify_sizes,
    verify_whole_deck,
)
from scoring.document import Document, flag, listed, optional_text, text
from scoring.errors import ScoringError
from scoring.game import Game

#: How points become poste: Barilli's table, and the use of some tables.
BARILLI: Final = "barilli"
TO_45: Final = "to-45"
ROUNDINGS: Final = (BARILLI, TO_45)
#: "E' uso approssimare le Poste anche così: da 0 a 45 punti = 0 Poste" (Barilli 4.2.1).
NOTHING_UP_TO: Final = 45
#: Who plays alone wins or pays twice what each opponent does; "faccio di mio" doubles all (Barilli 4.2.1).
ALONE: Final = 2
OWN: Final = 2


def count_terziglio(game: Game, written: Document) -> DealCount[SideCount]:
    """Each player's count, the allies' being that of the pile they share; the scores are the poste.

    ``soloist`` is who plays alone, the first unless another is named; ``own`` says that it was without the
    pozzo ("faccio di mio"); ``poste`` how points are rounded. The allies' pile is given under either's name,
    in two parts, or left out. Raises ScoringError for whatever could not have happened.
    """
    house = require_house_rule(optional_text(written, "rules"))
    soloist, own = soloist_of(game, written), flag(written, "own")
    rounding = require_rounding(optional_text(written, "poste"))
    dealer = optional_text(written, "dealer")
    if dealer is not None:
        game.require_side(dealer)
    piles = _shared(game, written.get("cards"), soloist)
    last = game.require_side(text(written, "last_trick"))
    verify_sizes(_two(piles, soloist), discards_with(game, soloist, last, own), TERZIGLIO)
    verify_last_trick(game, piles, last)
    if own and listed(written, "discards"):
        raise ScoringError("discard-of-nobody")
    sides = _count_sides(game, written, piles, soloist, last, house)
    points = {side: counted.total for side, counted in sides.items()}
    return DealCount(game.key, sides, poste_of(points, soloist, own=own, rounding=rounding))


def scored_in_poste(game: Game, totals: Mapping[str, int], written: Document) -> Mapping[str, int]:
    """The poste of each player, from what the soloist's pile and the allies' pile made.

    ``written`` tells ``soloist``, ``own`` and ``poste`` as in the count. Raises ScoringError,
    ``allies-differ`` where the two who share a pile do not share its points.
    """
    soloist, own = soloist_of(game, written), flag(written, "own")
    allies = allies_of(game, soloist)
    if len({totals[side] for side in allies}) > 1:
        raise ScoringError("allies-differ", figures=tuple(f"total {side} {totals[side]}" for side in allies))
    return poste_of(totals, soloist, own=own, rounding=require_rounding(optional_text(written, "poste")))


def camps_of_terziglio(game: Game, written: Document) -> Mapping[str, str]:
    """The soloist, and the allies by the first of them."""
    soloist = soloist_of(game, written)
    return {side: soloist if side == soloist else allies_of(game, soloist)[0] for side in game.sides}


def soloist_of(game: Game, written: Document) -> str:
    """Who plays alone: the first side unless another is named; ScoringError ``unknown-side``."""
    soloist = optional_text(written, "soloist")
    return game.sides[0] if soloist is None else game.require_side(soloist)


def allies_of(game: Game, soloist: str) -> tuple[str, ...]:
    """The two who play together, in the order of play."""
    return tuple(side for side in game.sides if side != soloist)


def discards_with(game: Game, soloist: str, last_trick: str, own: bool) -> str:
    """Whose pile the eight cards are in: of who went up; under "faccio di mio", of the last trick's winner
    (Barilli 4.2.1).

    The allies are named by the first of them.
    """
    return soloist if not own or last_trick == soloist else allies_of(game, soloist)[0]


def poste_of(points: Mapping[str, int], soloist: str, *, own: bool, rounding: str) -> dict[str, int]:
    """What each wins or pays; only the winners' points count (Barilli 4.2.1), and equal points, of which
    nothing is said, pay nothing."""
    ally = next(side for side in points if side != soloist)
    alone, together = points[soloist], points[ally]
    stake = poste(max(alone, together), rounding) * (OWN if own else 1)
    won = (alone > together) - (alone < together)
    return {side: won * stake * (ALONE if side == soloist else -1) for side in points}


def poste(points: int, rounding: str = BARILLI) -> int:
    """The poste of so many points: 0 to 14 make none, 15 to 24 one, 25 to 34 two, and so on (Barilli
    4.2.1)."""
    if rounding == TO_45 and points <= NOTHING_UP_TO:
        return 0
    return max(0, (points + 5) // 10 - 1)


def points_of_single_cards(pile: int) -> int:
    """The conto degli scartini, where tricks of three may leave both piles odd.

    The smaller pile is counted in pairs, its odd card for nothing, and the larger has what is left of the 87
    (Barilli 3.9; Pagat, "Scoring Procedure"). The two are never equal.
    """
    if pile.bit_count() * 2 > len(DECK):
        return CARD_POINTS_IN_ALL - card_points(WHOLE_DECK & ~pile)
    return card_points(pile)


def require_rounding(rounding: str | None) -> str:
    """The rounding, Barilli's when none is named; ScoringError ``unknown-poste``."""
    if rounding is None:
        return BARILLI
    if rounding not in ROUNDINGS:
        raise ScoringError("unknown-poste", poste=rounding, known=ROUNDINGS)
    return rounding


def _shared(game: Game, cards: object, soloist: str) -> dict[str, int]:
    """Every side's pile, the allies having one between them; the pile left out is the rest of the deck."""
    written = read_piles(game, cards)
    allies = allies_of(game, soloist)
    given = reduce(or_, (written.get(side, 0) for side in allies))
    together = given if written.keys() & set(allies) else WHOLE_DECK & ~written[soloist]
    alone = written.get(soloist, WHOLE_DECK & ~together)
    verify_whole_deck(alone | together)
    return {side: alone if side == soloist else together for side in game.sides}


def _two(piles: Mapping[str, int], soloist: str) -> dict[str, int]:
    """The piles that there really are: the soloist's, and the allies' by the first one's name."""
    ally = next(side for side in piles if side != soloist)
    return {soloist: piles[soloist], ally: piles[ally]}


def _count_sides(
    game: Game, written: Document, piles: Mapping[str, int], soloist: str, last: str, house: str
) -> dict[str, SideCount]:
    declared = count_declarations(game, written.get("declarations"), house, TERZIGLIO.tricks)
    verify_discards(written, TERZIGLIO, declared, piles_of_discard(_two(piles, soloist), soloist, TERZIGLIO))

    def count(pile: int, members: tuple[str, ...]) -> SideCount:
        shown = tuple(item for item in declared if item.player[0] in members)
        made = count_side(pile, house, LAST_TRICK_POINTS if last in members else 0, shown)
        return made._replace(card_points=points_of_single_cards(pile))

    allies = allies_of(game, soloist)
    alone, together = count(piles[soloist], (soloist,)), count(piles[allies[0]], allies)
    return {side: alone if side == soloist else together for side in game.sides}
