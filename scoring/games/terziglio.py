"""Terziglio: one against two with the tarocco bolognese (Barilli 4.2.1)."""

from typing import Final

from scoring.bolognese.card_points import CARD_POINTS_IN_ALL
from scoring.bolognese.cards import DECK
from scoring.bolognese.counting import FIGURES
from scoring.bolognese.declarable import declarable
from scoring.bolognese.feasibility.terziglio import check_terziglio
from scoring.bolognese.grande import HOUSE_RULES
from scoring.bolognese.play.rules import BOLOGNESE
from scoring.bolognese.play.terziglio import play_terziglio
from scoring.bolognese.terziglio import camps_of_terziglio, count_terziglio, scored_in_poste
from scoring.game import Game
from scoring.match.dealing import the_soloist
from scoring.match.endings import every_deal
from scoring.wording.bolognese import sentences

GAMES: Final = (
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
        play=play_terziglio,
        tricks=BOLOGNESE,
        ended=every_deal,
        deals_next=the_soloist,
        scored=scored_in_poste,
        camps=camps_of_terziglio,
        facts=("soloist", "own"),
        counted_with=("poste",),
        told_besides=("pozzo", "calls"),
        pays=True,
        declarable=declarable,
        sentences=sentences,
    ),
)
