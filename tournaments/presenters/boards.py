"""Duplicated deals as pages, paper and API show them: how a board is composed, and how its tables compare."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from tournaments.core import boards
from tournaments.core.boards import CHAIRS, LAST_CARDS, Board
from tournaments.presenters.lessons import ShownCard, shown_cards
from tournaments.text.deal_terms import seat_name

#: The parts of a deck, by the last letter of a card's code; all others are trumps.
SUITS = {
    "quattro-scartate": {
        "d": gettext_lazy("Danari"),
        "c": gettext_lazy("Coppe"),
        "s": gettext_lazy("Spade"),
        "b": gettext_lazy("Bastoni"),
    },
    "genovese-coppie": {
        "c": gettext_lazy("Cuori"),
        "q": gettext_lazy("Quadri"),
        "f": gettext_lazy("Fiori"),
        "p": gettext_lazy("Picche"),
    },
}
TRUMPS = gettext_lazy("Trionfi")


@dataclass(frozen=True)
class Suit:
    """The cards of one suit in a hand."""

    name: str
    cards: list[ShownCard]


@dataclass(frozen=True)
class Hand:
    """The cards of a chair, by suit; the dealer's without the last cards."""

    chair: str
    letter: str
    name: str
    is_dealer: bool
    suits: list[Suit]
    codes: list[str]


@dataclass(frozen=True)
class ToHeap:
    """A card of the sorted deck and the letter of its heap."""

    card: ShownCard
    heap: str


@dataclass(frozen=True)
class Heap:
    """A heap as it must be at the end: how many cards, and which lies on top."""

    letter: str
    name: str
    cards: int
    last: str


@dataclass(frozen=True)
class ShownBoard:
    """A board with everything that composing it by hand takes."""

    number: int
    dealer: str
    hands: list[Hand]
    #: The dealer's last cards.
    rest: list[ShownCard]
    #: The sorted deck in its order, suit by suit.
    plan: list[tuple[str, list[ToHeap]]]
    heaps: list[Heap]


def heap_letter(heap: str) -> str:
    """The letter of a heap in the reader's language: N, E, S, O, and + for the dealer's last cards."""
    return heap if heap == LAST_CARDS else seat_name(heap)[:1].upper()


def shown_board(game: str, made: Board) -> ShownBoard:
    """The board with its plan."""
    pass_over = boards.heaps(game, made)
    cards = {card.code: card for card in shown_cards([code for code, _heap in pass_over], game)}
    return ShownBoard(
        made.number,
        seat_name(made.dealer),
        [_hand(game, made, chair) for chair in CHAIRS],
        shown_cards(made.rest, game),
        [
            (suit, [ToHeap(cards[code], heap_letter(heap)) for code, heap in of_suit])
            for suit, of_suit in _by_suit(game, pass_over)
        ],
        [_heap(made, heap, cards, pass_over) for heap in (*CHAIRS, LAST_CARDS)],
    )


def _suit(game: str, code: str) -> str:
    deck = scoring.GAMES[game].tricks
    is_suited = deck is not None and deck.palo.get(code, "trionfi") != "trionfi"
    return str(SUITS[game][code[-1]] if is_suited else TRUMPS)


def _by_suit(game: str, pass_over: Sequence[tuple[str, str]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for suit, of_suit in groupby(pass_over, key=lambda each: _suit(game, each[0])):
        yield suit, list(of_suit)


def _hand(game: str, made: Board, chair: str) -> Hand:
    codes = made.hands[chair]
    suits = [
        Suit(suit, shown_cards(list(of_suit), game))
        for suit, of_suit in groupby(codes, key=lambda code: _suit(game, code))
    ]
    return Hand(chair, heap_letter(chair), seat_name(chair), chair == made.dealer, suits, list(codes))


def _heap(made: Board, heap: str, cards: dict[str, ShownCard], pass_over: Sequence[tuple[str, str]]) -> Heap:
    codes = [code for code, of_heap in pass_over if of_heap == heap]
    name = _("ultime carte del mazziere") if heap == LAST_CARDS else seat_name(heap)
    return Heap(heap_letter(heap), name, len(codes), cards[codes[-1]].name)
