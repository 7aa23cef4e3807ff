"""A deal in progress: who is to act, what they may do, what they may know. Each family of games has its own.

A state changes with each action, but nothing in it is changed in place: it is replaced. So a copy, which
shares everything, costs almost nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Self

from scoring.actions import Action
from scoring.document import Declaration
from scoring.errors import ScoringError
from scoring.results import Outcome
from scoring.trick_play import MattoPayment, PlayedDeal, Trick, below, shuffled

#: Stands for a card that the player who looks cannot see.
HIDDEN: Final = "?"


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards before anybody acts."""

    #: For each player, in the order of play of the first trick, the dealer last. At a table each hand is in
    #: the order of the deck.
    hands: Mapping[str, tuple[str, ...]]
    #: The cards not dealt to a hand, the next one first: the dealer's last cards, a pozzo, the table of
    #: scopone, the cards that stay out.
    rest: tuple[str, ...] = ()
    #: The card of each player that was turned up in dealing (Maillard, "Distribuzione").
    exposed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stakes:
    """The match to which a deal belongs, where players may call out during the deal."""

    #: The sides' points before this deal.
    totals: Mapping[str, int]
    target: int
    #: How players may call out: ``barilli`` or ``pagat``.
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """Further facts that everybody at a table knows; each game has some of them."""

    #: How many cards are not dealt: a pozzo, or cards that stay out.
    rest: int
    #: The calls of a bidding, as player and word (Barilli 4.2.1).
    calls: tuple[tuple[str, str], ...] = ()
    #: The card that the dealer called (Maillard, "Chiamata del re").
    called: str | None = None
    #: The card of each player that was turned up in dealing (Maillard, "Distribuzione").
    exposed: Mapping[str, str] = field(default_factory=dict)
    #: The cards drawn, as player and card (Maillard, "A pizzico").
    draws: tuple[tuple[str, str], ...] = ()
    #: The sign made with the lead of a trick, by the trick's number from 1 (Barilli 3.5.2).
    signs: Mapping[int, str] = field(default_factory=dict)
    #: The scope of each side.
    scope: Mapping[str, int] = field(default_factory=dict)


