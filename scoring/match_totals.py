"""Totals of a whole match, where nobody wrote down its deals: whether deals can add up to them.

A bound, not a proof: totals within it may still be impossible, but none outside it can be made.
"""

from scoring.document import require_bearable
from scoring.errors import ScoringError
from scoring.game import Game, Match
from scoring.match import Totals, has_ended


def verify_match_totals(game: Game, totals: Totals, match: Match, deals: int | None) -> None:
    """Refuses totals that no match can have; ``scoring.verify_match_totals`` has the arguments.

    Raises ScoringError ``no-match-totals``, ``match-total-missing``, ``match-totals-not-zero``,
    ``match-total-too-high``, ``match-totals-too-low``, ``match-not-over`` and ``match-over-before``.
    """
    if not game.knows_match_totals:
        raise ScoringError("no-match-totals", game=game.name)
    for side in game.sides:
        points = totals.get(side)
        if type(points) is not int or (points < 0 and not game.pays):
            raise ScoringError("match-total-missing", side=side)
        require_bearable(points)
    if game.pays:
        # What one side wins, the others pay (Barilli 4.2.1).
        if sum(totals.values()):
            raise ScoringError("match-totals-not-zero", sum=sum(totals.values()))
    elif deals is None:
        _verify_end(game, totals, match.target or 0)
    else:
        _verify_deals(game, totals, deals)


def _verify_end(game: Game, totals: Totals, target: int) -> None:
    """Refuses totals below the target or level, and those that a match cannot pass its target with."""
    if not has_ended(totals, target):
        raise ScoringError("match-not-over", target=target)
    others, winner = sorted(totals.items(), key=lambda each: each[1])[-2:]
    if game.most_in_deal is None:
        return
    # Before the last deal nobody led with the target, so that the winner was below it, or level.
    most = max(target - 1, others[1]) + game.most_in_deal
    if winner[1] > most:
        raise ScoringError("match-over-before", side=winner[0], points=winner[1], most=most)


def _verify_deals(game: Game, totals: Totals, deals: int) -> None:
    if game.most_in_deal is not None:
        most = deals * game.most_in_deal
        for side, points in totals.items():
            if points > most:
                raise ScoringError("match-total-too-high", side=side, points=points, deals=deals, most=most)
    least = deals * _least_in_all(game)
    if sum(totals.values()) < least:
        raise ScoringError("match-totals-too-low", sum=sum(totals.values()), deals=deals, least=least)


def _least_in_all(game: Game) -> int:
    """The points that the sides share out in every deal, also after rulings: those of the cards."""
    if game.scored is not None or game.shared is None:
        return len(game.always_won)
    return game.shared[1]
