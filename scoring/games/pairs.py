"""The games of two pairs with the tarocco bolognese (Barilli 4.1)."""

from collections.abc import Callable
from typing import Final

from scoring.answers import Outcome
from scoring.bolognese.card_points import CARD_POINTS_IN_ALL
from scoring.bolognese.cards import DECK
from scoring.bolognese.counting import FIGURES, count_pairs
from scoring.bolognese.declarable import declarable, points_shown
from scoring.bolognese.declarations import HAND_SIZE
from scoring.bolognese.feasibility.check import check_pairs
from scoring.bolognese.grande import HOUSE_RULES
from scoring.bolognese.play.pairs import play_pairs
from scoring.bolognese.play.rules import BOLOGNESE
from scoring.game import CallingOut, Game
from scoring.match.endings import after_all_deals, at_target
from scoring.match.state import Match
from scoring.wording.bolognese import sentences


def _pairs(
    key: str,
    name: str,
    ended: Callable[[Game, Match], Outcome | None],
    *,
    deals: int | None = None,
    targets: tuple[int, ...] = (),
    calling_out: CallingOut | None = None,
) -> Game:
    return Game(
        key=key,
        name=name,
        sides=("A", "B"),
        players=("A1", "B1", "A2", "B2"),
        deck=DECK,
        figures=FIGURES,
        card_figures=("card_points",),
        declared_figure="declarations",
        deals=deals,
        targets=targets,
        house_rules=HOUSE_RULES,
        count=count_pairs,
        check=check_pairs,
        shared=("card_points", CARD_POINTS_IN_ALL),
        play=play_pairs,
        tricks=BOLOGNESE,
        ended=ended,
        calling_out=calling_out,
        declarable=declarable,
        sentences=sentences,
    )


#: On the first fifteen cards (Barilli 4.1.1).
_ON_FIFTEEN: Final = CallingOut(HAND_SIZE, points_shown)

GAMES: Final = (
    # Barilli 4.1.2: every player deals once.
    _pairs("quattro-scartate", "Quattro Scartate", after_all_deals, deals=4),
    # Barilli 4.1.1: 800; at some tables 1000 or 1500.
    _pairs("ottocento", "Ottocento", at_target, targets=(800, 1000, 1500), calling_out=_ON_FIFTEEN),
    # Pagat, "Millone": Ottocento to 1000.
    _pairs("millone", "Millone", at_target, targets=(1000,), calling_out=_ON_FIFTEEN),
)
