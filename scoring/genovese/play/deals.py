"""Plays deals of the five games from a seed; a seed gives the same deal on every machine."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.game import Game
from scoring.genovese.cards import BAGATTO, in_deck_order
from scoring.genovese.piles import called_camps
from scoring.genovese.play.dealing import (
    A_PIZZICO,
    A_QUATTRO,
    A_TRE,
    Announced,
    Opening,
    choose_call,
    may_complete,
    open_deal,
    partner_of,
)
from scoring.genovese.play.players import View, choose_card
from scoring.genovese.play.rules import GENOVESE, PALI, PALO, Draw, draw_order, piles_after, player_of
from scoring.trick_play import TRUMP, PlayedDeal, Trick


@dataclass(slots=True)
class Table:
    """The players' hands and what each player knows; it changes with each card."""

    #: In the order of play of the first trick, the dealer last.
    order: tuple[str, ...]
    hands: dict[str, list[str]]
    #: For each player, in the game's order, the camp whose pile gets the tricks.
    camps: Mapping[str, str]
    #: The undealt cards, the top card first.
    pozzo: list[str]
    #: Each player's partners, as far as that player knows them.
    friends: dict[str, frozenset[str]] = field(init=False)
    #: For each player, the cards whose holder that player knows, with the holder.
    known: dict[str, dict[str, str]] = field(init=False)
    #: The called card, while its holder, the dealer's partner, is not known to everyone.
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
        """Records that everyone sees a player hold these cards."""
        for card in cards:
            for seen in self.known.values():
                seen[card] = player
            self._notice(card)

    def open_hand(self, player: str) -> None:
        """Lays a hand open on the table (Maillard, "Con due morti")."""
        self.open_hands.add(player)
        self.show(player, self.hands[player])
        self._notice_empty(player)

    def hide_partner(self, dealer: str, partner: str | None, called: str) -> None:
        """Hides the partnerships, except from the dealer's partner, until the called card is seen; it may
        have been turned up in dealing."""
        self.called = called
        self.friends = dict.fromkeys(self.order, frozenset())
        if partner is not None:
            self.friends[partner] = frozenset((dealer,))
        if all(called in seen for seen in self.known.values()):
            self._notice(called)

    def _notice(self, card: str) -> None:
        """Reveals the dealer's partner once the called card has been seen (Maillard, "Chiamata del re")."""
        if card == self.called:
            self.called = None
            self.friends = known_friends(self.camps)

    def play(self, leader: str) -> Trick:
        """Plays one trick with cards from the hands, and returns it."""
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
        """Moves the top card of the pozzo to the player's hand, shown to the others, and returns it
        (Maillard, "A pizzico", "Svolgimento")."""
        card = self.pozzo.pop(0)
        self.hands[player].append(card)
        if card in PALO:
            self.held[player][PALO[card]] += 1
            self.lacking[player].discard(PALO[card])
        self.show(player, [card])
        return card

    def play_tricks(self, after_each: Callable[[Trick], None]) -> tuple[Trick, ...]:
        """Plays all tricks and returns them; the player to the dealer's right leads first (Maillard,
        "Svolgimento")."""
        tricks: list[Trick] = []
        leader = self.order[0]
        while self.hands[leader]:
            tricks.append(self.play(leader))
            leader = tricks[-1].winner
            after_each(tricks[-1])
        return tuple(tricks)


