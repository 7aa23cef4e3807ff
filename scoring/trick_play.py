"""Trick play with any deck that has trumps and a Matto: the rules, the record of a played deal, and
shuffling.

A trick in progress is the list of its cards in the order of play (Barilli 1.2, 1.4, 3.4; Pagat, "The Play";
Maillard, "Svolgimento"). A *palo* is a suit or the trumps.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from scoring.document import Declaration, read_codes
from scoring.errors import ScoringError
from scoring.wording.names import BOLOGNESE

TRUMP: Final = "trionfi"


@dataclass(frozen=True, eq=False)
class TrickRules:
    """The rules of trick play with one deck. Each deck has one instance."""

    #: Cards of each palo, from the strongest down; trumps are under ``TRUMP``, and the Matto is in no palo.
    pali: Mapping[str, tuple[str, ...]]
    matto: str
    #: The cards that are worth most in a pile (Barilli 3.3; Maillard).
    honours: frozenset[str] = frozenset()
    #: Trumps of equal rank: the last one played takes.
    equals: tuple[str, ...] = ()
    #: The deck by whose codes a refusal names cards.
    deck: str = BOLOGNESE
    #: Whether only a card of a later trick is given for the Matto (Maillard, "Coprire il Matto"), not of any
    #: trick (Barilli 3.9).
    covers_later: bool = False

    @cached_property
    def palo(self) -> Mapping[str, str]:
        return {code: name for name, codes in self.pali.items() for code in codes}

    @cached_property
    def strength(self) -> Mapping[str, int]:
        """The strength of a card inside its palo."""
        return {
            code: len(codes) - (codes.index(self.equals[0]) if code in self.equals else place)
            for codes in self.pali.values()
            for place, code in enumerate(codes)
        }

    @property
    def never_captured(self) -> tuple[str, str]:
        """The highest trump and the Matto: they stay with the side that was dealt them (Pagat; Maillard),
        the Matto only if that takes a trick."""
        return self.pali[TRUMP][0], self.matto

    def verify_cards(self, cards: Sequence[object]) -> None:
        """Refuses unknown cards and cards given twice: ScoringError ``unknown-card`` or ``card-twice``."""
        read_codes(cards, self.strength.keys() | {self.matto}, self.deck)

    def palo_led(self, trick: Sequence[str]) -> str | None:
        """Returns the palo to be followed; None while only the Matto has been played (Barilli 3.4)."""
        return next((self.palo[card] for card in trick if card != self.matto), None)

    def legal_cards(self, hand: Sequence[str], trick: Sequence[str]) -> list[str]:
        """Returns the cards that may be played: of the palo led, else trumps, else any; the Matto always."""
        led = self.palo_led(trick)
        if led is None:
            return list(hand)
        for palo in (led, TRUMP):
            follow = [card for card in hand if self.palo.get(card) == palo]
            if follow:
                return [*follow, self.matto] if self.matto in hand else follow
        return list(hand)

    def verify_play(self, hand: Sequence[str], trick: Sequence[str], card: str) -> None:
        """Refuses a card: ScoringError ``card-not-held``, ``must-follow`` or ``must-trump``."""
        if card not in hand:
            raise ScoringError("card-not-held", card=card, deck=self.deck)
        if card in self.legal_cards(hand, trick):
            return
        led = self.palo_led(trick) or TRUMP
        holds_led = any(self.palo.get(held) == led for held in hand)
        code = "must-follow" if holds_led else "must-trump"
        raise ScoringError(code, card=card, palo=led, deck=self.deck)

    def taker(self, trick: Sequence[str]) -> int:
        """Returns the index of the card that takes: the highest trump, else the highest card of the palo led;
        -1 when there is none.

        The last played of equal cards takes; the Matto never does (Barilli 1.2.1, 1.2.2).
        """
        best, best_strength, best_palo = -1, 0, self.palo_led(trick)
        for place, card in enumerate(trick):
            palo = self.palo.get(card)
            if palo == best_palo and palo is not None and self.strength[card] >= best_strength:
                best, best_strength = place, self.strength[card]
            elif palo == TRUMP and best_palo != TRUMP:
                best, best_strength, best_palo = place, self.strength[card], TRUMP
        return best


#: Keys of a generated deal that ``count`` ignores in every game.
IGNORED_KEYS: Final = ("seed", "dealer_player", "hands", "tricks", "matto")


@dataclass(frozen=True, slots=True)
class Trick:
    """One card from each player in the order of play, from the leader to the right."""

    leader: str
    cards: tuple[str, ...]
    winner: str

    def as_json(self) -> dict[str, object]:
        return {"leader": self.leader, "cards": list(self.cards), "winner": self.winner}


@dataclass(frozen=True, slots=True)
class MattoPayment:
    """The card given for the Matto, and the side that received it."""

    trick: int
    payer: str
    receiver: str
    card: str


class Due(NamedTuple):
    """A card due for the Matto."""

    #: The number of the Matto's trick, from 1.
    trick: int
    player: str
    #: The piles that pay and receive.
    payer: str
    receiver: str
    #: The cards to choose from.
    cards: tuple[str, ...]


def payment_due(tricks: Sequence[Trick], owners: Mapping[str, str], rules: TrickRules) -> Due | None:
    """Returns what is due for the Matto, from the tricks of its own side.

    ``owners`` maps each player, in the order of play, to the pile that gets the player's tricks. None if its
    own side took the Matto's trick or has no trick to pay from, or if nobody played the Matto.
    """
    matto = rules.matto
    number = next((place for place, trick in enumerate(tricks) if matto in trick.cards), None)
    if number is None:
        return None
    trick = tricks[number]
    holder = player_of(tuple(owners), trick, matto)
    payer, receiver = owners[holder], owners[trick.winner]
    won = [other for other in tricks[number if rules.covers_later else 0 :] if owners[other.winner] == payer]
    cards = tuple(card for other in won for card in other.cards)
    return Due(number + 1, holder, payer, receiver, cards) if cards and payer != receiver else None


def won_by(tricks: Sequence[Trick], owners: Mapping[str, str]) -> dict[str, set[str]]:
    """Returns the cards of the tricks of each pile."""
    won: dict[str, set[str]] = {owner: set() for owner in owners.values()}
    for trick in tricks:
        won[owners[trick.winner]].update(trick.cards)
    return won


def settle(
    tricks: Sequence[Trick],
    owners: Mapping[str, str],
    laid_aside: Mapping[str, Iterable[str]],
    rules: TrickRules,
    choose: Callable[[Set[str], Set[str], Due], str],
) -> tuple[dict[str, set[str]], MattoPayment | None]:
    """Returns all final piles, and the card paid for the Matto if one was due.

    ``owners`` are as in ``payment_due``; ``laid_aside`` maps each pile to its discard. The Matto stays with
    its owner, who pays for it at the end with the card that ``choose`` picks, from the piles of the payer and
    the receiver. A pile without a trick loses the Matto and the discard to the pile that took the last trick
    (Barilli 3.9.1; Maillard, "Coprire lo scarto").
    """
    won, piles = won_by(tricks, owners), won_by(tricks, owners)
    for owner, cards in laid_aside.items():
        piles[owner if won[owner] else owners[tricks[-1].winner]].update(cards)
    due = payment_due(tricks, owners, rules)
    if due is None:
        return piles, None
    payer, receiver = piles[due.payer], piles[due.receiver]
    swap = {choose(payer, receiver, due), rules.matto}
    payer ^= swap
    receiver ^= swap
    (card,) = swap - {rules.matto}
    return piles, MattoPayment(due.trick, due.payer, due.receiver, card)


def player_of(order: Sequence[str], trick: Trick, card: str) -> str:
    """Returns the player who played that card in the trick."""
    return order[(order.index(trick.leader) + trick.cards.index(card)) % len(order)]


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A whole deal; ``hands`` are the players' cards when the first trick begins."""

    game: str
    seed: int
    dealer: str
    hands: Mapping[str, tuple[str, ...]]
    discards: tuple[str, ...]
    declarations: tuple[Declaration, ...]
    tricks: tuple[Trick, ...]
    piles: Mapping[str, tuple[str, ...]]
    #: The side of the last trick; None where it is worth nothing.
    last_trick: str | None
    #: None if no card was due: the side of the Matto took that trick itself, or took no trick and so lost the
    #: Matto.
    matto: MattoPayment | None = None
    #: Further facts for the game's ``count``, and other facts of the deal, by the keys of its documents.
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def dealer_side(self) -> str:
        return self.dealer[0]

    def as_json(self) -> dict[str, object]:
        """Returns a line of ``python -m scoring deal``; ``count`` reads the keys that it knows and ignores
        the others."""
        return {
            "game": self.game,
            "seed": self.seed,
            "dealer": self.dealer_side,
            "dealer_player": self.dealer,
            "hands": {player: list(hand) for player, hand in self.hands.items()},
            "discards": list(self.discards),
            "declarations": [item.as_json() for item in self.declarations],
            "tricks": [trick.as_json() for trick in self.tricks],
            "matto": asdict(self.matto) if self.matto else None,
            "cards": {side: list(pile) for side, pile in self.piles.items()},
            "last_trick": self.last_trick,
            **self.facts,
        }


def in_packets(
    pack: Iterator[str], order: Sequence[str], packets: Iterable[int]
) -> dict[str, tuple[str, ...]]:
    """Returns hands from the top of the pack: in each round every player, in this order, gets a packet."""
    hands: dict[str, tuple[str, ...]] = dict.fromkeys(order, ())
    for size in packets:
        for player in order:
            hands[player] += tuple(islice(pack, size))
    return hands


def below(chance: Random, limit: int) -> int:
    """Returns a whole number from 0 to ``limit - 1``, each equally likely.

    It uses only ``getrandbits``, which Python keeps stable for a generator seeded with an integer, whereas
    ``shuffle`` and ``choice`` have changed. So a seed gives the same deal on every machine and version of
    Python.
    """
    width = limit.bit_length()
    while (drawn := chance.getrandbits(width)) >= limit:
        pass
    return drawn


def shuffled(chance: Random, codes: tuple[str, ...]) -> list[str]:
    """Returns the cards in random order (Fisher and Yates)."""
    order = list(codes)
    for place in range(len(order) - 1, 0, -1):
        other = below(chance, place + 1)
        order[place], order[other] = order[other], order[place]
    return order
