"""Counts Mattazza: everyone plays alone, and wants few points but at least one trick (Barilli 4.4.1)."""

from collections.abc import Mapping
from typing import Final

from scoring.bolognese.combinations import CARD_VALUES, CRICCA_BITS, cricche, sequences
from scoring.bolognese.counting import LAST_TRICK_POINTS, SideCount
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import read_piles, verify_last_trick
from scoring.document import Document, listed, optional_text, text
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.match import CHARGE, FEWEST_PLAYERS
from scoring.results import DealCount

#: Barilli 4.4.1: ten cards to each, whatever the number of players.
TRICKS: Final = 10

#: Nothing is declared.
FIGURES: Final = ("sequences", "cricche", "card_points", "last_trick")


def count_mattazza(game: Game, written: Document) -> DealCount[SideCount]:
    """Returns every player's count, from a pile each, empty for a player without a trick; the scores are the
    charges."""
    house = require_house_rule(optional_text(written, "rules"))
    if listed(written, "declarations"):
        raise ScoringError("nothing-declared", game=game.name)
    piles = _piles(game, written.get("cards"))
    dealer = optional_text(written, "dealer")
    for side in filter(None, (dealer, optional_text(written, "last_trick"))):
        if game.require_side(side) not in piles:
            raise ScoringError("unknown-side", side=side, sides=tuple(piles))
    last = verify_last_trick(game, piles, text(written, "last_trick"))
    sides = {
        side: SideCount(
            pile,
            house,
            sequences(pile, house).total,
            cricche(pile).total,
            card_points_in_groups(pile, len(piles)),
            LAST_TRICK_POINTS if side == last else 0,
            declared=None,
            group=len(piles),
        )
        for side, pile in piles.items()
    }
    return DealCount(game.key, sides, charges({side: made.total for side, made in sides.items()}))


def scored_in_charges(game: Game, totals: Mapping[str, int], _written: Document) -> Mapping[str, int]:
    """Returns each player's charge for the deal; see ``charges``. ScoringError ``players-of-match``."""
    if len(totals) < FEWEST_PLAYERS:
        raise ScoringError("players-of-match", least=FEWEST_PLAYERS, most=len(game.sides))
    return charges(totals)


def charges(totals: Mapping[str, int]) -> dict[str, int]:
    """Returns 1 for each loser and 0 for the others; who took a trick has at least one point."""
    lost = losers(totals, {side for side, total in totals.items() if total})
    return {side: CHARGE if side in lost else 0 for side in totals}


def losers(totals: Mapping[str, int], with_a_trick: set[str]) -> tuple[str, ...]:
    """Returns the losers: those without a trick, else all with the most points (Barilli 4.4.1)."""
    without = tuple(side for side in totals if side not in with_a_trick)
    if without:
        return without
    worst = max(totals.values())
    return tuple(side for side, total in totals.items() if total == worst)


def card_points_in_groups(pile: int, group: int) -> int:
    """Returns the sum of the values, where one card of each group as large as a trick keeps its value and the
    others lose one (Barilli 4.4.1)."""
    reduced = sum((value - 1) * (pile & CRICCA_BITS[kind]).bit_count() for kind, value in CARD_VALUES.items())
    return reduced + pile.bit_count() // group


def _piles(game: Game, cards: object) -> dict[str, int]:
    written = read_piles(game, cards)
    sides = tuple(side for side in game.sides if side in written)
    if len(sides) < FEWEST_PLAYERS:
        raise ScoringError("piles-of-players", least=FEWEST_PLAYERS, most=len(game.sides))
    for side in sides:
        if written[side].bit_count() % len(sides):
            count = written[side].bit_count()
            raise ScoringError("pile-not-in-tricks", side=side, count=count, trick=len(sides))
    cards_in_all = sum(pile.bit_count() for pile in written.values())
    if cards_in_all != TRICKS * len(sides):
        raise ScoringError("cards-in-all", count=cards_in_all, expected=TRICKS * len(sides))
    return {side: written[side] for side in sides}
