"""Scopone (FIGS)."""

from typing import Final

from scoring.game import Game
from scoring.scopone.checking import check_scopone
from scoring.scopone.counting import DECK, FIGURES, ONE_POINT, count_scopone
from scoring.scopone.fuori import TARGET, cut_short, ended_scopone, said_fuori
from scoring.scopone.play import ScoponeState, deal_scopone, takes_of_hand
from scoring.wording.explanations import scopone_sentences

GAMES: Final = (
    Game(
        key="scopone",
        name="Scopone",
        sides=("A", "B"),
        players=("A1", "B1", "A2", "B2"),
        deck=DECK,
        figures=FIGURES,
        counted_with=("scope",),
        extra_keys=("table", "plays"),
        one_point=ONE_POINT,
        always_won=("settebello",),
        # FIGS, art. 15.
        targets=(TARGET, 11, 16, 21),
        count=count_scopone,
        check=check_scopone,
        deal=deal_scopone,
        begin=ScoponeState,
        takes=takes_of_hand,
        ended=ended_scopone,
        fuori=said_fuori,
        cut_short=cut_short,
        sentences=scopone_sentences,
    ),
)
