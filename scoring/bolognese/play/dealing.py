"""Cards out of the pack into hands, and hands into the discard (Barilli 3.2, 3.3)."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from scoring.bolognese.cards import bits, codes_of
from scoring.bolognese.play.discarding import choose_discard
from scoring.bolognese.play.rules import verify_discard

#: Barilli 3.2, 4.3, 4.4.1: the cards of a packet; six in Terziglio (4.2.1).
PACKET: Final = 5


def deal_out(
    pack: Iterator[str], order: Sequence[str], size: int, packet: int = PACKET
) -> dict[str, list[str]]:
    """Hands of that size from the top of the pack, by packets, the first of the order first."""
    dealt: dict[str, list[str]] = {player: [] for player in order}
    for _ in range(size // packet):
        for hand in dealt.values():
            hand += islice(pack, packet)
    return dealt


def in_hand(cards: Sequence[str]) -> tuple[str, ...]:
    """The cards in the order of the deck, as a player sorts them."""
    return codes_of(bits(cards))


def lay_aside(hand: Sequence[str], size: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the player keeps of a hand, and the cards laid aside by the rules."""
    discard = choose_discard(in_hand(hand), size)
    verify_discard(hand, discard, size)
    return in_hand([card for card in hand if card not in discard]), discard
