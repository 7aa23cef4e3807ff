"""A deal of the tarocco bolognese in progress: what its games share, and what its simulated players do."""

from collections.abc import Iterable, Mapping, Set

from scoring.actions import Turn
from scoring.bolognese.cards import ANGEL, BIT, MATTO, WHOLE_DECK, bits, codes_of
from scoring.bolognese.declarable import declarable, worth_showing
from scoring.bolognese.declarations import combination_of, read_declaration
from scoring.bolognese.grande import ACCADEMIA, require_house_rule
from scoring.bolognese.heap import PLAIN_BITS
from scoring.bolognese.pile import DISCARD_SIZE
from scoring.bolognese.play.rules import BOLOGNESE, NOT_DISCARDED, discardable_cards
from scoring.bolognese.play.tactics import choose_card, choose_discard
from scoring.bolognese.play.view import View
from scoring.bolognese.tables import pile_totals
from scoring.deal_state import Dealt, Stakes
from scoring.document import Declaration
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.trick_play import Due
from scoring.trick_state import NOBODY, TrickState


def least_harmful(own: int, other: int, from_tricks: int) -> str:
    """Returns the card of the tricks whose loss costs its side least, by the final counts of both sides; the
    last of the deck, a scartino, among equals."""
    # Scartini are in no combination: paying with one changes only the number of cards.
    plain = from_tricks & PLAIN_BITS
    if plain:
        return codes_of(plain)[-1]
    return max(reversed(codes_of(from_tricks)), key=lambda card: _margin_after(own, other, card))


def most_harmful(own: int, other: int, from_tricks: int) -> str:
    """Returns the card that its owner most wants to give away, where points are avoided (Barilli 4.4.1)."""
    return min(codes_of(from_tricks), key=lambda card: _margin_after(own, other, card))


def _margin_after(own: int, other: int, card: str) -> int:
    kept, given = own & ~BIT[card], other | BIT[card]
    return sum(pile_totals(kept, ACCADEMIA)) - sum(pile_totals(given, ACCADEMIA))


class BologneseState(TrickState):
    """A deal of the tarocco bolognese in progress."""

    deck_rules = BOLOGNESE
    #: Returns the card to pay, from both final piles and the payer's tricks.
    weigh_payment = staticmethod(least_harmful)

    def __init__(
        self, game: Game, dealt: Dealt, dealer: str, rules: str | None, stakes: Stakes | None
    ) -> None:
        #: The cards played, as a set of ``scoring.bolognese.cards``.
        self.out = 0
        self.house = require_house_rule(rules)
        super().__init__(game, dealt, dealer, rules, stakes)

    def owners(self) -> Mapping[str, str]:
        return {player: player[0] for player in self.order}

    def laid_aside(self) -> Mapping[str, tuple[str, ...]]:
        return {player[0]: cards for player, cards in self.aside.items() if cards}

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

    def payable(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The Angelo stays with its side (Pagat)."""
        return codes_of(bits(cards) & ~BIT[ANGEL])

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

    def choose_declarations(self, player: str) -> Iterable[Declaration]:
        done = {item.family for item in self.declarations if item.player == player}
        items = worth_showing(player, bits(self.hands[player]), self.house)
        return (item for item in items if item.family not in done)

    def choose_card(self, player: str, legal: list[str]) -> str:
        return choose_card(self.knowledge(player), legal)

    def choose_payment(self, payer: Set[str], receiver: Set[str], due: Due) -> str:
        own, other = bits({*payer, MATTO}), bits({*receiver} - {MATTO})
        return self.weigh_payment(own, other, bits(self.payable(due.cards)))

    def discard_size(self) -> int:
        return DISCARD_SIZE

    def choose_discards(self, hand: tuple[str, ...]) -> tuple[str, ...]:
        return choose_discard(hand, self.discard_size())
