"""What ends a match: so many deals, or a target (Barilli 3.8, 4.1)."""

from collections.abc import Mapping, Sequence

from scoring.answers import Outcome
from scoring.document import require_bearable
from scoring.errors import ScoringError
from scoring.game import Game
from scoring.match.state import Match

Totals = Mapping[str, int]


def after_all_deals(game: Game, match: Match) -> Outcome | None:
    """The match ends with its last deal, equal or not; the higher total wins (Barilli 4.1.2; Maillard,
    "Tarocchi a tre", "A quattro in coppia", "A pizzico")."""
    totals = running_totals(game, match.deals)
    refuse_later_deals([number == game.deals for number in range(1, len(totals) + 1)])
    return Outcome("deals-played", leader(totals[-1])) if len(totals) == game.deals else None


def at_target(game: Game, match: Match) -> Outcome | None:
    """The match ends with the deal that takes a side to the target: the higher wins, and equal sides play
    another deal (Barilli 3.8)."""
    totals = running_totals(game, match.deals)
    goal = match.target or 0
    ends = [has_ended(each, goal) for each in totals]
    refuse_later_deals(ends)
    return Outcome("target-reached", leader(totals[-1])) if any(ends) else None


def has_ended(totals: Totals, goal: int) -> bool:
    """Whether these totals end a match played to a target: one alone is ahead, at the target or past it."""
    return max(totals.values()) >= goal and leader(totals) is not None


def every_deal(game: Game, match: Match) -> Outcome | None:
    """Every deal is a match (Barilli 4.2.1): the winner is who played alone and won.

    When two win together there is no one winner, and who lost is told; equal sides pay nothing and nobody
    loses. Raises ScoringError ``match-over``, ``stakes-do-not-close``.
    """
    refuse_later_deals([True] * len(match.deals))
    if not match.deals:
        return None
    deal = _stakes(game, match.deals[0])
    winners = tuple(side for side in game.sides if deal[side] > 0)
    losers = tuple(side for side in game.sides if deal[side] < 0)
    return Outcome("every-deal", winners[0] if len(winners) == 1 else None, losers=losers)


def _verify_sides(game: Game, deal: Totals) -> None:
    for side in deal:
        game.require_side(side)


def _stakes(game: Game, deal: Totals) -> Totals:
    _verify_sides(game, deal)
    stakes: list[object] = [deal.get(side) for side in game.sides]
    if any(type(stake) is not int for stake in stakes) or not _one_against_two([deal[s] for s in game.sides]):
        raise ScoringError("stakes-do-not-close", sides=game.sides)
    require_bearable(max(deal[side] for side in game.sides))
    return deal


def _one_against_two(stakes: Sequence[int]) -> bool:
    """Whether one wins or pays twice what each of the two others pays or wins (Barilli 4.2.1)."""
    low, middle, high = sorted(stakes)
    return sum(stakes) == 0 and middle in (low, high)


def running_totals(game: Game, deals: Sequence[Totals]) -> list[Totals]:
    """Every side's total after each deal; ScoringError ``bad-points`` or ``unknown-side``."""
    now = dict.fromkeys(game.sides, 0)
    found: list[Totals] = []
    for number, deal in enumerate(deals, start=1):
        _verify_sides(game, deal)
        now = {side: now[side] + points_of(deal, side, number) for side in game.sides}
        found.append(now)
    return found


def leader(totals: Totals) -> str | None:
    """The side with the highest total; None when several have it."""
    best = max(totals.values())
    leaders = [side for side, points in totals.items() if points == best]
    return leaders[0] if len(leaders) == 1 else None


def refuse_later_deals(ends: Sequence[bool]) -> None:
    """Refuse deals after the one that ended the match: ScoringError ``match-over``, naming the first."""
    if True in ends[:-1]:
        raise ScoringError("match-over", deal=ends.index(True) + 2)


def points_of(deal: Totals, side: str, number: int) -> int:
    """What the deal of that number added to the side; ScoringError ``bad-points``."""
    points = deal.get(side)
    if type(points) is not int or points < 0:
        raise ScoringError("bad-points", side=side, deal=number)
    return require_bearable(points)
