"""Matches that are lost rather than won: whoever is charged so many points loses (Barilli 4.4.1)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from scoring.answers import Outcome
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.match.endings import points_of
from scoring.match.state import Match

#: Who reaches the target loses and rests; the others go on until two are left, who win.
UNTIL_TWO: Final = "until-two"
#: So many players at so many points lose, or the first at twice as many.
SOME_LOSE: Final = "some-lose"
#: The first to reach the target loses.
FIRST_LOSES: Final = "first-loses"
AGREEMENTS: Final = (UNTIL_TWO, SOME_LOSE, FIRST_LOSES)

#: "finché non rimarranno solo i due vincitori" (Barilli 4.4.1).
WINNERS_LEFT: Final = 2
#: "Da 6 a 3 giocatori" (Barilli 4.4.1).
FEWEST_PLAYERS: Final = 3
#: From as many players as these: how many lose, at how many points, and the points at which one loses alone
#: (Barilli 4.4.1).
SOME_LOSE_AT: Final = {3: (2, 3, 6), 5: (3, 2, 4)}

#: "Ogni volta che un giocatore perde addebita a sé stesso 1 Punto", and somebody does each time (Barilli
#: 4.4.1).
CHARGE: Final = 1

Charges = Mapping[str, int]


def by_agreement(game: Game, match: Match) -> Outcome | None:
    """How the match ended by what was agreed; None while it goes on.

    The winner is named where one alone has not lost. All may reach together what ends the match: then all
    lose and nobody wins, as in a deal where all have the same ("essi perderanno tutti", Barilli 4.4.1; of
    the match he does not say). Raises ScoringError ``match-over``, ``bad-points``, ``charges-of-deal``,
    ``players-of-match`` and ``player-resting``.
    """
    losers_at = _ENDINGS[match.agreement or UNTIL_TWO]
    goal = match.target or 0
    losers: tuple[str, ...] = ()
    for number, charges in enumerate(running_charges(game, match), start=1):
        losers = losers_at(charges, goal)
        # At once: who rests after the end is not what is wrong with the deals that follow it.
        if losers and number < len(match.deals):
            raise ScoringError("match-over", deal=number + 1)
    if not losers:
        return None
    left = [side for side in match.deals[0] if side not in losers]
    return Outcome("charged", left[0] if len(left) == 1 else None, losers=losers, all_lose=not left)


def still_playing(game: Game, match: Match) -> tuple[str, ...]:
    """The players who have not reached the target, where who does rests."""
    now: Charges = {}
    for charges in running_charges(game, match):
        now = charges
    resting = _resting(now, match)
    return tuple(side for side in now if side not in resting)


def running_charges(game: Game, match: Match) -> Iterator[Charges]:
    """What each player is charged with after each deal; who rests is charged with nothing more."""
    sides = _players(game, match)
    now = dict.fromkeys(sides, 0)
    for number, deal in enumerate(match.deals, start=1):
        resting = _resting(now, match)
        for side in deal:
            if side not in sides or (side in resting and deal[side]):
                raise ScoringError("player-resting", side=side, deal=number)
        charged = {side: 0 if side in resting else points_of(deal, side, number) for side in sides}
        if max(charged.values()) != CHARGE:
            raise ScoringError("charges-of-deal", deal=number, charge=CHARGE)
        now = {side: now[side] + charged[side] for side in sides}
        yield now


def _players(game: Game, match: Match) -> tuple[str, ...]:
    if not match.deals:
        return ()
    first = match.deals[0]
    sides = tuple(side for side in game.sides if side in first)
    if len(sides) < FEWEST_PLAYERS or len(sides) != len(first):
        raise ScoringError("players-of-match", least=FEWEST_PLAYERS, most=len(game.sides))
    return sides


def _resting(charges: Charges, match: Match) -> frozenset[str]:
    if match.agreement not in (None, UNTIL_TWO):
        return frozenset()
    return frozenset(_at(charges, match.target or 0))


def _until_two(charges: Charges, goal: int) -> tuple[str, ...]:
    out = _at(charges, goal)
    return out if len(charges) - len(out) <= WINNERS_LEFT else ()


def _some_lose(charges: Charges, _: int) -> tuple[str, ...]:
    """Of three or four, two at 3 points or the first at 6; of five or six, three at 2 or the first at 4."""
    enough = max(fewest for fewest in SOME_LOSE_AT if fewest <= len(charges))
    number, together, alone = SOME_LOSE_AT[enough]
    out = _at(charges, together)
    return out if len(out) >= number else _at(charges, alone)


def _first_loses(charges: Charges, goal: int) -> tuple[str, ...]:
    return _at(charges, goal)


def _at(charges: Charges, points: int) -> tuple[str, ...]:
    return tuple(side for side, charged in charges.items() if charged >= points)


_ENDINGS: Final[Mapping[str, Callable[[Charges, int], tuple[str, ...]]]] = {
    UNTIL_TWO: _until_two,
    SOME_LOSE: _some_lose,
    FIRST_LOSES: _first_loses,
}
