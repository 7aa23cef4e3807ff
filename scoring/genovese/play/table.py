"""A deal in course: hands, what everyone has seen, and the tricks as they fall."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.genovese.play.players import choose_card
from scoring.genovese.play.rules import GENOVESE, PALI, PALO
from scoring.genovese.play.view import View
from scoring.play.record import Trick
from scoring.play.rules import TRUMP


@dataclass(slots=True)
class Table:
    """The players' hands and knowledge; changes card by card."""

    #: In the order of play of the first trick, the dealer last.
    order: tuple[str, ...]
    hands: dict[str, list[str]]
    #: Whose pile each player's tricks go to, in the order of the game's players.
    camps: Mapping[str, str]
    #: From the top.
    pozzo: list[str]
    #: Whom each player knows to be on his side.
    friends: dict[str, frozenset[str]] = field(init=False)
    #: Cards whose holder each player knows.
    known: dict[str, dict[str, str]] = field(init=False)
    #: The card whose holder is the dealer's hidden partner, until everyone knows him.
    called: str | None = None
    gone: set[str] = field(default_factory=set)
    gone_of: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PALI, 0))
    #: How many cards of each palo every player holds.
    held: dict[str, dict[str, int]] = field(init=False)
    open_hands: set[str] = field(default_factory=set)
    #: The pali each player is known not to hold.
    lacking: dict[str, set[str]] = field(init=False)
    tricks_left: int = field(init=False)

    def __post_init__(self) -> None:
        self.friends = known_friends(self.camps)
        self.known = {player: {} for player in self.order}
        self.held = {player: _lengths(hand) for player, hand in self.hands.items()}
        self.lacking = {player: set() for player in self.order}
        left = sum(len(hand) for hand in self.hands.values()) + len(self.pozzo)
        self.tricks_left = left // len(self.order)

    def show(self, player: str, cards: Iterable[str]) -> None:
        """Everyone sees that a player holds these cards."""
        for card in cards:
            for seen in self.known.values():
                seen[card] = player
            self._notice(card)

    def open_hand(self, player: str) -> None:
        """A hand is laid on the table for all to see (Maillard, "Con due morti")."""
        self.open_hands.add(player)
        self.show(player, self.hands[player])
        self._notice_empty(player)

    def hide_partner(self, dealer: str, partner: str | None, called: str) -> None:
        """Only the dealer's partner knows who is with whom, until the card called is seen: at once, if it was
        turned up in dealing."""
        self.called = called
        self.friends = dict.fromkeys(self.order, frozenset())
        if partner is not None:
            self.friends[partner] = frozenset((dealer,))
        if all(called in seen for seen in self.known.values()):
            self._notice(called)

    def _notice(self, card: str) -> None:
        """The dealer's partner is known once the card called has been seen (Maillard, "Chiamata del re")."""
        if card == self.called:
            self.called = None
            self.friends = known_friends(self.camps)

    def play(self, leader: str) -> Trick:
        """One trick, which every player's hand is the poorer for."""
        first = self.order.index(leader)
        turns = (*self.order[first:], *self.order[:first])
        played: list[str] = []
        for turn, player in enumerate(turns):
            legal = GENOVESE.legal_cards(self.hands[player], played)
            card = legal[0]
            if len(legal) > 1:
                card = choose_card(self._view(player, turns, turn, played), legal)
            self._lay(player, card, played)
        self.gone.update(played)
        for card in played:
            if card in PALO:
                self.gone_of[PALO[card]] += 1
        self.tricks_left -= 1
        return Trick(leader, tuple(played), turns[GENOVESE.taker(played)])

    def _view(self, player: str, turns: Sequence[str], turn: int, played: Sequence[str]) -> View:
        friends = self.friends[player]
        return View(
            hand=self.hands[player],
            trick=played,
            friends_played=frozenset(place for place in range(turn) if turns[place] in friends),
            foes_later=[other for other in turns[turn + 1 :] if other not in friends],
            gone=self.gone,
            gone_of=self.gone_of,
            held=self.held[player],
            known=self.known[player],
            lacking=self.lacking,
            tricks_left=self.tricks_left,
            drawing=bool(self.pozzo),
        )

    def _lay(self, player: str, card: str, played: list[str]) -> None:
        palo, led = PALO.get(card), GENOVESE.palo_led(played)
        if led is not None and palo not in (led, None):
            self.lacking[player] |= {led} if palo == TRUMP else {led, TRUMP}
        self.hands[player].remove(card)
        if palo is not None:
            self.held[player][palo] -= 1
        played.append(card)
        self._notice(card)
        if player in self.open_hands:
            self._notice_empty(player)

    def _notice_empty(self, player: str) -> None:
        self.lacking[player].update(palo for palo in PALI if not self.held[player][palo])

    def draw(self, player: str) -> str:
        """The pozzo's top card: shown to the others, then in hand (Maillard, "A pizzico", "Svolgimento")."""
        card = self.pozzo.pop(0)
        self.hands[player].append(card)
        if card in PALO:
            self.held[player][PALO[card]] += 1
            self.lacking[player].discard(PALO[card])
        self.show(player, [card])
        return card

    def play_tricks(self, after_each: Callable[[Trick], None]) -> tuple[Trick, ...]:
        """Every trick to the last card, the dealer's right leading first (Maillard, "Svolgimento")."""
        tricks: list[Trick] = []
        leader = self.order[0]
        while self.hands[leader]:
            tricks.append(self.play(leader))
            leader = tricks[-1].winner
            after_each(tricks[-1])
        return tuple(tricks)


def known_friends(camps: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Whom each player counts on when the camps are known to all."""
    return {
        player: frozenset(other for other in camps if other != player and camps[other] == camp)
        for player, camp in camps.items()
    }


def _lengths(hand: Iterable[str]) -> dict[str, int]:
    """How many cards of each palo there are."""
    length = dict.fromkeys(PALI, 0)
    for card in hand:
        if card in PALO:
            length[PALO[card]] += 1
    return length
