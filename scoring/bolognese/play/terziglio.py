"""Terziglio played out: three players bid, and one plays alone against the others (Barilli 4.2.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from scoring.bolognese.cards import DECK, MATTO, NUMBERS, SUITS, TRUMPS, bits, codes_of
from scoring.bolognese.declarable import choose_declarations
from scoring.bolognese.pile import TERZIGLIO
from scoring.bolognese.play.deals import deal_out, in_hand, lay_aside
from scoring.bolognese.play.table import Hands, Seating, least_harmful, play_tricks, settle
from scoring.bolognese.play.tactics import choose_card
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.trick_play import PlayedDeal, shuffled

PASSED: Final = "passo"
MAY_I: Final = "posso"
OWN: Final = "faccio-di-mio"
GRANTED: Final = "va-bene"
OPPOSED: Final = "no-faccio-di-mio"


@dataclass(frozen=True, slots=True)
class Call:
    """One player's call in the bidding."""

    player: str
    word: str

    def as_json(self) -> dict[str, str]:
        return {"player": self.player, "said": self.word}


@dataclass(frozen=True, slots=True)
class Contract:
    """The soloist, and whether the pozzo is left out."""

    soloist: str
    own: bool


def next_to_call(order: Sequence[str], calls: Sequence[Call]) -> str | None:
    """Returns the player whose turn it is to call, first the receiver; None when the bidding is over.

    Both others answer a player who asks, first the next on the right.
    """
    all_passed = [call.word for call in calls] == [PASSED] * len(order)
    if all_passed or contract(order, calls) is not None:
        return None
    # All call in turn, to bid or to answer; a player who passed may still answer.
    return order[len(calls) % len(order)]


def legal_calls(order: Sequence[str], calls: Sequence[Call]) -> tuple[str, ...]:
    """Returns the calls allowed now: answers to a player who asked, else bids; none when the bidding is
    over."""
    if next_to_call(order, calls) is None:
        return ()
    is_asking = any(call.word == MAY_I for call in calls)
    return (GRANTED, OPPOSED) if is_asking else (PASSED, MAY_I, OWN)


def can_call(order: Sequence[str], calls: Sequence[Call], call: Call) -> bool:
    """Whether this player may make this call now."""
    return call.player == next_to_call(order, calls) and call.word in legal_calls(order, calls)


def verify_call(order: Sequence[str], calls: Sequence[Call], call: Call) -> None:
    """Refuses a call: ScoringError ``calls-over``, ``call-out-of-turn`` or ``call-not-allowed``."""
    turn = next_to_call(order, calls)
    if turn is None:
        raise ScoringError("calls-over")
    if call.player != turn:
        raise ScoringError("call-out-of-turn", player=call.player, turn=turn)
    if not can_call(order, calls, call):
        raise ScoringError("call-not-allowed", call=call.word, calls=legal_calls(order, calls))


def contract(order: Sequence[str], calls: Sequence[Call]) -> Contract | None:
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
PACKET: Final = 6
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


@dataclass(frozen=True, slots=True)
class Auction:
    """The hands and the calls until the soloist is known."""

    hands: Hands
    pozzo: tuple[str, ...]
    calls: tuple[Call, ...]
    won: Contract


def play_terziglio(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """Returns a deal bid, discarded, declared and played out.

    The allies' tricks go into one pile, under the first of them in the order of play.
    """
    order = game.in_play_order(dealer)
    auction = hold_auction(seed, order)
    soloist = auction.won.soloist
    seating = seat_alone(auction, order)
    shown = choose_declarations(seating.hands, order)
    tricks = play_tricks(seating, shown, choose_card)
    ally = next(player for player in order if player != soloist)
    owners = {player: soloist[0] if player == soloist else ally[0] for player in order}
    discards = seating.laid_aside.get(soloist, ())
    # The unused pozzo goes to the winner of the last trick (Barilli 4.2.1).
    aside = {owners[tricks[-1].winner]: auction.pozzo} if auction.won.own else {soloist[0]: discards}
    piles, matto = settle(tricks, owners, {side: bits(cards) for side, cards in aside.items()}, least_harmful)
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=dealer,
        hands=seating.hands,
        discards=discards,
        declarations=shown,
        tricks=tricks,
        matto=matto,
        piles={side: codes_of(piles[side]) for side in game.sides if side in piles},
        last_trick=tricks[-1].winner[0],
        facts={
            "soloist": soloist[0],
            "own": auction.won.own,
            "pozzo": list(auction.pozzo),
            "calls": [call.as_json() for call in auction.calls],
        },
    )


def hold_auction(seed: int, order: tuple[str, ...]) -> Auction:
    """Returns the first deal of the seed in which somebody plays alone.

    When all three pass, the same dealer shuffles and deals again: the sources do not say, and without a
    soloist there is no game.
    """
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    while True:
        pack = iter(shuffled(chance, DECK))
        hands = {player: in_hand(hand) for player, hand in deal_out(pack, order, HAND_SIZE, PACKET).items()}
        calls = bid(hands, order)
        won = contract(order, calls)
        if won is not None:
            return Auction(hands, in_hand(list(islice(pack, POZZO_SIZE))), calls, won)


def bid(hands: Hands, order: tuple[str, ...]) -> tuple[Call, ...]:
    """Returns all calls of simulated players until the soloist is known, or all have passed."""
    calls: list[Call] = []
    while (player := next_to_call(order, calls)) is not None:
        call = Call(player, choose_call(hands[player], legal_calls(order, calls)))
        verify_call(order, calls, call)
        calls.append(call)
    return tuple(calls)


def choose_call(hand: Sequence[str], allowed: Sequence[str]) -> str:
    """Returns a simulated player's call with this hand: alone without the pozzo only when very strong."""
    strength = sum([STRENGTH_ALONE.get(card, 0) for card in hand])
    if GRANTED in allowed:
        return OPPOSED if strength >= ENOUGH_ALONE else GRANTED
    if strength >= ENOUGH_ALONE:
        return OWN
    return MAY_I if strength >= ENOUGH_WITH_POZZO else PASSED


def seat_alone(auction: Auction, order: tuple[str, ...]) -> Seating:
    """Returns two against one; a soloist who took the pozzo has laid aside as many cards as it has."""
    soloist = auction.won.soloist
    allies = [player for player in order if player != soloist]
    partners = {player: frozenset(allies) - {player} for player in allies}
    if auction.won.own:
        return Seating(order, auction.hands, partners, {})
    kept, discard = lay_aside((*auction.hands[soloist], *auction.pozzo), POZZO_SIZE)
    return Seating(order, {**auction.hands, soloist: kept}, partners, {soloist: discard})
