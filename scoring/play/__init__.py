"""Trick play: what may be played, who takes, what the Matto costs, and whole deals played out from a seed."""

from scoring.play.generate import deal_seeds, generate_deal
from scoring.play.record import MattoPayment, PlayedDeal, Trick
from scoring.play.rules import (
    can_discard,
    can_play,
    legal_cards,
    taker,
    verify_discard,
    verify_play,
)

__all__ = [
    "MattoPayment",
    "PlayedDeal",
    "Trick",
    "can_discard",
    "can_play",
    "deal_seeds",
    "generate_deal",
    "legal_cards",
    "taker",
    "verify_discard",
    "verify_play",
]
