"""The games with the tarocco bolognese: pairs, Terziglio, one against one, Mattazza (Barilli 4)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from scoring.bolognese.cards import DECK
from scoring.bolognese.checking import check_centocinquanta, check_mattazza
from scoring.bolognese.combinations import CARD_POINTS_IN_ALL
from scoring.bolognese.counting import (
    FIGURES,
    LAST_TRICK_POINTS,
    count_centocinquanta,
    count_millone,
    count_pairs,
    count_quindici,
    rounded,
    scored_in_tens,
)
from scoring.bolognese.declarable import declarable, points_shown
from scoring.bolognese.declarations import HAND_SIZE
from scoring.bolognese.feasibility.check import check_millone_due, check_pairs, check_terziglio
from scoring.bolognese.feasibility.search import MOST
from scoring.bolognese.grande import HOUSE_RULES
from scoring.bolognese.mattazza import FIGURES as MATTAZZA_FIGURES
from scoring.bolognese.mattazza import count_mattazza, scored_in_charges
from scoring.bolognese.play.deals import (
    CentocinquantaState,
    MattazzaState,
    MilloneState,
    PairsState,
    TwoState,
    deal_mattazza,
    deal_pairs,
    deal_two,
)
from scoring.bolognese.play.rules import BOLOGNESE
from scoring.bolognese.play.terziglio import TerziglioState, deal_terziglio
from scoring.bolognese.terziglio import camps_of_terziglio, count_terziglio, scored_in_poste
from scoring.document import Document
from scoring.game import CallingOut, Game, Match, the_loser_or_to_the_right, the_soloist
from scoring.match import AGREEMENTS, after_all_deals, at_target, by_agreement, every_deal, still_playing
from scoring.results import DealCount, Feasibility, Outcome
from scoring.wording.bolognese import sentences

#: The most points that the declarations of two partners can have: the largest figure that ``check`` allows.
MOST_DECLARED: Final = 506


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
        most_in_deal=MOST + LAST_TRICK_POINTS + MOST_DECLARED,
        deal=deal_pairs,
        begin=PairsState,
        tricks=BOLOGNESE,
        ended=ended,
        calling_out=calling_out,
        declarable=declarable,
        sentences=sentences,
    )


#: By the declarations of the first fifteen cards (Barilli 4.1.1).
_ON_FIFTEEN: Final = CallingOut(HAND_SIZE, points_shown)

GAMES_OF_PAIRS: Final = (
    # Barilli 4.1.2: every player deals once.
    _pairs("quattro-scartate", "Quattro Scartate", after_all_deals, deals=4),
    # Barilli 4.1.1: 800; at some tables 1000 or 1500.
    _pairs("ottocento", "Ottocento", at_target, targets=(800, 1000, 1500), calling_out=_ON_FIFTEEN),
    # Pagat, "Millone": Ottocento to 1000.
    _pairs("millone", "Millone", at_target, targets=(1000,), calling_out=_ON_FIFTEEN),
)


TERZIGLIO: Final = (
    Game(
        key="terziglio",
        name="Terziglio",
        sides=("A", "B", "C"),
        players=("A1", "B1", "C1"),
        deck=DECK,
        figures=FIGURES,
        card_figures=("card_points",),
        declared_figure="declarations",
        # "ogni Smazzata è di per sé stessa una Partita" (Barilli 4.2.1).
        deals=1,
        house_rules=HOUSE_RULES,
        count=count_terziglio,
        check=check_terziglio,
        shared=("card_points", CARD_POINTS_IN_ALL),
        deal=deal_terziglio,
        begin=TerziglioState,
        tricks=BOLOGNESE,
        ended=every_deal,
        deals_next=the_soloist,
        scored=scored_in_poste,
        camps=camps_of_terziglio,
        facts=("soloist", "own"),
        counted_with=("poste",),
        extra_keys=("pozzo", "calls"),
        pays=True,
        declarable=declarable,
        sentences=sentences,
    ),
)


def _two(
    key: str,
    name: str,
    state: type[TwoState],
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
        extra_keys=("laid_aside",),
        card_figures=("card_points",),
        declared_figure="declarations",
        targets=targets,
        house_rules=HOUSE_RULES,
        count=count,
        check=check,
        deal=partial(deal_two, shape=state.shape),
        begin=state,
        tricks=BOLOGNESE,
        ended=at_target,
        # On the first hand, before anything is laid aside (Barilli 4.3.1, 4.3.2): a card for each trick.
        calling_out=CallingOut(state.shape.tricks, points_shown, worth),
        scored=scored,
        shared=shared,
        declarable=declarable,
        sentences=sentences,
    )


GAMES_OF_TWO: Final = (
    # Barilli 4.3.1.
    _two(
        "millone-due",
        "Millone a due",
        MilloneState,
        (1000,),
        count=count_millone,
        check=check_millone_due,
        shared=("card_points", CARD_POINTS_IN_ALL),
    ),
    # Barilli 4.3.2: 150; at some tables 151 or 200.
    _two(
        "centocinquanta",
        "Centocinquanta",
        CentocinquantaState,
        (150, 151, 200),
        count=count_centocinquanta,
        check=check_centocinquanta,
    ),
    # Barilli 4.3.3: 15; at some tables 20 or 21.
    _two(
        "quindici",
        "Quindici",
        CentocinquantaState,
        (15, 20, 21),
        count=count_quindici,
        check=check_centocinquanta,
        worth=rounded,
        scored=scored_in_tens,
    ),
)


MATTAZZA: Final = (
    Game(
        key="mattazza",
        name="Mattazza",
        sides=("A", "B", "C", "D", "E", "F"),
        players=("A1", "B1", "C1", "D1", "E1", "F1"),
        deck=DECK,
        figures=MATTAZZA_FIGURES,
        card_figures=("card_points",),
        # "in genere da 2 a 6 Punti" (Barilli 4.4.1).
        targets=(2, 3, 4, 5, 6),
        agreements=AGREEMENTS,
        house_rules=HOUSE_RULES,
        count=count_mattazza,
        check=check_mattazza,
        deal=deal_mattazza,
        begin=MattazzaState,
        tricks=BOLOGNESE,
        ended=by_agreement,
        playing=still_playing,
        deals_next=the_loser_or_to_the_right,
        sentences=sentences,
        scored=scored_in_charges,
        fewest_win=True,
        # "Da 6 a 3 giocatori" (Barilli 4.4.1); four is a common table.
        tables_of=(4, 5, 3, 6),
    ),
)

#: In the order of CONTRACT.
GAMES: Final = (*GAMES_OF_PAIRS, *TERZIGLIO, *GAMES_OF_TWO, *MATTAZZA)
