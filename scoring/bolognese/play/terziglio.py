"""Terziglio in progress: three players bid, and one plays alone against the others (Barilli 4.2.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.actions import Action, Bid, Declare, Discard, Take, Turn
from scoring.bolognese.cards import MATTO, NUMBERS, SUITS, TRUMPS
from scoring.bolognese.pile import TERZIGLIO
from scoring.bolognese.play.state import BologneseState
from scoring.deal_state import Dealt, Public
from scoring.errors import ScoringError
from scoring.trick_state import NOBODY

PASSED: Final = "passo"
MAY_I: Final = "posso"
OWN: Final = "faccio-di-mio"
GRANTED: Final = "va-bene"
OPPOSED: Final = "no-faccio-di-mio"


@dataclass(frozen=True, slots=True)
class Contract:
    """The soloist, and whether the pozzo is left out."""

    soloist: str
    own: bool


def next_to_call(order: Sequence[str], calls: Sequence[Bid]) -> str | None:
    """Returns the player whose turn it is to call, the receiver first, or to answer a player who asked; None
    when the bidding is over."""
    all_passed = [call.word for call in calls] == [PASSED] * len(order)
    if all_passed or contract(order, calls) is not None:
        return None
    # All call in turn, to bid or to answer; a player who passed may still answer.
    return order[len(calls) % len(order)]


def legal_calls(order: Sequence[str], calls: Sequence[Bid]) -> tuple[str, ...]:
    """Returns the calls allowed now: answers to a player who asked, else bids; none after the bidding."""
    if next_to_call(order, calls) is None:
        return ()
    is_asking = any(call.word == MAY_I for call in calls)
    return (GRANTED, OPPOSED) if is_asking else (PASSED, MAY_I, OWN)


def contract(order: Sequence[str], calls: Sequence[Bid]) -> Contract | None:
    """Returns the soloist's contract; None while the bidding is open, or when all have passed.

    A player who opposes takes the right from the one who asked, and must play without the pozzo.
    """
    for call in calls:
        if call.word in (OWN, OPPOSED):
            return Contract(call.player, own=True)
    granted = sum([call.word == GRANTED for call in calls])
    if granted == len(order) - 1:
        return Contract(next(call.player for call in calls if call.word == MAY_I), own=False)
    return None


HAND_SIZE: Final = TERZIGLIO.tricks
#: Barilli 4.2.1: six cards at a time; what is left of the deck is the pozzo.
PACKETS: Final = (6, 6, 6)
POZZO_SIZE: Final = max(TERZIGLIO.aside)
#: The strength of a hand for playing alone: cards that take, cards that head sequences, the Matto.
STRENGTH_ALONE: Final = {
    **dict.fromkeys(TRUMPS, 1),
    **dict.fromkeys(NUMBERS[:4], 2),
    **dict.fromkeys(("R" + suit for suit in SUITS), 3),
    "Ang": 5,
    "Mon": 4,
    "Sol": 3,
    "Lun": 3,
    MATTO: 3,
}
#: Measured: from this strength up more deals are won than lost, with the pozzo and without.
ENOUGH_WITH_POZZO: Final = 14
ENOUGH_ALONE: Final = 24


def choose_call(hand: Sequence[str], allowed: Sequence[str]) -> str:
    """Returns a simulated player's call with this hand: alone without the pozzo only when very strong."""
    strength = sum([STRENGTH_ALONE.get(card, 0) for card in hand])
    if GRANTED in allowed:
        return OPPOSED if strength >= ENOUGH_ALONE else GRANTED
    if strength >= ENOUGH_ALONE:
        return OWN
    return MAY_I if strength >= ENOUGH_WITH_POZZO else PASSED


class TerziglioState(BologneseState):
    """A deal of Terziglio: bid, then played by one against two.

    When all three pass, the deal is over without a count, and the same dealer deals again: the sources do not
    say, and without a soloist there is no game.
    """

    calls: tuple[Bid, ...] = ()

    def opening(self) -> tuple[Turn, ...]:
        self.verify_dealt(HAND_SIZE)
        return (Turn(Bid, self.order[0]),)

    @property
    def contract(self) -> Contract | None:
        """The soloist's contract, once it is known."""
        return contract(self.order, self.calls)

    @property
    def thrown_in(self) -> bool:
        return [call.word for call in self.calls] == [PASSED] * len(self.order)

    @property
    def turn(self) -> Turn | None:
        return None if self.thrown_in else super().turn

    def answers(self, turn: Turn) -> tuple[Action, ...]:
        return tuple(Bid(turn.player, word) for word in legal_calls(self.order, self.calls))

    def verify_answer(self, action: Action) -> None:
        allowed = legal_calls(self.order, self.calls)
        if isinstance(action, Bid) and action.word not in allowed:
            raise ScoringError("call-not-allowed", call=action.word, calls=allowed)

    def answer(self, action: Action) -> None:
        if isinstance(action, Bid):
            self.calls = (*self.calls, action)
        caller, won = next_to_call(self.order, self.calls), self.contract
        if caller is not None:
            self.agenda = (*self.agenda, Turn(Bid, caller))
        elif won is not None:
            aside = () if won.own else (Turn(Take, won.soloist), *[Turn(Discard, won.soloist)] * POZZO_SIZE)
            self.agenda = (*self.agenda, *aside, *(Turn(Declare, player) for player in self.order))

    def discard_size(self) -> int:
        return POZZO_SIZE

    def partners(self, player: str) -> frozenset[str]:
        won = self.contract
        if won is None or player == won.soloist:
            return NOBODY
        return frozenset(self.order) - {player, won.soloist}

    def owners(self) -> Mapping[str, str]:
        """The allies' tricks go into one pile, under the first of them in the order of play."""
        soloist = self.discarder()
        ally = next(player for player in self.order if player != soloist)
        return {player: soloist[0] if player == soloist else ally[0] for player in self.order}

    def laid_aside(self) -> Mapping[str, tuple[str, ...]]:
        """The unused pozzo goes to the winner of the last trick (Barilli 4.2.1)."""
        if self.rest:
            return {self.owners()[self.tricks[-1].winner]: self.rest}
        return super().laid_aside()

    def discarder(self) -> str:
        won = self.contract
        return won.soloist if won is not None else self.dealer

    def public(self) -> Public:
        return replace(super().public(), calls=tuple((call.player, call.word) for call in self.calls))

    def choose_answer(self, turn: Turn) -> Action:
        allowed = legal_calls(self.order, self.calls)
        return Bid(turn.player, choose_call(self.hands[turn.player], allowed))

    def facts(self, dealt: Dealt) -> dict[str, object]:
        won = self.contract
        return {
            "soloist": self.discarder()[0],
            "own": won is not None and won.own,
            "pozzo": list(self.in_order(dealt.rest)),
            "calls": [{"player": call.player, "said": call.word} for call in self.calls],
        }
