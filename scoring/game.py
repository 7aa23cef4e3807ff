"""The declaration of a game: frozen data, with the functions that count, check, play and end it; also the
state of a match, and the next dealer.

``scoring.games`` declares the games; nothing outside this package knows their rules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from scoring.deal_state import DealState, Dealt, Stakes
from scoring.document import Declaration, Document, optional_text
from scoring.errors import ScoringError
from scoring.results import DealCount, Feasibility, Outcome
from scoring.trick_play import TrickRules

#: Anticlockwise: the player to the right comes next, in play and in dealing (Barilli 3.2, 3.4, 3.7).
SEATS: Final = ("N", "W", "S", "E")

#: One side's explanation as plain data.
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Match:
    """The deals played so far, and the agreements made before the first."""

    #: The points that each deal added to each side.
    deals: tuple[Mapping[str, int], ...]
    #: The points that end it; None where the game has no target.
    target: int | None = None
    #: The agreement, of ``Game.agreements``, that ends it; None where there is nothing to agree on.
    agreement: str | None = None


@dataclass(frozen=True, slots=True)
class LastDeal:
    """The players of the deal just played, with the facts that decide the next dealer."""

    #: In the order of play.
    players: tuple[str, ...]
    dealer: str
    #: Players who have reached the target and play no more (Barilli 4.4.1).
    resting: tuple[str, ...] = ()
    #: The player who played alone, if there was one.
    soloist: str | None = None
    #: The players who lost the deal, where the table lets them deal the next.
    losers: tuple[str, ...] = ()


def to_the_right(last: LastDeal) -> str:
    """Returns the player to the dealer's right (Barilli 3.7); one against one, the other player (4.3)."""
    return _from_the_right(last)[0]


def the_soloist(last: LastDeal) -> str:
    """Returns the player who played alone (Barilli 4.2.1); ScoringError ``missing-key`` without one."""
    if last.soloist is None:
        raise ScoringError("missing-key", key="soloist")
    return last.soloist


def the_loser_or_to_the_right(last: LastDeal) -> str:
    """Returns the player to the right, or at some tables the loser (Barilli 4.4.1): of several losers the
    first to the right, since the sources do not say."""
    return next((player for player in _from_the_right(last) if player in last.losers), to_the_right(last))


def _from_the_right(last: LastDeal) -> tuple[str, ...]:
    """Returns the players who still play, the first to the dealer's right first."""
    place = last.players.index(last.dealer) + 1
    around = last.players[place:] + last.players[:place]
    return tuple(player for player in around if player not in last.resting)


