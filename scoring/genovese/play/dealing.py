"""Distribution in packets, the cards shown while dealing, and what is left for the dealer or the pozzo."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from scoring.genovese import forms
from scoring.genovese.cards import DECK, in_deck_order
from scoring.genovese.forms import Form
from scoring.genovese.play.discarding import choose_discard
from scoring.play.shuffle import shuffled


@dataclass(frozen=True, slots=True)
class Distribution:
    """How a game deals: the packets each player receives, round after round."""

    form: Form
    packets: tuple[int, ...]
    #: The top card of everyone's last packet is shown to all.
    shows_last: bool


#: Maillard, "Tarocchi a tre", "Distribuzione": 25 cards in packets of five; three are left.
A_TRE: Final = Distribution(forms.A_TRE, (5, 5, 5, 5, 5), shows_last=True)
#: Maillard, "A quattro in coppia", "Distribuzione e scarto": three packets of five and one of four; two left.
A_QUATTRO: Final = Distribution(forms.A_QUATTRO, (5, 5, 5, 4), shows_last=True)
#: Maillard, "A pizzico", "Distribuzione": fifteen cards; the booklet names no packets, so the usual ones.
A_PIZZICO: Final = Distribution(forms.A_PIZZICO, (5, 5, 5), shows_last=False)


@dataclass(frozen=True, slots=True)
class Opening:
    """The cards before the first trick."""

    form: Form
    #: The players as they play to the first trick, the dealer last.
    order: tuple[str, ...]
    #: After the discard, in the deck's order.
    hands: dict[str, tuple[str, ...]]
    #: The card of each player that everyone saw while it was dealt.
    exposed: dict[str, str]
    discards: tuple[str, ...]
    #: From the top.
    pozzo: tuple[str, ...]


def open_deal(seed: int, order: tuple[str, ...], distribution: Distribution) -> Opening:
    """The pack shuffled from the seed, dealt to the right, and the dealer's discard made.

    Without a discard what is left is the pozzo.
    """
    pack = shuffled(Random(seed), DECK)  # noqa: S311  (play, not secrets)
    dealt, exposed, top = _in_packets(pack, order, distribution.packets)
    rest, dealer = tuple(pack[top:]), order[-1]
    discards: tuple[str, ...] = ()
    if distribution.form.discard_size:
        dealt[dealer] += rest
        discards = choose_discard(in_deck_order(dealt[dealer]), distribution.form.discard_size)
        dealt[dealer] = [card for card in dealt[dealer] if card not in discards]
    return Opening(
        form=distribution.form,
        order=order,
        hands={player: in_deck_order(hand) for player, hand in dealt.items()},
        exposed=exposed if distribution.shows_last else {},
        discards=discards,
        pozzo=() if distribution.form.discard_size else rest,
    )


def _in_packets(
    pack: Sequence[str], order: Sequence[str], packets: Sequence[int]
) -> tuple[dict[str, list[str]], dict[str, str], int]:
    """The hands, the top card of everyone's last packet, and how many cards were dealt."""
    hands: dict[str, list[str]] = {player: [] for player in order}
    exposed: dict[str, str] = {}
    top = 0
    for packet in packets:
        for player in order:
            hands[player] += pack[top : top + packet]
            exposed[player] = pack[top]
            top += packet
    return hands, exposed, top
