"""The games as frozen data: who plays, how many deals, what ends a match, and who won it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.errors import ScoringError

#: Anticlockwise: the player to the right comes next, in play and in dealing (Barilli 3.2, 3.4, 3.7).
SEATS: Final = ("N", "W", "S", "E")


@dataclass(frozen=True, slots=True)
class Game:
    """The declaration of one game; nothing outside this package knows a rule of it."""

    key: str
    name: str
    sides: tuple[str, ...]
    #: In the order of play, so that ``players[i]`` sits ``i`` places to the right of ``players[0]``.
    players: tuple[str, ...]
    #: Deals that make a match; None when a target ends it.
    deals: int | None
    #: Points that end a match, the usual ones first; empty when the deals end it.
    targets: tuple[int, ...]

    @property
    def players_a_side(self) -> int:
        return len(self.players) // len(self.sides)

    def players_of(self, side: str) -> tuple[str, ...]:
        """The players of a side, in the order of play."""
        return tuple(player for player in self.players if player[0] == side)

    def other(self, side: str) -> str:
        """The opponents of a side, in a game of two."""
        first, second = self.sides
        return second if side == first else first


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a match is over and which side won it; ``winner`` is None when they are equal."""

    reason: str
    winner: str | None


def _pairs(key: str, name: str, deals: int | None, targets: tuple[int, ...]) -> Game:
    return Game(key, name, ("A", "B"), ("A1", "B1", "A2", "B2"), deals, targets)


GAMES: Final[Mapping[str, Game]] = {
    game.key: game
    for game in (
        # Barilli 4.1.2: every player deals once.
        _pairs("quattro-scartate", "Quattro Scartate", 4, ()),
        # Barilli 4.1.1: 800; at some tables 1000 or 1500.
        _pairs("ottocento", "Ottocento", None, (800, 1000, 1500)),
        # Pagat, "Millone": Ottocento to 1000.
        _pairs("millone", "Millone", None, (1000,)),
    )
}


def game_of(key: object) -> Game:
    """The game of that key; ScoringError ``unknown-game``."""
    game = GAMES.get(key) if isinstance(key, str) else None
    if game is None:
        raise ScoringError("unknown-game", game=str(key))
    return game


def require_side(game: Game, side: object) -> str:
    """The side, if the game has it; ScoringError ``unknown-side``."""
    if not isinstance(side, str) or side not in game.sides:
        raise ScoringError("unknown-side", side=str(side), sides=game.sides)
    return side


def outcome(game: str, deals: Sequence[Mapping[str, int]], target: int | None = None) -> Outcome | None:
    """How the match ended with these deals' points; None while it goes on.

    Quattro Scartate ends with the fourth deal, equal or not. Ottocento ends with the deal that takes a side
    to the target: the higher wins, and equal sides play another deal (Barilli 3.8). Raises ScoringError
    ``match-over`` when a deal comes after the end, and ``unknown-target``.
    """
    rules = game_of(game)
    goal = _target(rules, target)
    totals = dict.fromkeys(rules.sides, 0)
    ended: Outcome | None = None
    for number, deal in enumerate(deals, start=1):
        if ended is not None:
            raise ScoringError("match-over", deal=number)
        for side in rules.sides:
            totals[side] += _points_of(deal, side, number)
        ended = _ended(rules, totals, number, goal)
    return ended


def dealer_seat(game: str, first: str, number: int) -> str:
    """The seat that deals the deal of that number, from 1: one place to the right after each deal (Barilli
    3.7)."""
    game_of(game)
    if first not in SEATS:
        raise ScoringError("unknown-seat", seat=str(first))
    if number < 1:
        raise ScoringError("unknown-deal", deal=number)
    return SEATS[(SEATS.index(first) + number - 1) % len(SEATS)]


def _target(game: Game, target: int | None) -> int | None:
    if target is None:
        return game.targets[0] if game.targets else None
    if target not in game.targets:
        raise ScoringError("unknown-target", target=target)
    return target


def _points_of(deal: Mapping[str, int], side: str, number: int) -> int:
    points = deal.get(side)
    if type(points) is not int or points < 0:
        raise ScoringError("bad-points", side=side, deal=number)
    return points


def _ended(game: Game, totals: Mapping[str, int], number: int, goal: int | None) -> Outcome | None:
    best = max(totals.values())
    leaders = [side for side, points in totals.items() if points == best]
    winner = leaders[0] if len(leaders) == 1 else None
    if goal is None:
        return Outcome("deals-played", winner) if number == game.deals else None
    return Outcome("target-reached", winner) if best >= goal and winner else None