@dataclass(frozen=True, slots=True)
class CallingOut:
    """The rules for ending a match with combinations shown in hand, before a card is played."""

    #: The size of the first hand, without the dealer's two last cards (Barilli 4.1.1, 4.3.1, 4.3.2).
    hand: int
    #: Returns the points that each player shows, from the declarations, the size of a hand and the house
    #: rule.
    shown: Callable[["Game", object, int, str | None], Mapping[str, int]]
    #: Returns the match points for these points, where they are rounded (Barilli 4.3.3).
    worth: Callable[[int], int] = int


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The declaration of one game."""

    key: str
    name: str
    #: The sides that score: two pairs, or single players.
    sides: tuple[str, ...]
    #: In the order of play, so that ``players[i]`` sits ``i`` places to the right of ``players[0]``.
    players: tuple[str, ...]
    #: Every card of the deck, by code.
    deck: tuple[str, ...]
    #: The figures of a side's count in the order in which they are shown; they add up to its total.
    figures: tuple[str, ...]
    #: The figures that add up values of single cards, and the figure of what is shown in hand; see
    #: ``scoring.rulings``.
    card_figures: tuple[str, ...] = ()
    declared_figure: str | None = None
    #: The part of the declared figure that nobody showed in hand. It is given beside that figure, not added
    #: to the total.
    undeclared_part: str | None = None
    #: Deals that make a match; None when a target or an agreement ends it.
    deals: int | None = None
    #: Points that end a match, the usual ones first; empty when something else ends it.
    targets: tuple[int, ...] = ()
    #: The agreements on how a match ends, the default first; empty where there is no choice.
    agreements: tuple[str, ...] = ()
    #: The house rules that a club may choose from, the default first; empty when there is nothing to choose.
    house_rules: tuple[str, ...] = ()
    #: Returns the count of a deal as written; see ``scoring.count`` for the keys.
    count: Callable[["Game", Document], DealCount[Any]]
    #: Returns whether figures could have happened; see ``scoring.check`` for the keys.
    check: Callable[["Game", Document], Feasibility]
    #: Returns shuffled cards, dealt by that dealer.
    deal: Callable[["Game", Random, str], Dealt]
    #: Returns a deal in progress, from the cards, the dealer, the house rule and the match it belongs to.
    begin: Callable[["Game", Dealt, str, str | None, Stakes | None], DealState]
    #: The deck's rules of trick play; None where cards are taken otherwise.
    tricks: TrickRules | None = None
    #: Returns the sets of cards that each card of a hand may take from the table; None where tricks are
    #: taken.
    takes: Callable[[Sequence[str], Sequence[str]], Mapping[str, tuple[tuple[str, ...], ...]]] | None = None
    #: Returns how a match ended; None while it goes on.
    ended: Callable[["Game", Match], Outcome | None]
    #: Returns one side's explanation in sentences, in Italian or English.
    sentences: Callable[[Data, str], list[str]]
    #: Returns the next dealer.
    deals_next: Callable[[LastDeal], str] = to_the_right
    #: How players may call themselves out; None where nobody may.
    calling_out: CallingOut | None = None
    #: Returns how a match ends when a side claims its points during a deal, and the points that this adds to
    #: each side's match, from the claim as written, the totals before the deal and the target; None where no
    #: side may.
    fuori: Callable[["Game", Document, Mapping[str, int], int], tuple[Outcome, Mapping[str, int]]] | None = (
        None
    )
    #: Returns each side's points in a deal that ends by one side's fault, as written; None where no deal ends
    #: so.
    cut_short: Callable[["Game", Document], Mapping[str, int]] | None = None
    #: Returns the points that a deal adds to each side's match, from the totals and the written facts; None
    #: where the totals are added.
    scored: Callable[["Game", Mapping[str, int], Document], Mapping[str, int]] | None = None
    #: Returns for every side the side whose figures it shares, where sides win and lose together; None where
    #: everybody scores alone.
    camps: Callable[["Game", Document], Mapping[str, str]] | None = None
    #: Facts of a deal besides its figures: ``soloist`` and ``partner`` are sides, ``own`` is yes or no.
    facts: tuple[str, ...] = ()
    #: Further keys that ``count`` reads in this game.
    counted_with: tuple[str, ...] = ()
    #: Keys of a generated deal that only this game has; ``count`` ignores them.
    extra_keys: tuple[str, ...] = ()
    #: Figures worth one point in each deal; at most one side gets it.
    one_point: tuple[str, ...] = ()
    #: Those of ``one_point`` that one side has in every deal, because they are a card.
    always_won: tuple[str, ...] = ()
    #: The figure whose sum over the camps is the same in every deal, and that sum; None where cards stay out.
    shared: tuple[str, int] | None = None
    #: A number of points that no side exceeds in a deal by any house rule, with all that it shows in hand:
    #: the largest that ``check`` allows. None where it is not worked out.
    most_in_deal: int | None = None
    #: Whether a deal may take points away from the loser.
    pays: bool = False
    #: Whether the fewest points win.
    fewest_win: bool = False
    #: Players who are open hands, played by their side's one player.
    dummies: tuple[str, ...] = ()
    #: Returns the sides that still play after these deals; None where nobody rests.
    playing: Callable[["Game", Match], tuple[str, ...]] | None = None
    #: The possible numbers of players at a table, the usual one first; empty where it is the number of
    #: players.
    tables_of: tuple[int, ...] = ()
    #: Returns the largest declarations that a hand still allows, after earlier declarations and by the house
    #: rule; None where nothing is declared.
    declarable: (
        Callable[["Game", str, Sequence[str], Sequence[Declaration], str | None], tuple[Declaration, ...]]
        | None
    ) = None

    @property
    def knows_match_totals(self) -> bool:
        """Whether totals say how a match ended; where charges end it, their order does (Barilli 4.4.1)."""
        return not self.agreements

    @property
    def sizes(self) -> tuple[int, ...]:
        """The possible numbers of players at a table, the usual one first."""
        return self.tables_of or (len(self.players) - len(self.dummies),)

    @property
    def seats(self) -> tuple[int, ...]:
        """The possible numbers of hands in a deal, open hands included."""
        return self.tables_of or (len(self.players),)

    def require_target(self, target: int | None) -> int | None:
        """Returns the target, the usual one if none is named; ScoringError ``not-a-number``,
        ``unknown-target``."""
        if target is not None and type(target) is not int:
            raise ScoringError("not-a-number", key="target")
        if target is not None and target not in self.targets:
            raise ScoringError("unknown-target", target=target, game=self.name, known=self.targets)
        return target or (self.targets[0] if self.targets else None)

    def players_of(self, side: str) -> tuple[str, ...]:
        """The players of a side, in the order of play."""
        return tuple(player for player in self.players if player[0] == side)

    def other(self, side: str) -> str:
        """The opponents of a side, in a game of two sides."""
        first, second = self.sides
        return second if side == first else first

    def require_side(self, side: object) -> str:
        """Returns the side; ScoringError ``unknown-side`` if the game does not have it."""
        if not isinstance(side, str) or side not in self.sides:
            raise ScoringError("unknown-side", side=side, sides=self.sides)
        return side

    def side_in(self, written: Document, key: str) -> str | None:
        """Returns the side under a key, None when left out; ScoringError ``not-text``, ``unknown-side``."""
        named = optional_text(written, key)
        return None if named is None else self.require_side(named)

    def require_player(self, player: object, side: str | None = None) -> str:
        """Returns the player; ScoringError ``unknown-player`` if the game, or the side, has none of that
        name."""
        players = self.players if side is None else self.players_of(side)
        if not isinstance(player, str) or player not in players:
            raise ScoringError("unknown-player", player=player, players=players)
        return player

    def in_play_order(self, dealer: str) -> tuple[str, ...]:
        """Returns the players in the order of the first trick, from the dealer's right (Barilli 3.4)."""
        place = self.players.index(dealer) + 1
        return self.players[place:] + self.players[:place]
