"""Deals of the five games in progress (Maillard)."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from random import Random
from typing import Self

from scoring.actions import Action, CallCard, Declare, Discard, Drawing, Take, Turn
from scoring.deal_state import Dealt, Public, Stakes
from scoring.document import Declaration
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.genovese.buone import Buona, declarable, growth, made_of
from scoring.genovese.cards import BAGATTO, MATTO, RE, Form
from scoring.genovese.declarations import (
    BUONA,
    NOT_DECLARED,
    counted_buona,
    read_buone_rules,
    read_declaration,
)
from scoring.genovese.piles import called_camps
from scoring.genovese.play.players import View, choose_card
from scoring.genovese.play.rules import (
    GENOVESE,
    PALI,
    PALO,
    Draw,
    callable_cards,
    choose_call,
    choose_discard,
    discardable,
    least_missed,
    may_complete,
    verify_call,
    verify_discard,
)
from scoring.trick_play import Due, MattoPayment, Trick, player_of
from scoring.trick_state import NOBODY, TrickState, without


class GenoveseState(TrickState):
    """A deal of the tarocco genovese in progress: a tre, a quattro in coppia, a pizzico."""

    deck_rules = GENOVESE

    def __init__(
        self, form: Form, game: Game, dealt: Dealt, dealer: str, rules: str | None, stakes: Stakes | None
    ) -> None:
        self.exposed = dealt.exposed
        self.form = form
        #: Whether buone are declared by the house rule.
        self.declares = read_buone_rules(game, {"rules": rules}) not in NOT_DECLARED
        self.buone: Mapping[str, tuple[Buona, ...]] = dict.fromkeys(dealt.hands, ())
        self.out: frozenset[str] = frozenset()
        self.draws: tuple[Draw, ...] = ()
        cards = sum(map(len, dealt.hands.values())) + len(dealt.rest)
        self.tricks_in_all = (cards - self.form.discard_size) // len(dealt.hands)
        super().__init__(game, dealt, dealer, rules, stakes)

    def opening(self) -> tuple[Turn, ...]:
        self.verify_dealt(self.form.hand_size)
        for player, card in self.exposed.items():
            self.show(player, (card,))
        size = self.form.discard_size
        return (
            *[Turn(Take, self.dealer)] * (size > 0),
            *[Turn(Discard, self.dealer)] * size,
            *(Turn(Declare, player) for player in self.order),
        )

    def take(self, turn: Turn) -> None:
        """The dealer takes all the rest; a player draws one shown card (Maillard, "A pizzico")."""
        player, drawing = turn.player, turn.kind is Drawing
        taken, rest = (self.rest[:1], self.rest[1:]) if drawing else (self.rest, ())
        hand = self.hands[player]
        self.hands = {**self.hands, player: (*hand, *taken) if drawing else self.in_order((*hand, *taken))}
        self.rest = rest
        if not drawing:
            return
        card = taken[0]
        self.draws = (*self.draws, Draw(len(self.draws) // len(self.order) + 1, player, card))
        self.voids = {**self.voids, player: self.voids[player] - {PALO.get(card, "")}}
        self.show(player, taken)
        if may_complete(card):
            self.agenda = (self.agenda[0], Turn(Declare, player), *self.agenda[1:])

    def after_trick(self) -> tuple[Turn, ...]:
        self.out |= set(self.tricks[-1].cards)
        drawing = self.seats if self.form.draws and self.rest else ()
        return tuple(Turn(Drawing, player) for player in drawing)

    def gone(self) -> frozenset[str]:
        return self.out

    def shown(self, player: str) -> tuple[str, ...]:
        """The dealer may have laid aside the card turned up in dealing, unless it was shown again."""
        cards = super().shown(player)
        card = self.exposed.get(player, "")
        if player != self.dealer or card not in cards or not self.may_be_laid_aside(card):
            return cards
        is_seen_again = any(card in item.cards for item in self.declarations if item.player == player)
        return cards if is_seen_again else without(cards, card)

    def owners(self) -> Mapping[str, str]:
        return {player: player[0] for player in self.game.players}

    def partners(self, player: str) -> frozenset[str]:
        owners = self.owners()
        return frozenset(other for other in owners if other != player and owners[other] == owners[player])

    def discardable(self, player: str) -> list[str]:
        allowed = discardable((*self.hands[player], *self.laid(player)))
        return [card for card in self.hands[player] if card in allowed]

    def verify_discarded(self, player: str, card: str) -> None:
        verify_discard((*self.hands[player], *self.laid(player)), card)

    def may_be_laid_aside(self, card: str) -> bool:
        """The Bagatto may only where it is the only trump, so rarely that players do not reckon with it."""
        return card not in RE and card != BAGATTO

    def options(self, player: str) -> tuple[Declaration, ...]:
        if not self.declares:
            return ()
        new = declarable(self.form.minimums, self.hands[player], self.buone[player])
        return tuple(Declaration(player[0], player, BUONA, item.name, item.cards) for item in new)

    def verify_declaration(self, declaration: Declaration) -> None:
        if not self.declares:
            raise ScoringError("buone-not-declared", rules=self.rules)
        item = read_declaration(self.game, self.form, declaration)
        counted_buona(self.form, item, self.buone[declaration.player])

    def declare(self, item: Declaration) -> None:
        grown = growth(self.buone[item.player], made_of(item.family, item.cards))
        if grown is not None:
            self.buone = {**self.buone, item.player: (*self.buone[item.player], grown)}
        super().declare(item)

    def laid_aside(self) -> Mapping[str, tuple[str, ...]]:
        return {self.owners()[self.dealer]: self.laid(self.dealer)}

    def settled(self) -> tuple[Mapping[str, tuple[str, ...]], MattoPayment | None]:
        """The Matto is paid between the players' own sides, whatever their camps."""
        piles, matto = super().settled()
        if matto is None:
            return piles, None
        trick = self.tricks[matto.trick - 1]
        payer = player_of(self.order, trick, MATTO)
        return piles, replace(matto, payer=payer[0], receiver=trick.winner[0])

    def first_hands(self, dealt: Dealt) -> dict[str, tuple[str, ...]]:
        drawn = {draw.card for draw in self.draws}
        hands = super().first_hands(dealt)
        return {
            player: tuple(card for card in hands[player] if card not in drawn) for player in self.game.players
        }

    def public(self) -> Public:
        draws = tuple((draw.player, draw.card) for draw in self.draws)
        return replace(super().public(), exposed=dict(self.exposed), draws=draws)

    def facts(self, dealt: Dealt) -> dict[str, object]:
        return {
            "bagatto_ultimo": bagatto_ultimo(self.game.players, self.tricks[-1]),
            "exposed": dict(self.exposed),
            "draws": [draw._asdict() for draw in self.draws],
        }

    def discard_size(self) -> int:
        return self.form.discard_size

    def choose_discards(self, hand: tuple[str, ...]) -> tuple[str, ...]:
        return choose_discard(hand, self.form.discard_size)

    def choose_payment(self, payer: Set[str], receiver: Set[str], due: Due) -> str:
        return least_missed(due.cards)

    def choose_card(self, player: str, legal: list[str]) -> str:
        return choose_card(self.knowledge(player), legal)

    def private(self, player: str) -> Mapping[str, str]:
        """Returns the cards not shown whose holder this player knows, with the holder, "" for a discard."""
        return dict.fromkeys(self.laid(player), "")

    def knowledge(self, player: str) -> View:
        """Returns what the player to move knows, as simulated players weigh it."""
        friends = self.partners(player)
        turn = len(self.table)
        hand = self.hands[player]
        shown = {card: holder for holder, cards in self.open_cards.items() for card in cards}
        return View(
            hand=list(hand),
            trick=list(self.table),
            friends_played=frozenset(place for place in range(turn) if self.seats[place] in friends),
            foes_later=[other for other in self.seats[turn + 1 :] if other not in friends],
            gone=self.out,
            known={**shown, **self.private(player)},
            lacking={other: self.lacking(other) for other in self.order},
            tricks_left=self.tricks_in_all - len(self.tricks),
            drawing=bool(self.rest) and self.form.draws,
        )


