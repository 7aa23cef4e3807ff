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

A mistake of the table is a ``ScoringError``: a code for programs, a sentence for people.

>>> scoring.count("quattro-scartate", {"A": ["Ang", "Ang"]}, "A")
Traceback (most recent call last):
    ...
scoring.errors.ScoringError: La carta Ang compare due volte: toglierne una.
"""

from scoring.cards import DECK, GROUPS, CardGroup
from scoring.deal import DealCount, SideCount, count
from scoring.declarations import Declaration
from scoring.errors import ScoringError
from scoring.games import GAMES, Game, Outcome, dealer_seat, outcome
from scoring.grande import HOUSE_RULES
from scoring.play import PlayedDeal, generate_deal

__all__ = [
    "DECK",
    "GAMES",
    "GROUPS",
    "HOUSE_RULES",
    "CardGroup",
    "DealCount",
    "Declaration",
    "Game",
    "Outcome",
    "PlayedDeal",
    "ScoringError",
    "SideCount",
    "count",
    "dealer_seat",
    "generate_deal",
    "outcome",
]
