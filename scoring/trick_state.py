"""A deal of a game of tricks in progress, with either deck: turns, discards, declarations, tricks, voids.

What is done before the first card, and between tricks, stands in an agenda of turns; the families of games
fill it and carry out their own turns.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import takewhile
from random import Random
from typing import Final

from scoring.actions import (
    SIGNS,
    Action,
    Bid,
    CallCard,
    Declare,
    Discard,
    Done,
    Drawing,
    Fuori,
    Pay,
    Play,
    Take,
    Turn,
)
from scoring.deal_state import DealState, Dealt, Public, Stakes
from scoring.document import Declaration
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.match import Claim, call_out
from scoring.results import Outcome
from scoring.trick_play import (
    TRUMP,
    Due,
    MattoPayment,
    Trick,
    TrickRules,
    in_packets,
    payment_due,
    settle,
    shuffled,
    won_by,
)

NOBODY: Final[frozenset[str]] = frozenset()


class TrickState(DealState):
    """A deal of tricks in progress."""

    #: The deck's rules of trick play.
    deck_rules: TrickRules

    def __init__(
        self, game: Game, dealt: Dealt, dealer: str, rules: str | None, stakes: Stakes | None
    ) -> None:
        self.game = game
        super().__init__(game.key, game.deck, dealt, dealer, rules, stakes)
        #: The players of this trick, from the leader to the right.
        self.seats = self.order
        #: The pali each player was seen to lack.
        self.voids: Mapping[str, frozenset[str]] = dict.fromkeys(self.order, NOBODY)
        #: The cards each player has shown and not yet played.
        self.open_cards: Mapping[str, tuple[str, ...]] = dict.fromkeys(self.order, ())
        #: How many tricks each player has taken.
        self.taken: Mapping[str, int] = dict.fromkeys(self.order, 0)
        #: The sign made with the card that led a trick, with the trick's number from 1.
        self.signs: tuple[tuple[int, str], ...] = ()
        self.paid: str | None = None
        self.agenda = self.opening()
        self.go_on()

    @abstractmethod
    def opening(self) -> tuple[Turn, ...]:
        """Returns the turns before the first trick."""

    @abstractmethod
    def options(self, player: str) -> tuple[Declaration, ...]:
        """Returns the largest combinations that the player may still declare."""

    @abstractmethod
    def verify_declaration(self, declaration: Declaration) -> None:
        """Refuses cards that do not make the combination: ScoringError."""

    @abstractmethod
    def discardable(self, player: str) -> list[str]:
        """Returns the cards of a hand that may be laid aside now."""

    @abstractmethod
    def verify_discarded(self, player: str, card: str) -> None:
        """Refuses a card that may not be laid aside: ScoringError."""

    @abstractmethod
    def owners(self) -> Mapping[str, str]:
        """Returns, for each player in the order of play, the side whose pile gets the player's tricks."""

    @abstractmethod
    def laid_aside(self) -> Mapping[str, tuple[str, ...]]:
        """Returns the discards by the side whose pile gets them."""

    @abstractmethod
    def discard_size(self) -> int:
        """Returns how many cards are laid aside in this round."""

    @abstractmethod
    def choose_discards(self, hand: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the cards of the whole hand that a simulated player lays aside in this round."""

    @abstractmethod
    def choose_payment(self, payer: Set[str], receiver: Set[str], due: Due) -> str:
        """Returns the card that a simulated player pays for the Matto, from both piles before the payment."""

    @abstractmethod
    def choose_card(self, player: str, legal: list[str]) -> str:
        """Returns the card that a simulated player plays, one of several."""

    def choose_answer(self, turn: Turn) -> Action:
        """Returns the action of a simulated player at a turn that only this family has."""
        raise NotImplementedError(turn)

    def choose_declarations(self, player: str) -> Iterable[Declaration]:
        """Returns the combinations that a simulated player shows."""
        return self.options(player)

    def payable(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the cards of the payer's tricks that may be given for the Matto."""
        return cards

    def answers(self, turn: Turn) -> tuple[Action, ...]:
        """Returns the legal actions at a turn that only this family has."""
        raise NotImplementedError(turn)

    def answer(self, action: Action) -> None:
        """Carries out an action that only this family has."""
        raise NotImplementedError(action)

    def take(self, turn: Turn) -> None:
        """Gives the player cards of the rest, at a turn to take or to draw."""
        raise NotImplementedError(turn)

    def after_trick(self) -> tuple[Turn, ...]:
        """Returns the turns between this trick and the next."""
        return ()

    @property
    def turn(self) -> Turn | None:
        """The turn that is due; None when the deal is over."""
        if self.called_out is not None:
            return None
        if self.agenda:
            return self.agenda[0]
        place = len(self.table)
        return Turn(Play, self.seats[place]) if place or self.hands[self.seats[0]] else None

    @property
    def to_move(self) -> str | None:
        turn = self.turn
        return None if turn is None else turn.player

    def go_on(self) -> None:
        """Goes on to the next turn with a choice; carries out those without."""
        while self.agenda and not self._waits(self.agenda[0]):
            self.agenda = self.agenda[1:]

    def _waits(self, turn: Turn) -> bool:
        if turn.kind is Declare:
            return bool(self.options(turn.player))
        if turn.kind is Fuori:
            return self.may_call_out(turn.player)
        if turn.kind in (Take, Drawing):
            self.take(turn)
            return False
        return True

    def legal(self) -> tuple[Action, ...]:
        turn = self.turn
        if turn is None:
            return ()
        player = turn.player
        if turn.kind is Play:
            cards = self.deck_rules.legal_cards(self.hands[player], self.table)
            silent = [Play(player, card) for card in cards]
            signed = [
                Play(player, card, sign=sign) for card in cards if self.may_sign(card) for sign in SIGNS
            ]
            return (*silent, *signed)
        if turn.kind is Discard:
            return tuple(Discard(player, card) for card in self.discardable(player))
        if turn.kind is Declare:
            return (*(Declare(item) for item in self.options(player)), Done(player))
        if turn.kind is Fuori:
            return (Fuori(player), Done(player))
        if turn.kind is Pay:
            due = self._due()
            return tuple(Pay(player, card) for card in self.payable(due.cards)) if due else ()
        return self.answers(turn)

    def may_sign(self, card: str) -> bool:
        """Whether a sign may go with this card, where the game has signs."""
        return False

    def verify(self, action: Action) -> None:
        self.require_turn(action.player)
        turn = self.turn
        if turn is None or not isinstance(action, turn.answers):
            raise ScoringError("action-not-now", player=action.player)
        if isinstance(action, Play):
            self._verify_play(action)
        elif isinstance(action, Discard):
            self._verify_held(action.player, action.card)
            self.verify_discarded(action.player, action.card)
        elif isinstance(action, Declare):
            self._verify_declare(action.declaration)
        elif isinstance(action, Pay) and action not in self.legal():
            raise ScoringError("not-to-pay-with", card=action.card, deck=self.deck_rules.deck)
        elif isinstance(action, Bid | CallCard):
            self.verify_answer(action)

    def verify_answer(self, action: Action) -> None:
        """Refuses an action that only this family has: ScoringError."""

    def _verify_held(self, player: str, card: str) -> None:
        if card not in self.hands[player]:
            raise ScoringError("card-not-held", card=card, deck=self.deck_rules.deck)

    def _verify_play(self, action: Play) -> None:
        self.deck_rules.verify_play(self.hands[action.player], self.table, action.card)
        if action.taken:
            raise ScoringError("takes-nothing", card=action.card, deck=self.deck_rules.deck)
        if action.sign is not None and not (action.sign in SIGNS and self.may_sign(action.card)):
            raise ScoringError("sign-not-allowed", sign=action.sign, card=action.card)

    def _verify_declare(self, item: Declaration) -> None:
        foreign = tuple(card for card in item.cards if card not in self.hands[item.player])
        if foreign or not item.cards:
            raise ScoringError(
                "declaration-not-held", player=item.player, cards=foreign, deck=self.deck_rules.deck
            )
        self.verify_declaration(item)

    def apply(self, action: Action) -> None:
        if isinstance(action, Play):
            self._play(action)
        elif isinstance(action, Declare):
            self.declare(action.declaration)
            self.go_on()
        elif isinstance(action, Fuori):
            self.called_out = self.said_fuori(action.player)
        else:
            if isinstance(action, Discard):
                self._lay_aside(action)
            elif isinstance(action, Pay):
                self.paid = action.card
            elif isinstance(action, Bid | CallCard):
                self.answer(action)
            self.agenda = self.agenda[1:]
            self.go_on()

    def declare(self, item: Declaration) -> None:
        """Records a combination that everybody sees."""
        self.declarations = (*self.declarations, item)
        self.show(item.player, item.cards)

    def show(self, player: str, cards: tuple[str, ...]) -> None:
        """Records that everybody sees the player hold these cards."""
        new = tuple(card for card in cards if card not in self.open_cards[player])
        self.open_cards = {**self.open_cards, player: self.open_cards[player] + new}

    def _lay_aside(self, action: Discard) -> None:
        player, card = action.player, action.card
        self.hands = {**self.hands, player: without(self.hands[player], card)}
        self.aside = {**self.aside, player: (*self.laid(player), card)}

    def _play(self, action: Play) -> None:
        player, card = action.player, action.card
        self.hands = {**self.hands, player: without(self.hands[player], card)}
        if card in self.open_cards[player]:
            self.open_cards = {**self.open_cards, player: without(self.open_cards[player], card)}
        if action.sign is not None:
            self.signs = (*self.signs, (len(self.tricks) + 1, action.sign))
        self.see(player, card)
        self.table = (*self.table, card)
        if len(self.table) == len(self.seats):
            self._end_trick()

    def see(self, player: str, card: str) -> None:
        """Records a card that everybody sees: a player who does not follow has no card of the palo led, and
        no trumps unless this card is one."""
        led, palo = self.deck_rules.palo_led(self.table), self.deck_rules.palo.get(card)
        if led is None or palo is None or palo == led:
            return
        lacking = self.voids[player] | ({led} if palo == TRUMP else {led, TRUMP})
        self.voids = {**self.voids, player: lacking}

    def _end_trick(self) -> None:
        winner = self.seats[self.deck_rules.taker(self.table)]
        self.tricks = (*self.tricks, Trick(self.seats[0], self.table, winner))
        self.taken = {**self.taken, winner: self.taken[winner] + 1}
        self.table = ()
        self.seats = self._seats_from(winner)
        self.agenda = self.after_trick()
        self.go_on()
        if not self.agenda and not self.hands[winner]:
            due = self._due()
            self.agenda = (Turn(Pay, due.player),) if due else ()

    def _due(self) -> Due | None:
        return payment_due(self.tricks, self.owners(), self.deck_rules)

    def won(self) -> Mapping[str, tuple[str, ...]]:
        return self._by_side(won_by(self.tricks, self.owners()))

    def settled(self) -> tuple[Mapping[str, tuple[str, ...]], MattoPayment | None]:
        paid = self.paid or ""
        piles, matto = settle(self.tricks, self.owners(), self.laid_aside(), self.deck_rules, lambda *_: paid)
        return self._by_side(piles), matto

    def _by_side(self, piles: Mapping[str, Set[str]]) -> Mapping[str, tuple[str, ...]]:
        return {side: self.in_order(piles[side]) for side in self.game.sides if side in piles}

    def choose(self) -> Action:
        turn = self.turn
        if turn is None:
            raise ScoringError("deal-over", player="")
        player = turn.player
        if turn.kind is Discard:
            return Discard(player, self._next_discard(player))
        if turn.kind is Declare:
            return next((Declare(item) for item in self.choose_declarations(player)), Done(player))
        if turn.kind is Pay:
            _, matto = settle(
                self.tricks, self.owners(), self.laid_aside(), self.deck_rules, self.choose_payment
            )
            return Pay(player, matto.card if matto else "")
        if turn.kind is Fuori:
            return Fuori(player)
        if turn.kind is not Play:
            return self.choose_answer(turn)
        legal = self.deck_rules.legal_cards(self.hands[player], self.table)
        return Play(player, legal[0] if len(legal) == 1 else self.choose_card(player, legal))

    def _next_discard(self, player: str) -> str:
        """Returns the next card of the discard that a simulated player chooses from the whole hand."""
        left = sum(1 for _ in takewhile(lambda turn: turn == Turn(Discard, player), self.agenda))
        laid = self.laid(player)
        now = laid[len(laid) + left - self.discard_size() :]
        chosen = self.choose_discards(self.in_order((*self.hands[player], *now)))
        return next(card for card in chosen if card not in now)

    def public(self) -> Public:
        return Public(rest=len(self.rest), signs=dict(self.signs))

    def _seats_from(self, leader: str) -> tuple[str, ...]:
        """Returns the players of a trick, from its leader to the right."""
        place = self.order.index(leader)
        return self.order[place:] + self.order[:place]

    def palo_of(self, card: str) -> str | None:
        return self.deck_rules.palo.get(card)

    def lacking(self, player: str) -> frozenset[str]:
        return self.voids[player]

    def shown(self, player: str) -> tuple[str, ...]:
        return self.open_cards[player]

    def first_hands(self, dealt: Dealt) -> dict[str, tuple[str, ...]]:
        hands: dict[str, list[str]] = {player: [] for player in self.order}
        for trick in self.tricks:
            for player, card in zip(self._seats_from(trick.leader), trick.cards, strict=True):
                hands[player].append(card)
        return {player: self.in_order(hand) for player, hand in hands.items()}

    def said_fuori(self, player: str) -> Outcome:
        """The player shows all in hand; the leader's partner adds the leader's (Barilli 4.1.1)."""
        stakes, leader = self.require_stakes(player), self.order[0]
        shown = [item for item in self.declarations if item.player == leader and leader[0] == player[0]]
        claim = Claim(
            player=player,
            dealer=self.dealer,
            totals=stakes.totals,
            target=stakes.target,
            declarations=[*shown, *self.options(player)],
            passed=None,
            rule=stakes.rule,
            house_rule=self.rules,
        )
        return call_out(self.game, claim)


def deal_hands(packets: Sequence[int], game: Game, chance: Random, dealer: str) -> Dealt:
    """Returns the hands, dealt to the right in these packets from the shuffled deck, and the cards left."""
    pack = iter(shuffled(chance, game.deck))
    return Dealt(in_packets(pack, game.in_play_order(dealer), packets), tuple(pack))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Returns the cards but this one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
