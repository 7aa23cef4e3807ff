"""The counting engine of tarocchino bolognese, scopone and tarocco genovese: plain Python and no I/O.

README.md beside this file is a session with it, run as a test.
"""

from scoring.actions import Action, Bid, CallCard, Declare, Discard, Done, Fuori, Pay, Play
from scoring.bolognese.cards import DECK, GROUPS, CardGroup
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.grande import HOUSE_RULES
from scoring.bolognese.heap import Heap, complete_heap, heap_entry, idle_numbers
from scoring.deal_state import Stakes
from scoring.device import device_rules, device_words
from scoring.document import Declaration
from scoring.engine import (
    call_out,
    call_out_points,
    camps,
    check,
    count,
    cut_short,
    deal_scores,
    dealer_seat,
    declarable,
    fuori_points,
    next_dealer,
    outcome,
    say_fuori,
    still_playing,
    verify_match_totals,
)
from scoring.errors import ScoringError
from scoring.feats import Sequenze, cappotto_of, is_criccone, sequenze_of, tells_cappotti, tells_criccone
from scoring.game import Game
from scoring.games import GAMES
from scoring.players import Player, RandomPlayer, SamplingPlayer, SensiblePlayer, expected
from scoring.playing import generate_deal, how_taken, legal_cards, legal_takes, taker
from scoring.records import Fault, Record, dumps, loads, verify
from scoring.results import DealCount, Feasibility, Outcome, SideCount
from scoring.rulings import Effect, Ruling, rule
from scoring.table import Table, View
from scoring.trick_play import PlayedDeal

__version__ = "0.1.0"

__all__ = [
    "DECK",
    "GAMES",
    "GROUPS",
    "HOUSE_RULES",
    "LAST_TRICK_POINTS",
    "Action",
    "Bid",
    "CallCard",
    "CardGroup",
    "DealCount",
    "Declaration",
    "Declare",
    "Discard",
    "Done",
    "Effect",
    "Fault",
    "Feasibility",
    "Fuori",
    "Game",
    "Heap",
    "Outcome",
    "Pay",
    "Play",
    "PlayedDeal",
    "Player",
    "RandomPlayer",
    "Record",
    "Ruling",
    "SamplingPlayer",
    "ScoringError",
    "SensiblePlayer",
    "Sequenze",
    "SideCount",
    "Stakes",
    "Table",
    "View",
    "call_out",
    "call_out_points",
    "camps",
    "cappotto_of",
    "check",
    "complete_heap",
    "count",
    "cut_short",
    "deal_scores",
    "dealer_seat",
    "declarable",
    "device_rules",
    "device_words",
    "dumps",
    "expected",
    "fuori_points",
    "generate_deal",
    "heap_entry",
    "how_taken",
    "idle_numbers",
    "is_criccone",
    "legal_cards",
    "legal_takes",
    "loads",
    "next_dealer",
    "outcome",
    "rule",
    "say_fuori",
    "sequenze_of",
    "still_playing",
    "taker",
    "tells_cappotti",
    "tells_criccone",
    "verify",
    "verify_match_totals",
]
