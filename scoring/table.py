"""A table at which one deal of any game is played, action by action, and what each seat sees of it.

Nothing here changes: ``Table.apply`` returns a new table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Self

from scoring import argument_types
from scoring.actions import Action
from scoring.deal_state import DealState, Dealt, Public, Stakes
from scoring.document import Declaration, read_codes
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.games import GAMES, game_of
from scoring.match import BARILLI, RULES, points_of
from scoring.results import DealCount, Outcome, SideCount
from scoring.trick_play import PlayedDeal, Trick, shuffled
from scoring.wording.names import SCOPONE


class Seen:
    """The state of a table that is open to all; a ``Table`` and every ``View`` of it share it."""

    __slots__ = ("_state",)

    def __init__(self, state: DealState) -> None:
        self._state = state

    @property
    def game(self) -> str:
        """The key of the game."""
        return self._state.key

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of play of the first trick, the dealer last."""
        return self._state.order

    @property
    def dealer(self) -> str:
        """The player who dealt."""
        return self._state.dealer

    @property
    def rules(self) -> str | None:
        """The house rule; None for the game's usual one."""
        return self._state.rules

    @property
    def stakes(self) -> Stakes | None:
        """The match before this deal, where players may call out."""
        return self._state.stakes

    @property
    def to_move(self) -> str | None:
        """The player whose turn it is; None when the deal is over."""
        return self._state.to_move

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything more to do."""
        return self._state.to_move is None

    @property
    def thrown_in(self) -> bool:
        """Whether all passed at Terziglio, so that given cards are not played (Barilli 4.2.1)."""
        return self._state.thrown_in

    @property
    def hands(self) -> Mapping[str, tuple[str, ...]]:
        """Every player's hand, in a view with ``"?"`` for each card that the seat cannot know."""
        return dict(self._state.hands)

    @property
    def trick(self) -> tuple[str, ...]:
        """The cards on the table in the order of play; at scopone those that can be taken."""
        return self._state.table

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks; none at scopone."""
        return self._state.tricks

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """The combinations shown, in order."""
        return self._state.declarations

    @property
    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """The cards of each side: those won so far, or when the deal is over all that it owns."""
        return self._state.piles()

    @property
    def public(self) -> Public:
        """Further facts that everybody knows: the bidding, cards turned up and drawn, signs, scope."""
        return self._state.public()

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, if a player called out in this deal."""
        return self._state.called_out

    def shown(self, player: str) -> tuple[str, ...]:
        """Returns the cards that everybody knows this player to hold."""
        return self._state.shown(self._seat(player))

    def lacking(self, player: str) -> frozenset[str]:
        """Returns the pali that this player was seen to lack: ``trionfi``, or a suit as the deck's rules of
        play name it."""
        return self._state.lacking(self._seat(player))

    def legal(self) -> tuple[Action, ...]:
        """Returns what the player to move may do; nothing when the deal is over.

        A combination is listed at its largest; ``apply`` also accepts a smaller one.
        """
        return self._state.legal()

    def _seat(self, player: str) -> str:
        if player not in self._state.order:
            raise ScoringError("unknown-player", player=player, players=self._state.order)
        return player


class View(Seen):
    """The knowledge of one seat. Cards that it cannot see are ``"?"``."""

    __slots__ = ("player",)

    def __init__(self, state: DealState, player: str) -> None:
        super().__init__(state)
        #: The seat that looks.
        self.player = player

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards in hand, in the order of the deck; drawn cards last."""
        return self._state.hands[self.player]

    @property
    def discards(self) -> tuple[str, ...]:
        """The cards that this player has laid aside."""
        return self._state.aside.get(self.player, ())

    @property
    def partners(self) -> frozenset[str]:
        """The players whom this one knows to be on the same side."""
        return self._state.partners(self.player)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards that are neither played nor seen, in the order of the deck."""
        return self._state.unseen()

    def legal(self) -> tuple[Action, ...]:
        """Returns what this player may do; nothing when it is not the player's turn."""
        return super().legal() if self.to_move == self.player else ()


