"""Checks whether figures of a deal could have happened, in the games in which the whole deck is played out.

Declarations listed with their cards are checked by the rules of the count, and a side's figure must be their
sum. A figure without cards must be one that hands can show (``sheet``). Only the Angelo and the Matto, which
stay with their side, connect declarations and piles: it is not checked whether tricks can lead from the hands
to the piles, nor which cards are left to be laid aside.
"""

from dataclasses import replace
from typing import Final

from scoring.bolognese.cards import parse
from scoring.bolognese.declarations import count_declarations, read_declarations
from scoring.bolognese.discards import can_be_shown_without, verify_discards
from scoring.bolognese.feasibility.refusals import nearest, reason
from scoring.bolognese.feasibility.search import Questions
from scoring.bolognese.feasibility.sheet import DECLARED, NAMES, PILES, Deal, Sheet, possible_holders
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import PAIRS, TERZIGLIO, DealShape
from scoring.bolognese.terziglio import allies_of, require_rounding, soloist_of
from scoring.document import Document, flag, listed, optional_text
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.results import Feasibility
from scoring.sheet import Figures, read_figures, sides_in_turn, verdict

#: Keys of a line of ``check`` besides the sides.
CONDITIONS: Final = frozenset(("game", "last_trick", "dealer", "rules", DECLARED, "discards"))


def check_pairs(game: Game, written: Document, shape: DealShape = PAIRS) -> Feasibility:
    """Returns whether some split of the deck gives these figures, with piles of allowed sizes and cards that
    the dealer may lay aside. Exact on the figures of the piles.

    Each side gives any of ``sequences``, ``cricche``, ``card_points`` and ``total`` (last trick included,
    declarations excluded), and ``declarations``, the points of its declarations. A list of ``declarations``
    and the ``discards`` may be added. Raises ScoringError for values that are no figures.
    """
    figures = read_figures(game, written, CONDITIONS, NAMES)
    last_trick, dealer = game.side_in(written, "last_trick"), game.side_in(written, "dealer")
    first, second = sides_in_turn(game.sides, figures, NAMES, (last_trick, dealer))
    sides = ((first,), (second,))
    deal = Deal(
        shape,
        require_house_rule(optional_text(written, "rules")),
        sides,
        (len(game.players_of(first)), len(game.players_of(second))),
        last_tricks=_piles_of(last_trick, sides),
        discarders=_piles_of(dealer, sides),
    )
    return answer(game, written, figures, deal)


def check_terziglio(game: Game, written: Document) -> Feasibility:
    """Like ``check_pairs`` for the soloist's pile and the allies' (Barilli 4.2.1).

    ``soloist`` and ``own`` are as in the count: the soloist gets the eight cards, or under "faccio di mio"
    the winner of the last trick, so the dealer does not matter. Either ally's name may carry the allies'
    figures; if both do, they must be equal.
    """
    require_rounding(optional_text(written, "poste"))
    figures = read_figures(game, written, CONDITIONS | {"soloist", "own", "poste"}, NAMES)
    soloist = soloist_of(game, written)
    last_trick, _ = game.side_in(written, "last_trick"), game.side_in(written, "dealer")
    named = {figure.side for figure in figures}
    # A refusal names the first ally who gave figures.
    sides = ((soloist,), tuple(sorted(allies_of(game, soloist), key=lambda side: side not in named)))
    deal = Deal(
        TERZIGLIO,
        require_house_rule(optional_text(written, "rules")),
        sides,
        (1, 2),
        last_tricks=_piles_of(last_trick, sides),
        discarders=PILES[:1],
        pozzo=flag(written, "own"),
    )
    return answer(game, written, figures, deal)


def _piles_of(side: str | None, sides: tuple[tuple[str, ...], tuple[str, ...]]) -> tuple[int, ...]:
    """Returns the piles that may be a side's: all when no side is named."""
    return tuple(pile for pile in PILES if side is None or side in sides[pile])


def answer(game: Game, written: Document, figures: Figures, deal: Deal) -> Feasibility:
    """Returns the answer for figures by side; ScoringError for declarations or discards that cannot be
    read."""
    read_declarations(game, written.get(DECLARED))
    deal = replace(deal, aside=parse(listed(written, "discards")))
    try:
        deal = _with_list(game, written, deal)
    except ScoringError as error:
        return Feasibility(False, error, ())
    in_order = sorted(figures.items(), key=lambda item: deal.pile_of(item[0].side))
    sheet, ask = Sheet(dict(in_order), deal), Questions().is_possible
    return verdict(ask(sheet), lambda: reason(sheet, ask), lambda: nearest(sheet))


def _with_list(game: Game, written: Document, deal: Deal) -> Deal:
    """Returns the deal with the listed declarations; ScoringError for what cannot have happened."""
    declared = count_declarations(game, written.get(DECLARED), deal.rules, deal.shape.tricks)
    verify_discards(written, deal.shape, declared)
    if deal.pozzo and deal.aside:
        raise ScoringError("discard-of-nobody")
    if written.get(DECLARED) is None:
        return deal
    shown = [tuple(item for item in declared if item.player[0] in sides) for sides in deal.sides]

    def can_lack(pile: int, cards: int) -> bool:
        return can_be_shown_without(shown[pile], cards, deal.rules, deal.shape.tricks)

    first, second = (sum(item.total for item in items) for items in shown)
    return replace(deal, listed=(first, second), holders=possible_holders(can_lack))