def known_friends(camps: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Returns each player's partners, once all players know the camps."""
    return {
        player: frozenset(other for other in camps if other != player and camps[other] == camp)
        for player, camp in camps.items()
    }


def _lengths(hand: Iterable[str]) -> dict[str, int]:
    """Returns the number of cards of each palo."""
    length = dict.fromkeys(PALI, 0)
    for card in hand:
        if card in PALO:
            length[PALO[card]] += 1
    return length


def play_gatti(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """Returns a deal a tre (Maillard, "Tarocchi a tre")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_TRE)
    return _play_out(game, seed, opening, _table(game, opening))


def play_coppie(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """Returns a deal a quattro in coppia (Maillard, "Tarocchi a quattro in coppia")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_QUATTRO)
    return _play_out(game, seed, opening, _table(game, opening))


def play_due_morti(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """Returns a deal of two players, each with the open hand of a dead partner (Maillard, "Con due
    morti")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_QUATTRO)
    table = _table(game, opening)
    for side in game.sides:
        living, dead = game.players_of(side)
        table.open_hand(dead)
        # The living player plays the dead partner's hand too, and knows both hands.
        table.known[dead].update(dict.fromkeys(opening.hands[living], living))
    return _play_out(game, seed, opening, table)


def play_chiama_re(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """Returns a deal in which the dealer calls a re before the buone (Maillard, "Chiamata del re")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_QUATTRO)
    called = choose_call(opening.hands[dealer], opening.discards)
    partner = partner_of(opening.hands, dealer, called)
    camps = called_camps(game, dealer[0], partner and partner[0])
    table = _table(game, opening, camps.of_side)
    table.hide_partner(dealer, partner, called)
    return _play_out(game, seed, opening, table, {"called": called, "partner": partner and partner[0]})


def play_pizzico(game: Game, seed: int, dealer: str) -> PlayedDeal:
    """Returns a deal of two players who draw from the pozzo after each trick (Maillard, "A pizzico")."""
    opening = open_deal(seed, game.in_play_order(dealer), A_PIZZICO)
    return _play_out(game, seed, opening, _table(game, opening))


def _table(game: Game, opening: Opening, camp_of_side: Mapping[str, str] | None = None) -> Table:
    """Returns the table before the first trick; every side is a camp of its own unless a call has formed
    others."""
    table = Table(
        order=opening.order,
        hands={player: list(hand) for player, hand in opening.hands.items()},
        camps={player: (camp_of_side or {}).get(player[0], player[0]) for player in game.players},
        pozzo=list(opening.pozzo),
    )
    for player, card in opening.exposed.items():
        table.show(player, [card])
    # Only the dealer knows the cards in the discard, which nobody can play.
    table.known[opening.order[-1]].update(dict.fromkeys(opening.discards, ""))
    return table


def _play_out(
    game: Game, seed: int, opening: Opening, table: Table, call: Mapping[str, object] | None = None
) -> PlayedDeal:
    """Makes the declarations and plays all tricks; returns the finished deal."""
    announced = Announced(opening.form.minimums)
    for player in opening.order:
        table.show(player, announced.add(player, table.hands[player]))
    draws: list[Draw] = []
    tricks = table.play_tricks(lambda trick: _draw(table, trick, announced, draws))
    piles, matto = piles_after(table.camps, tricks, opening.order[-1], opening.discards)
    return PlayedDeal(
        game=game.key,
        seed=seed,
        dealer=opening.order[-1],
        hands={player: opening.hands[player] for player in game.players},
        discards=opening.discards,
        declarations=tuple(announced.declarations),
        tricks=tricks,
        piles={camp: in_deck_order(pile) for camp, pile in piles.items()},
        last_trick=tricks[-1].winner[0],
        matto=matto,
        facts={
            **(call or {}),
            "bagatto_ultimo": bagatto_ultimo(game.players, tricks[-1]),
            "exposed": opening.exposed,
            "draws": [item.as_json() for item in draws],
        },
    )


def _draw(table: Table, trick: Trick, announced: Announced, draws: list[Draw]) -> None:
    """Draws a card for each player while the pozzo lasts, and declares the buone completed by it (Maillard,
    "A pizzico", "Buone")."""
    number = len(draws) // len(table.order) + 1
    for player in draw_order(table.order, trick.winner):
        if table.pozzo:
            draws.append(Draw(number, player, table.draw(player)))
            if may_complete(draws[-1].card):
                table.show(player, announced.add(player, table.hands[player]))


def bagatto_ultimo(players: Sequence[str], last: Trick) -> dict[str, object] | None:
    """Returns the player of the Bagatto in the last trick and the player who took it; None if it was played
    earlier."""
    if BAGATTO not in last.cards:
        return None
    return {"player": player_of(players, last, BAGATTO), "trick_to": last.winner}