class Table(Seen):
    """One deal, from the cards dealt to the last payment; see README.md beside this file.

    ``seed`` shuffles and deals; or ``hands`` gives every player's first cards (before the dealer takes the
    last ones), and ``rest`` the others in order: by default the rest of the deck, shuffled if there is a
    seed. ``exposed`` are the cards turned up in dealing, which some games have.

    ``totals`` are the points before the deal, where players may call out: by the rule ``calling_out`` at
    Ottocento and its like, at scopone in a match to 8. Raises ScoringError.
    """

    __slots__ = ("_times_dealt", "actions", "dealt", "seed")

    def __init__(
        self,
        game: str,
        *,
        dealer: str | None = None,
        seed: int | None = None,
        hands: Mapping[str, Iterable[str]] | None = None,
        rest: Iterable[str] | None = None,
        exposed: Mapping[str, str] | None = None,
        rules: str | None = None,
        totals: Mapping[str, int] | None = None,
        target: int | None = None,
        calling_out: str = BARILLI,
    ) -> None:
        played = game_of(game)
        dealt_by = played.players[0] if dealer is None else played.require_player(dealer)
        if rules is not None and not played.house_rules:
            raise ScoringError("no-house-rules", game=played.name)
        #: The seed that shuffled the cards, if one did.
        self.seed = seed if seed is None else require_seed(seed)
        #: How often the seed has dealt; 0 where the hands were given, which cannot be dealt again.
        self._times_dealt = 1 if hands is None else 0
        if hands is None:
            self.dealt = _shuffled(played, dealt_by, self.seed, 1)
        else:
            self.dealt = _given(played, dealt_by, hands, rest, self.seed)
            self.dealt = replace(self.dealt, exposed=_exposed(self.dealt.hands, exposed or {}))
        #: All actions since the cards were dealt.
        self.actions: tuple[Action, ...] = ()
        stakes = None if totals is None else _stakes(played, totals, target, calling_out)
        super().__init__(played.begin(played, self.dealt, dealt_by, rules, stakes))

    @property
    def discards(self) -> Mapping[str, tuple[str, ...]]:
        """The cards that each player has laid aside."""
        return dict(self._state.aside)

    def view(self, seat: str) -> View:
        """Returns what this seat knows now; when all cards are played everything lies open."""
        return View(self._state.hidden_from(self._seat(seat)), seat)

    def verify(self, action: Action) -> None:
        """Refuses an action that the rules do not allow now: ScoringError says why."""
        if not isinstance(action, Action):
            raise ScoringError("no-action", action=action)
        self._state.verify(action)

    def apply(self, action: Action) -> Self:
        """Returns the table after this action; ScoringError if the rules do not allow it.

        When all pass at Terziglio, the dealer of a shuffled deal has dealt again.
        """
        self.verify(action)
        after = object.__new__(type(self))
        after.seed, after.dealt, after._times_dealt = self.seed, self.dealt, self._times_dealt
        after._state = self._state.copied()
        after._state.apply(action)
        after.actions = (*self.actions, action)
        if after.thrown_in and self._times_dealt:
            return after._dealt_again()
        return after

    def _dealt_again(self) -> Self:
        game = GAMES[self.game]
        self._times_dealt += 1
        self.dealt = _shuffled(game, self.dealer, self.seed, self._times_dealt)
        self.actions = ()
        self._state = game.begin(game, self.dealt, self.dealer, self.rules, self.stakes)
        return self

    def played(self) -> PlayedDeal:
        """Returns the finished deal, whose ``as_json`` is a line of ``python -m scoring deal``.

        ScoringError ``deal-not-over`` before its end, ``called-out`` or ``all-passed`` where it was not
        played out.
        """
        state = self._state
        if state.called_out is not None:
            raise ScoringError("called-out", game=GAMES[self.game].name)
        if self.thrown_in:
            raise ScoringError("all-passed")
        if state.to_move is not None:
            raise ScoringError("deal-not-over", turn=state.to_move)
        return state.played(self.dealt, self.seed or 0)

    def result(self) -> DealCount[SideCount]:
        """Returns the count of the finished deal, with the reason for each point; refuses as ``played``."""
        game = GAMES[self.game]
        return game.count(game, {**self.played().as_json(), "rules": self.rules})

    def __eq__(self, other: object) -> bool:
        """Whether the same cards were dealt, for the same match, and the same was done."""
        return isinstance(other, Table) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.game, self.dealer, self.rules, self.actions))

    def _facts(self) -> tuple[object, ...]:
        return self.game, self.dealer, self.rules, self._state.stakes, self.dealt, self.actions

    def __repr__(self) -> str:
        return f"<Table {self.game}, dealt by {self.dealer}, after {len(self.actions)} actions>"