class DealState(ABC):
    """A deal in progress."""

    def __init__(
        self,
        key: str,
        deck: tuple[str, ...],
        dealt: Dealt,
        dealer: str,
        rules: str | None,
        stakes: Stakes | None,
    ) -> None:
        self.key, self.deck, self.dealer, self.stakes = key, deck, dealer, stakes
        #: The house rule; None for the game's usual one.
        self.rules = rules
        #: In the order of play of the first trick, the dealer last.
        self.order = tuple(dealt.hands)
        self.hands: Mapping[str, tuple[str, ...]] = dict(dealt.hands)
        #: The cards each player has laid aside.
        self.aside: Mapping[str, tuple[str, ...]] = {}
        self.rest = dealt.rest
        self.declarations: tuple[Declaration, ...] = ()
        self.tricks: tuple[Trick, ...] = ()
        #: The cards on the table: of this trick, or at scopone those that can be taken.
        self.table: tuple[str, ...] = ()
        #: How the match ended, if a player called out.
        self.called_out: Outcome | None = None

    def verify_dealt(self, size: int) -> None:
        """Refuses first hands of another size: ScoringError ``hand-size``."""
        for player, hand in self.hands.items():
            if len(hand) != size:
                raise ScoringError("hand-size", player=player, count=len(hand), size=size)

    @property
    @abstractmethod
    def to_move(self) -> str | None:
        """Returns the player whose turn it is; None when the deal is over."""

    @abstractmethod
    def legal(self) -> tuple[Action, ...]:
        """Returns what the player to move may do; a combination is listed at its largest only."""

    @abstractmethod
    def verify(self, action: Action) -> None:
        """Refuses an action that is not allowed now: ScoringError."""

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Carries out an action that is allowed."""

    @abstractmethod
    def choose(self) -> Action:
        """Returns the action of the simulated player whose turn it is, who knows no hidden card."""

    @abstractmethod
    def said_fuori(self, player: str) -> Outcome:
        """Returns how the match ends when the player calls out now; ScoringError where nobody may."""

    def may_call_out(self, player: str) -> bool:
        """Whether the player may call out now, right or wrong."""
        try:
            self.said_fuori(player)
        except ScoringError:
            return False
        return True

    @abstractmethod
    def partners(self, player: str) -> frozenset[str]:
        """Returns the players whom this player knows to be on the same side."""

    @abstractmethod
    def won(self) -> Mapping[str, tuple[str, ...]]:
        """Returns the cards won so far, by the side that owns them."""

    @abstractmethod
    def settled(self) -> tuple[Mapping[str, tuple[str, ...]], MattoPayment | None]:
        """Returns the final piles, by the side that owns them, and the card paid for the Matto."""

    @abstractmethod
    def first_hands(self, dealt: Dealt) -> dict[str, tuple[str, ...]]:
        """Returns each player's cards when the first one was played, in a deal that is over."""

    @abstractmethod
    def facts(self, dealt: Dealt) -> dict[str, object]:
        """Returns the facts of a finished deal that only this game has."""

    def played(self, dealt: Dealt, seed: int) -> PlayedDeal:
        """Returns the finished deal, from the cards as they were dealt; the seed is only written into it."""
        piles, matto = self.settled()
        return PlayedDeal(
            game=self.key,
            seed=seed,
            dealer=self.dealer,
            hands=self.first_hands(dealt),
            discards=self.laid(self.discarder()),
            declarations=self.declarations,
            tricks=self.tricks,
            piles=piles,
            last_trick=self.tricks[-1].winner[0] if self.tricks else None,
            matto=matto,
            facts=self.facts(dealt),
        )

    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """Returns the cards of each side: those won so far, or all that it owns when the deal is over."""
        is_played_out = self.to_move is None and self.called_out is None and not self.thrown_in
        return self.settled()[0] if is_played_out else self.won()

    def discarder(self) -> str:
        """Returns the player who laid most cards aside."""
        return self.dealer

    def laid(self, player: str) -> tuple[str, ...]:
        """Returns the cards that the player has laid aside."""
        return self.aside.get(player, ())

    def lacking(self, player: str) -> frozenset[str]:
        """Returns the pali that everybody knows this player to lack."""
        return frozenset()

    def shown(self, player: str) -> tuple[str, ...]:
        """Returns the cards that everybody knows to be in this player's hand."""
        return ()

    def may_be_laid_aside(self, card: str) -> bool:
        """Whether some player can have laid the card aside."""
        return True

    @property
    def thrown_in(self) -> bool:
        """Whether the deal ended before it was played, so that the dealer deals again (Barilli 4.2.1)."""
        return False

    def public(self) -> Public:
        """Returns further facts that everybody knows."""
        return Public(rest=len(self.rest))

    def palo_of(self, card: str) -> str | None:
        """Returns the palo of a card; None where suits are not followed, and for the Matto."""
        return None

    def open_to(self, seat: str) -> tuple[str, ...]:
        """Returns the players whose hands the seat sees whole."""
        return (seat,)

    def copied(self) -> Self:
        """Returns a state that changes by itself; ``copy.copy`` does the same five times slower."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def require_turn(self, player: str) -> None:
        """Refuses an action of somebody else: ScoringError ``deal-over`` or ``not-the-turn``."""
        turn = self.to_move
        if turn is None:
            raise ScoringError("deal-over", player=player)
        if player != turn:
            raise ScoringError("not-the-turn", player=player, turn=turn)

    def require_stakes(self, player: str) -> Stakes:
        """Returns the match; ScoringError ``no-match`` for a player of a deal that belongs to none."""
        if self.stakes is None:
            raise ScoringError("no-match", player=player)
        return self.stakes

    def hidden_from(self, seat: str) -> Self:
        """Returns what the seat knows, with ``HIDDEN`` for other cards; all lie open when the last is
        played."""
        seen = self.copied()
        if not any(self.hands.values()):
            return seen
        visible = self.open_to(seat)
        seen.hands = {
            player: hand if player in visible else _backs(hand, self.shown(player))
            for player, hand in self.hands.items()
        }
        seen.aside = {
            player: cards if player == seat else _backs(cards) for player, cards in self.aside.items()
        }
        seen.rest = _backs(self.rest)
        return seen

    def filled(self, chance: Random) -> Self:
        """Returns a state with cards drawn at random for the hidden ones, as voids and the rules of the
        discard allow."""
        unseen = self.unseen()
        places: list[Place] = []
        for player, hand in self.hands.items():
            lacking = self.lacking(player)
            held = frozenset(card for card in unseen if self.palo_of(card) not in lacking)
            places.append((hand.count(HIDDEN), held))
        discarded = frozenset(filter(self.may_be_laid_aside, unseen))
        places += [(cards.count(HIDDEN), discarded) for cards in self.aside.values()]
        places.append((self.rest.count(HIDDEN), frozenset(unseen)))
        drawn = iter(share_out(unseen, places, chance))
        full = self.copied()
        full.hands = {
            player: self.in_order((*_faces(hand), *more)) if (more := next(drawn)) else hand
            for player, hand in self.hands.items()
        }
        full.aside = {player: (*_faces(cards), *next(drawn)) for player, cards in self.aside.items()}
        full.rest = (*_faces(self.rest), *next(drawn))
        return full

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Returns the cards in the order of the deck."""
        return tuple(sorted(cards, key=self.deck.index))

    def unseen(self) -> tuple[str, ...]:
        """Returns the cards that are neither played nor seen, in the order of the deck."""
        seen = {card for cards in (*self.hands.values(), *self.aside.values(), self.rest) for card in cards}
        seen.update(self.table, self.gone())
        return tuple(card for card in self.deck if card not in seen)

    def gone(self) -> frozenset[str]:
        """Returns the cards of earlier tricks, or at scopone those that were taken."""
        return frozenset(card for trick in self.tricks for card in trick.cards)


