"""What a game is: frozen data, and the small functions that count, check, play and end it.

``scoring.games`` declares them all; nothing outside this package knows a rule of one.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.answers import DealCount, Feasibility, Outcome
from scoring.declaration import Declaration
from scoring.document import Document, unknown_key
from scoring.errors import ScoringError
from scoring.match.dealing import to_the_right
from scoring.match.state import LastDeal, Match
from scoring.play.record import PlayedDeal
from scoring.play.rules import TrickRules

#: Anticlockwise: the player to the right comes next, in play and in dealing (Barilli 3.2, 3.4, 3.7).
SEATS: Final = ("N", "W", "S", "E")

#: One side's explanation as plain data.
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CallingOut:
    """How a player may end a match on what is shown in hand, before a card is played."""

    #: How many cards are looked at first: the dealer's last two stay covered (Barilli 4.1.1, 4.3.1,
    #: 4.3.2).
    hand: int
    #: The points that each player shows, from the declarations, the size of a hand and the house rule.
    shown: Callable[["Game", object, int, str | None], Mapping[str, int]]
    #: What points shown add to the match, where they are rounded (Barilli 4.3.3).
    worth: Callable[[int], int] = int


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The declaration of one game."""

    key: str
    name: str
    #: Who scores: two pairs, or single players.
    sides: tuple[str, ...]
    #: In the order of play, so that ``players[i]`` sits ``i`` places to the right of ``players[0]``.
    players: tuple[str, ...]
    #: Every card of the deck, by code.
    deck: tuple[str, ...]
    #: What a side's count is made of, in the order in which it is told; they add up to its total.
    figures: tuple[str, ...]
    #: Those of them that are the value of the single cards, and the one that is shown in hand; see
    #: ``scoring.rulings``.
    card_figures: tuple[str, ...] = ()
    declared_figure: str | None = None
    #: The part of the declared figure that nobody showed in hand, told beside it where there may be one; the
    #: sum of the figures is without it.
    undeclared_part: str | None = None
    #: Deals that make a match; None when a target or an agreement ends it.
    deals: int | None = None
    #: Points that end a match, the usual ones first; empty when something else ends it.
    targets: tuple[int, ...] = ()
    #: Ways of ending a match that a table may agree on, the default first; empty where there is one only.
    agreements: tuple[str, ...] = ()
    #: House rules a club may choose among, the default first; empty when there is nothing to choose.
    house_rules: tuple[str, ...] = ()
    #: From what was written of a deal to its count; see ``scoring.count`` for the keys.
    count: Callable[["Game", Document], DealCount[Any]]
    #: Whether figures could have happened; see ``scoring.check`` for the keys.
    check: Callable[["Game", Document], Feasibility]
    #: A deal played out, from a seed and the player who deals.
    play: Callable[["Game", int, str], PlayedDeal]
    #: The deck as trick play sees it; None where cards are taken otherwise.
    tricks: TrickRules | None = None
    #: What each card of a hand may take of those on the table; None where tricks are taken.
    takes: Callable[[Sequence[str], Sequence[str]], Mapping[str, tuple[tuple[str, ...], ...]]] | None = None
    #: How a match ended; None while it goes on.
    ended: Callable[["Game", Match], Outcome | None]
    #: One side's explanation in sentences, in Italian or English.
    sentences: Callable[[Data, str], list[str]]
    #: Who deals after a deal.
    deals_next: Callable[[LastDeal], str] = to_the_right
    #: How players may call themselves out; None where nobody may.
    calling_out: CallingOut | None = None
    #: How a match ends when a side says in the middle of a deal that it has its points: from what was written
    #: of the claim, the totals before the deal and the target; None where nobody may.
    fuori: Callable[["Game", Document, Mapping[str, int], int], Outcome] | None = None
    #: What a deal that ends by one side's fault gives each side, from what was written of it; None where no
    #: deal ends so.
    cut_short: Callable[["Game", Document], Mapping[str, int]] | None = None
    #: What a deal adds to each side's match, from the sides' totals and what else was written of it; None
    #: where it adds the totals themselves.
    scored: Callable[["Game", Mapping[str, int], Document], Mapping[str, int]] | None = None
    #: Every side with the one whose figures are its own too, where sides win and lose a deal together; None
    #: where everybody scores alone.
    camps: Callable[["Game", Document], Mapping[str, str]] | None = None
    #: What has to be told of a deal besides its figures: ``soloist`` and ``partner`` are sides, ``own`` is
    #: yes or no.
    facts: tuple[str, ...] = ()
    #: What ``count`` reads besides those and what it reads of every game.
    counted_with: tuple[str, ...] = ()
    #: What a generated deal tells that no other game's does and nobody reads; ``count`` passes over it.
    told_besides: tuple[str, ...] = ()
    #: Those of the figures of which there is one point in a deal, of one side at most.
    one_point: tuple[str, ...] = ()
    #: The figure that the camps share out in every deal, and how much of it there is; None where cards stay
    #: out.
    shared: tuple[str, int] | None = None
    #: Whether a deal may take points away from who loses it.
    pays: bool = False
    #: Whether who has the fewest points is ahead.
    fewest_win: bool = False
    #: Those of the players who are hands on the table, played by their side's one player.
    dummies: tuple[str, ...] = ()
    #: The sides that still play once a match has gone so far; None where nobody rests.
    playing: Callable[["Game", Match], tuple[str, ...]] | None = None
    #: How many may sit at a table, the usual number first; empty where it is the number of players.
    tables_of: tuple[int, ...] = ()
    #: The most that a player may still show of a hand, after what was shown and by the house rule; None where
    #: nothing is declared.
    declarable: (
        Callable[["Game", str, Sequence[str], Sequence[Declaration], str | None], tuple[Declaration, ...]]
        | None
    ) = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table, the usual number first."""
        return self.tables_of or (len(self.players) - len(self.dummies),)

    def players_of(self, side: str) -> tuple[str, ...]:
        """The players of a side, in the order of play."""
        return tuple(player for player in self.players if player[0] == side)

    def other(self, side: str) -> str:
        """The opponents of a side, in a game of two."""
        first, second = self.sides
        return second if side == first else first

    def figures_in(self, written: Document, conditions: Collection[str]) -> dict[str, object]:
        """What was written of each side, besides the conditions of the deal.

        ScoringError ``unknown-side`` for figures of what is no side, ``unknown-key`` for what else nobody
        reads.
        """
        for key, value in written.items():
            if key not in self.sides and key not in conditions:
                if isinstance(value, Mapping):
                    raise ScoringError("unknown-side", side=key, sides=self.sides)
                raise unknown_key(key, (*self.sides, *conditions))
        return {side: written[side] for side in self.sides if written.get(side) is not None}

    def require_side(self, side: object) -> str:
        """The side, if the game has it; ScoringError ``unknown-side``."""
        if not isinstance(side, str) or side not in self.sides:
            raise ScoringError("unknown-side", side=side, sides=self.sides)
        return side

    def require_player(self, player: object) -> str:
        """The player, if the game has one of that name; ScoringError ``unknown-player``."""
        if not isinstance(player, str) or player not in self.players:
            raise ScoringError("unknown-player", player=player, players=self.players)
        return player

    def in_play_order(self, dealer: str) -> tuple[str, ...]:
        """The players as they play to the first trick, the dealer's right first (Barilli 3.4)."""
        place = self.players.index(dealer) + 1
        return self.players[place:] + self.players[:place]
