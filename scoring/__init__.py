"""The counting engine of tarocchino bolognese: plain Python, no input or output.

>>> import scoring
>>> deal = scoring.count(
...     "quattro-scartate",
...     {"A": ["Ang", "Mon", "Lun", "16", "Rd", "Qd", "Rc", "Cc", "Rs", "6d"]},
...     "A",
...     dealer="A",
... )
>>> deal.points("A"), deal.points("B")
(68, 319)
>>> [(item.family, item.points) for item in deal.sides["A"].sequences.items]
[('grande', 15)]

Figures written on a sheet are accepted if and only if some split of the deck gives them.

>>> scoring.check("quattro-scartate", {"A": {"total": 194}, "B": {"total": 106}}).possible
True
>>> found = scoring.check("quattro-scartate", {"A": {"card_points": 40}, "B": {"card_points": 46}})
>>> print(found.why)
Gli scartini devono fare 87 in tutto, non 86.
>>> found.nearest
({'A': {'card_points': 40}, 'B': {'card_points': 47}}, {'A': {'card_points': 41}, 'B': {'card_points': 46}})

A mistake of the table is a ``ScoringError``: a code for programs, a sentence for people.

>>> scoring.count("quattro-scartate", {"A": ["Ang", "Ang"]}, "A")
Traceback (most recent call last):
    ...
scoring.errors.ScoringError: La carta Angelo compare due volte: toglierne una.
"""

from scoring.answers import DealCount, Feasibility, Outcome
from scoring.bolognese.cards import DECK, GROUPS, CardGroup
from scoring.bolognese.counting import SideCount
from scoring.bolognese.grande import HOUSE_RULES
from scoring.declaration import Declaration
from scoring.engine import (
    call_out,
    check,
    count,
    dealer_seat,
    declarable,
    generate_deal,
    next_dealer,
    outcome,
    say_fuori,
)
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.games import GAMES
from scoring.play.record import PlayedDeal
from scoring.rulings import Effect, Ruling, rule

__all__ = [
    "DECK",
    "GAMES",
    "GROUPS",
    "HOUSE_RULES",
    "CardGroup",
    "DealCount",
    "Declaration",
    "Effect",
    "Feasibility",
    "Game",
    "Outcome",
    "PlayedDeal",
    "Ruling",
    "ScoringError",
    "SideCount",
    "call_out",
    "check",
    "count",
    "dealer_seat",
    "declarable",
    "generate_deal",
    "next_dealer",
    "outcome",
    "rule",
    "say_fuori",
]