def _backs(cards: Sequence[str], known: tuple[str, ...] = ()) -> tuple[str, ...]:
    return known + (HIDDEN,) * (len(cards) - len(known))


def _faces(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card != HIDDEN)


#: Room for so many hidden cards, and the cards that can be there.
Place = tuple[int, frozenset[str]]


def share_out(cards: Sequence[str], places: Sequence[Place], chance: Random) -> list[list[str]]:
    """Returns as many cards for each place as it has room for, drawn at random among those it allows.

    Cards that few places allow are drawn first; one that finds its places full moves another card on. If the
    cards do not fit, which no view of a table leads to, a card goes where there is room.
    """
    allowed = {card: [at for at, (_, allows) in enumerate(places) if card in allows] for card in cards}
    room = [room for room, _ in places]
    given: list[list[str]] = [[] for _ in places]
    width = {card: sum(room[at] for at in allowed[card]) for card in cards}
    for card in sorted(shuffled(chance, tuple(cards)), key=width.__getitem__):
        # Each place is as likely as it has room.
        tickets = [at for at in allowed[card] for _ in range(room[at])]
        at = tickets[below(chance, len(tickets))] if tickets else None
        if at is None:
            at = _with_room(card, allowed, given, room, set())
        if at is None:
            at = next(place for place, left in enumerate(room) if left)
        given[at].append(card)
        room[at] -= 1
    return given


def _with_room(
    card: str, allowed: Mapping[str, Sequence[int]], given: list[list[str]], room: list[int], tried: set[int]
) -> int | None:
    """Returns a place for a card, after moving others on from it if it is full; None if there is no way."""
    for at in allowed[card]:
        if at in tried:
            continue
        tried.add(at)
        if room[at]:
            return at
        for other in given[at]:
            to = _with_room(other, allowed, given, room, tried)
            if to is not None:
                given[at].remove(other)
                given[to].append(other)
                room[to] -= 1
                room[at] += 1
                return at
    return None
