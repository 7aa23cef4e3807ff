"""A deal of the tarocco bolognese in progress: what its games share, and what its simulated players do."""

from collections.abc import Mapping
from itertools import takewhile

from scoring.actions import Action, Declare, Discard, Done, Fuori, Pay, Play
from scoring.bolognese.cards import ANGEL, BIT, MATTO, WHOLE_DECK, bits, codes_of
from scoring.bolognese.declarable import declarable, worth_showing
from scoring.bolognese.declarations import combination_of, read_declaration
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import DISCARD_SIZE
from scoring.bolognese.play.piles import least_harmful, settle, won_by
from scoring.bolognese.play.rules import BOLOGNESE, NOT_DISCARDED, discardable_cards
from scoring.bolognese.play.tactics import choose_card, choose_discard
from scoring.bolognese.play.view import View
from scoring.deal_state import Dealt, Stakes
from scoring.document import Declaration
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.trick_play import MattoPayment, payment_due
from scoring.trick_state import DECLARE, DISCARD, FUORI, NOBODY, PAY, TrickState, Turn


class BologneseState(TrickState):
    """A deal of the tarocco bolognese in progress."""

    deck_rules = BOLOGNESE

    def __init__(
        self, game: Game, dealt: Dealt, dealer: str, rules: str | None, stakes: Stakes | None
    ) -> None:
        #: The cards played, as a set of ``scoring.bolognese.cards``.
        self.out = 0
        self.house = require_house_rule(rules)
        super().__init__(game, dealt, dealer, rules, stakes)

    def owners(self) -> Mapping[str, str]:
        """Returns, for each player in the order of play, the side whose pile gets the player's tricks."""
        return {player: player[0] for player in self.order}

    def laid_aside(self) -> Mapping[str, int]:
        """Returns the discards by the side whose pile gets them."""
        return {player[0]: bits(cards) for player, cards in self.aside.items() if cards}

    def sides(self) -> tuple[str, ...]:
        """Returns the sides that have piles, in the order of an answer."""
        return self.game.sides

    def facts(self, dealt: Dealt) -> dict[str, object]:
        return {}

    def partners(self, player: str) -> frozenset[str]:
        return NOBODY

    def take(self, turn: Turn) -> None:
        hand = self.in_order((*self.hands[turn.player], *self.rest))
        self.hands, self.rest = {**self.hands, turn.player: hand}, ()

    def discardable(self, player: str) -> list[str]:
        return discardable_cards(self.hands[player])

    def verify_discarded(self, player: str, card: str) -> None:
        if card in NOT_DISCARDED:
            raise ScoringError("discard-forbidden", card=card)

    def may_be_laid_aside(self, card: str) -> bool:
        return card not in NOT_DISCARDED

    def options(self, player: str) -> tuple[Declaration, ...]:
        return declarable(self.game, player, self.hands[player], self.declarations, self.rules)

    def verify_declaration(self, declaration: Declaration) -> None:
        shown = {(item.player, item.family) for item in self.declarations}
        if (declaration.player, declaration.family) in shown:
            raise ScoringError("declaration-twice", player=declaration.player, family=declaration.family)
        combination_of(read_declaration(self.game, declaration), self.house)

    def see(self, player: str, card: str) -> None:
        super().see(player, card)
        self.out |= BIT[card]

    def payment(self) -> tuple[str, tuple[str, ...]] | None:
        due = payment_due(self.tricks, self.owners(), MATTO, only_later=False)
        return due and (due.player, codes_of(self.payable(bits(due.cards))))

    def payable(self, from_tricks: int) -> int:
        """Returns the cards of the tricks that may be paid: the Angelo stays with its side (Pagat)."""
        return from_tricks & ~BIT[ANGEL]

    def won(self) -> Mapping[str, tuple[str, ...]]:
        return self._by_side(won_by(self.tricks, self.owners()))

    def settled(self) -> tuple[Mapping[str, tuple[str, ...]], MattoPayment | None]:
        paid = self.paid or ""
        piles, matto = settle(self.tricks, self.owners(), self.laid_aside(), lambda *_: paid)
        return self._by_side(piles), matto

    def _by_side(self, piles: Mapping[str, int]) -> Mapping[str, tuple[str, ...]]:
        return {side: codes_of(piles[side]) for side in self.sides() if side in piles}

    def knowledge(self, player: str) -> View:
        """Returns what the player to move knows, as simulated players weigh it."""
        hand = self.hands[player]
        held = bits(hand)
        return View(
            player=player,
            partners=self.partners(player),
            hand=list(hand),
            held=held,
            trick=list(self.table),
            seats=self.seats,
            unseen=WHOLE_DECK & ~held & ~self.out & ~bits(self.laid(player)),
            shown={other: bits(cards) for other, cards in self.open_cards.items()},
            tricks=self.taken,
            voids=self.voids,
        )

    def choose(self) -> Action:
        """Returns the action of the simulated player whose turn it is."""
        turn = self.turn
        if turn is None:
            raise ScoringError("deal-over", player="")
        player, hand = turn.player, self.hands[turn.player]
        if turn.kind == DISCARD:
            return Discard(player, self._next_discard(player))
        if turn.kind == DECLARE:
            done = {item.family for item in self.declarations if item.player == player}
            items = worth_showing(player, bits(hand), self.house)
            return next((Declare(item) for item in items if item.family not in done), Done(player))
        if turn.kind == PAY:
            return Pay(player, self.choose_payment())
        if turn.kind == FUORI:
            return Fuori(player)
        legal = BOLOGNESE.legal_cards(hand, self.table)
        card = legal[0] if len(legal) == 1 else self.choose_card(self.knowledge(player), legal)
        return Play(player, card)

    def choose_card(self, view: View, legal: list[str]) -> str:
        """Returns the card that a simulated player plays."""
        return choose_card(view, legal)

    def choose_payment(self) -> str:
        """Returns the card that a simulated player pays for the Matto; every card is known by then."""
        _, matto = settle(self.tricks, self.owners(), self.laid_aside(), self.weigh_payment)
        return matto.card if matto else ""

    def weigh_payment(self, own: int, other: int, from_tricks: int) -> str:
        """Returns the card to pay, from both final piles and the payer's tricks."""
        return least_harmful(own, other, self.payable(from_tricks))

    def discard_size(self) -> int:
        """Returns how many cards are laid aside in this round."""
        return DISCARD_SIZE

    def _next_discard(self, player: str) -> str:
        """Returns the next card of the discard that a simulated player chooses from the whole hand."""
        size = self.discard_size()
        laid = size - sum(1 for _ in takewhile(lambda turn: turn == Turn(DISCARD, player), self.agenda))
        now = self.laid(player)[len(self.laid(player)) - laid :]
        chosen = choose_discard(self.in_order((*self.hands[player], *now)), size)
        return next(card for card in chosen if card not in now)