class DueMortiState(GenoveseState):
    """A deal of two players. Each also sees and plays a dead partner's hand (Maillard, "Con due morti")."""

    def open_to(self, seat: str) -> tuple[str, ...]:
        return (*self.game.players_of(seat[0]), *self.open_hands())

    def open_hands(self) -> tuple[str, ...]:
        """Returns the players whose hands lie open: the dead, once the dealer has discarded."""
        return () if any(turn.kind is Discard for turn in self.agenda) else self.game.dummies

    def shown(self, player: str) -> tuple[str, ...]:
        return self.hands[player] if player in self.open_hands() else super().shown(player)

    def lacking(self, player: str) -> frozenset[str]:
        lacking = super().lacking(player)
        if player not in self.open_hands():
            return lacking
        return lacking | set(PALI).difference(map(PALO.get, self.hands[player]))

    def private(self, player: str) -> Mapping[str, str]:
        living, dead = self.game.players_of(player[0])
        seen = {card: other for other in self.open_hands() for card in self.hands[other]}
        partner = dict.fromkeys(self.hands[living], living) if player == dead else {}
        return {**super().private(player), **seen, **partner}


class ChiamaReState(GenoveseState):
    """A deal in which the dealer calls a re before the buone (Maillard, "Chiamata del re"): its holder is the
    partner, whom the others know once the card is seen."""

    called: str | None = None
    #: The player who holds the card called; None while this is not known.
    holder: str | None = None

    def opening(self) -> tuple[Turn, ...]:
        turns = super().opening()
        declaring = len(turns) - len(self.order)
        return (*turns[:declaring], Turn(CallCard, self.dealer), *turns[declaring:])

    def answers(self, turn: Turn) -> tuple[Action, ...]:
        player = turn.player
        return tuple(CallCard(player, card) for card in callable_cards(self.hands[player], self.laid(player)))

    def verify_answer(self, action: Action) -> None:
        if isinstance(action, CallCard):
            verify_call(self.hands[action.player], self.laid(action.player), action.card)

    def choose_answer(self, turn: Turn) -> Action:
        return CallCard(turn.player, choose_call(self.hands[turn.player], self.laid(turn.player)))

    def answer(self, action: Action) -> None:
        if isinstance(action, CallCard):
            self.called = action.card
            self._find_holder()

    def _find_holder(self) -> None:
        self.holder = next(
            (player for player, hand in self.hands.items() if self.called in hand), self.holder
        )

    @property
    def is_revealed(self) -> bool:
        """Whether everybody has seen the card called."""
        seen = (self.table, *self.open_cards.values())
        return self.called in self.out or any(self.called in cards for cards in seen)

    def hidden_from(self, seat: str) -> Self:
        seen = super().hidden_from(seat)
        if not self.is_revealed and self.holder != seat:
            seen.holder = None
        return seen

    def filled(self, chance: Random) -> Self:
        full = super().filled(chance)
        if full.holder is None:
            full._find_holder()
        return full

    def owners(self) -> Mapping[str, str]:
        if self.holder is None:
            return super().owners()
        partner = None if self.holder == self.dealer else self.holder[0]
        of_side = called_camps(self.game, self.dealer[0], partner).of_side
        return {player: of_side[player[0]] for player in self.game.players}

    def partners(self, player: str) -> frozenset[str]:
        if self.is_revealed:
            return super().partners(player)
        return frozenset((self.dealer,)) if self.holder == player != self.dealer else NOBODY

    def public(self) -> Public:
        return replace(super().public(), called=self.called)

    def facts(self, dealt: Dealt) -> dict[str, object]:
        partner = None if self.holder in (None, self.dealer) else self.holder
        return {"called": self.called, "partner": partner and partner[0], **super().facts(dealt)}


def bagatto_ultimo(players: Sequence[str], last: Trick) -> dict[str, object] | None:
    """Returns the player of the Bagatto in the last trick and its taker; None if it was played earlier."""
    if BAGATTO not in last.cards:
        return None
    return {"player": player_of(players, last, BAGATTO), "trick_to": last.winner}