def require_seed(seed: object) -> int:
    """Returns the seed; ScoringError ``bad-seed`` unless it is a whole number from 0."""
    if type(seed) is not int or seed < 0:
        raise ScoringError("bad-seed", seed=seed)
    return seed


def _shuffled(game: Game, dealer: str, seed: int | None, times: int) -> Dealt:
    """Returns the cards that the seed deals for that time."""
    if seed is None:
        raise ScoringError("nothing-dealt")
    chance = Random(seed)  # noqa: S311  (play, not secrets)
    for _ in range(times - 1):
        game.deal(game, chance, dealer)
    return _in_order(game, game.deal(game, chance, dealer))


def _in_order(game: Game, dealt: Dealt) -> Dealt:
    """Returns the cards with every hand in the order of the deck."""
    place = {card: number for number, card in enumerate(game.deck)}
    hands = {player: tuple(sorted(hand, key=place.__getitem__)) for player, hand in dealt.hands.items()}
    return replace(dealt, hands=hands)


def _given(
    game: Game, dealer: str, hands: Mapping[str, Iterable[str]], rest: Iterable[str] | None, seed: int | None
) -> Dealt:
    """Returns the cards as given; ScoringError for unknown players, hands missing, cards unknown or twice."""
    for player in argument_types.an_object("hands", hands):
        game.require_player(player)
    players = tuple(player for player in game.players if player in hands)
    if players != game.players[: len(players)] or len(players) < min(game.seats) or dealer not in players:
        raise ScoringError("hands-missing", players=game.players)
    place = players.index(dealer) + 1
    order = players[place:] + players[:place]
    given = {player: argument_types.a_list("hands", hands[player]) for player in order}
    left: Sequence[object] = () if rest is None else argument_types.a_list("rest", rest)
    deck = game.tricks.deck if game.tricks else SCOPONE
    written = [card for hand in given.values() for card in hand]
    known = read_codes([*written, *left], game.deck, deck)
    unnamed = tuple(card for card in game.deck if card not in known)
    if rest is None:
        left = unnamed if seed is None else shuffled(Random(seed), unnamed)  # noqa: S311
    elif unnamed:
        raise ScoringError("cards-not-dealt", cards=unnamed, deck=deck)
    dealt = Dealt({player: tuple(map(str, hand)) for player, hand in given.items()}, tuple(map(str, left)))
    return _in_order(game, dealt)


def _exposed(hands: Mapping[str, tuple[str, ...]], exposed: Mapping[str, str]) -> Mapping[str, str]:
    for player, card in exposed.items():
        if card not in hands.get(player, ()):
            raise ScoringError("exposed-not-held", player=player, card=card)
    return {player: exposed[player] for player in hands if player in exposed}


def _stakes(game: Game, totals: Mapping[str, int], target: int | None, rule: str) -> Stakes:
    argument_types.an_object("totals", totals)
    goal = game.require_target(target)
    if goal is None or (game.calling_out is None and game.fuori is None):
        raise ScoringError("no-calling-out", game=game.name)
    if rule not in RULES:
        raise ScoringError("unknown-calling-out", rule=rule, known=RULES)
    return Stakes({side: points_of(totals, side, 1) for side in game.sides}, goal, rule)
