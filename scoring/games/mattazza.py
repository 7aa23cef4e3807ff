"""Mattazza: from three to six players, everyone alone, who loses is charged (Barilli 4.4.1)."""

from typing import Final

from scoring.bolognese.cards import DECK
from scoring.bolognese.checking import check_mattazza
from scoring.bolognese.grande import HOUSE_RULES
from scoring.bolognese.mattazza import FIGURES, count_mattazza, scored_in_charges
from scoring.bolognese.play.mattazza import play_mattazza
from scoring.bolognese.play.rules import BOLOGNESE
from scoring.game import Game
from scoring.match.charges import AGREEMENTS, by_agreement, still_playing
from scoring.match.dealing import the_loser_or_to_the_right
from scoring.wording.bolognese import sentences

GAMES: Final = (
    Game(
        key="mattazza",
        name="Mattazza",
        sides=("A", "B", "C", "D", "E", "F"),
        players=("A1", "B1", "C1", "D1", "E1", "F1"),
        deck=DECK,
        figures=FIGURES,
        card_figures=("card_points",),
        # "in genere da 2 a 6 Punti" (Barilli 4.4.1).
        targets=(2, 3, 4, 5, 6),
        agreements=AGREEMENTS,
        house_rules=HOUSE_RULES,
        count=count_mattazza,
        check=check_mattazza,
        play=play_mattazza,
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
