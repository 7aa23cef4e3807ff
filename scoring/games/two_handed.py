"""The games of one against one with the tarocco bolognese (Barilli 4.3)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from scoring.answers import DealCount, Feasibility
from scoring.bolognese.card_points import CARD_POINTS_IN_ALL
from scoring.bolognese.cards import DECK
from scoring.bolognese.checking import check_centocinquanta
from scoring.bolognese.counting import FIGURES
from scoring.bolognese.declarable import declarable, points_shown
from scoring.bolognese.feasibility.check import check_millone_due
from scoring.bolognese.grande import HOUSE_RULES
from scoring.bolognese.pile import CENTOCINQUANTA, MILLONE_DUE, DealShape
from scoring.bolognese.play.rules import BOLOGNESE
from scoring.bolognese.play.two_handed import play_two_handed
from scoring.bolognese.two_handed import (
    count_centocinquanta,
    count_millone,
    count_quindici,
    rounded,
    scored_in_tens,
)
from scoring.document import Document
from scoring.game import CallingOut, Game
from scoring.match.endings import at_target
from scoring.wording.bolognese import sentences


def _two(
    key: str,
    name: str,
    shape: DealShape,
    targets: tuple[int, ...],
    *,
    count: Callable[[Game, Document], DealCount[Any]],
    check: Callable[[Game, Document], Feasibility],
    worth: Callable[[int], int] = int,
    scored: Callable[[Game, Mapping[str, int], Document], Mapping[str, int]] | None = None,
    shared: tuple[str, int] | None = None,
) -> Game:
    return Game(
        key=key,
        name=name,
        sides=("A", "B"),
        players=("A1", "B1"),
        deck=DECK,
        figures=FIGURES,
        told_besides=("laid_aside",),
        card_figures=("card_points",),
        declared_figure="declarations",
        targets=targets,
        house_rules=HOUSE_RULES,
        count=count,
        check=check,
        play=partial(play_two_handed, shape=shape),
        tricks=BOLOGNESE,
        ended=at_target,
        # On the first hand, before anything is laid aside (Barilli 4.3.1, 4.3.2): a card for each trick.
        calling_out=CallingOut(shape.tricks, points_shown, worth),
        scored=scored,
        shared=shared,
        declarable=declarable,
        sentences=sentences,
    )


GAMES: Final = (
    # Barilli 4.3.1.
    _two(
        "millone-due",
        "Millone a due",
        MILLONE_DUE,
        (1000,),
        count=count_millone,
        check=check_millone_due,
        shared=("card_points", CARD_POINTS_IN_ALL),
    ),
    # Barilli 4.3.2: 150; at some tables 151 or 200.
    _two(
        "centocinquanta",
        "Centocinquanta",
        CENTOCINQUANTA,
        (150, 151, 200),
        count=count_centocinquanta,
        check=check_centocinquanta,
    ),
    # Barilli 4.3.3: 15; at some tables 20 or 21.
    _two(
        "quindici",
        "Quindici",
        CENTOCINQUANTA,
        (15, 20, 21),
        count=count_quindici,
        check=check_centocinquanta,
        worth=rounded,
        scored=scored_in_tens,
    ),
)
