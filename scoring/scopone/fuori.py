"""How a match of scopone ends: at its target, by "fuori", in a deal cut short (FIGS, art. 15 to 17)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from scoring.document import Document, flag, mapping, refuse_misspelt, text, whole
from scoring.errors import ScoringError
from scoring.game import Game, Match
from scoring.match import at_target, running_totals
from scoring.results import Outcome
from scoring.scopone.counting import most_scope, one_points_at_stake, one_points_for_certain, parse
from scoring.wording.names import SCOPONE

#: FIGS, art. 16: a side may call out in a match to 8 points.
TARGET: Final = 8
#: FIGS, art. 16: a win is simple if the losers have at least these points, triple if they have none, else
#: double.
SIMPLE_FROM: Final = 4

Points = Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fuori:
    """A side's claim, during a deal, that it has reached eight points."""

    side: str
    #: The sides' points before this deal.
    totals: Points
    #: The cards each side has taken so far, and its scope.
    taken: Mapping[str, object]
    scope: Points = field(default_factory=dict)
    #: The points that each side is certain of, where they are given instead of the cards.
    points: Points | None = None
    #: Whether the claim is made by the cartaro with the last card.
    at_last_play: bool = False
    target: int = TARGET


def say_fuori(game: Game, claim: Fuori) -> tuple[Outcome, Points]:
    """Returns how the match ends, and the points that this adds to each side's match: a side that has its
    points wins at once, else it loses "as it would have been won"; ``scoring.fuori_points`` says by how many
    points. Those of the side with fewer decide the level. Refuses as ``verify_fuori``."""
    verify_fuori(game, claim)
    own, other = claim.side, game.other(claim.side)
    certain = certain_points(game, claim.taken, claim.scope) if claim.points is None else claim.points
    reached = {side: claim.totals[side] + certain[side] for side in game.sides}
    if reached[own] >= TARGET:
        outcome = Outcome("fuori", own, level_of(reached[other]))
        ends = {own: reached[own], other: min(reached[other], reached[own] - 1)}
    else:
        outcome = Outcome("wrong-fuori", other, level_of(min(reached.values())))
        fewer = max(claim.totals[own], min(reached.values()))
        ends = {own: fewer, other: max(reached[other], TARGET)}
    return outcome, {side: ends[side] - claim.totals[side] for side in game.sides}


def verify_fuori(game: Game, claim: Fuori) -> None:
    """Refuses a claim that the rules do not allow, right or wrong: ScoringError ``no-fuori`` at another
    target, ``fuori-at-last-play``, ``fuori-after-a-tie`` and ``fuori-after-the-end`` of a match."""
    game.require_side(claim.side)
    if claim.target != TARGET:
        raise ScoringError("no-fuori", target=claim.target, only=TARGET)
    if claim.at_last_play:
        raise ScoringError("fuori-at-last-play")
    first, second = (claim.totals[side] for side in game.sides)
    if first == second >= TARGET:
        raise ScoringError("fuori-after-a-tie", points=first)
    if max(first, second) >= TARGET:
        raise ScoringError("fuori-after-the-end", points=max(first, second))


def certain_points(game: Game, taken: Mapping[str, object], scope: Points) -> Points:
    """Returns the points that each side is certain of in a deal in progress, from the cards taken so far."""
    piles = _piles_so_far(game, taken, scope)
    return {
        side: sum(one_points_for_certain(piles[side], piles[game.other(side)]).values()) + scope.get(side, 0)
        for side in game.sides
    }


def _piles_so_far(game: Game, taken: Mapping[str, object], scope: Points) -> Mapping[str, frozenset[str]]:
    """Returns the cards taken so far by each side, after checking the scope against them."""
    for side in (*taken, *scope):
        game.require_side(side)
    piles = {side: parse(taken.get(side, ())) for side in game.sides}
    in_both = piles[game.sides[0]] & piles[game.sides[1]]
    if in_both:
        raise ScoringError("card-in-both-piles", cards=tuple(sorted(in_both)), deck=SCOPONE)
    for side, pile in piles.items():
        if scope.get(side, 0) > most_scope(len(pile)):
            raise ScoringError("too-many-scope", side=side, count=scope[side], most=most_scope(len(pile)))
    return piles


def level_of(losers: int) -> int:
    """Returns 1 for a simple win, 2 for a double, 3 for a triple, by the losers' points (FIGS, art. 16)."""
    if losers >= SIMPLE_FROM:
        return 1
    return 2 if losers else 3


def ended_scopone(game: Game, match: Match) -> Outcome | None:
    """Returns the outcome at the target: level sides play on (FIGS, art. 15); in a match to 8 the losers'
    points make a win simple, double or triple (art. 16)."""
    outcome = at_target(game, match)
    if outcome is None or outcome.winner is None or match.target != TARGET:
        return outcome
    losers = running_totals(game, match.deals)[-1][game.other(outcome.winner)]
    return Outcome(outcome.reason, outcome.winner, level_of(losers))


_KEYS_OF_FUORI: Final = ("side", "taken", "scope", "points", "at_last_play")
_KEYS_OF_FAULT: Final = ("at_fault", "taken", "scope")


def said_fuori(
    game: Game, claim: Document, totals: Mapping[str, int], target: int
) -> tuple[Outcome, Mapping[str, int]]:
    """Returns how the match ends, and the points that this adds; ``scoring.say_fuori`` has the keys."""
    refuse_misspelt(claim, _KEYS_OF_FUORI)
    points = mapping(claim, "points")
    for side in points:
        game.require_side(side)
    said = Fuori(
        side=text(claim, "side"),
        totals=totals,
        taken=mapping(claim, "taken"),
        scope=_scope(game, claim),
        points={side: whole(points, side) for side in game.sides} if points else None,
        at_last_play=flag(claim, "at_last_play"),
        target=target,
    )
    return say_fuori(game, said)


def cut_short(game: Game, written: Document) -> Points:
    """Returns the points of a deal that ends because one side has an irregular number of cards (FIGS, art.
    17); ``scoring.cut_short`` has the keys.

    The side at fault keeps its certain points; the other has its own and all points still at stake. A point
    that neither side could still win, for instance denari with five each, goes to nobody.
    """
    refuse_misspelt(written, _KEYS_OF_FAULT)
    at_fault = game.require_side(text(written, "at_fault"))
    taken, scope = mapping(written, "taken"), _scope(game, written)
    certain = certain_points(game, taken, scope)
    at_stake = one_points_at_stake(*_piles_so_far(game, taken, scope).values())
    return {side: certain[side] + (0 if side == at_fault else at_stake) for side in game.sides}


def _scope(game: Game, document: Document) -> dict[str, int]:
    scope = mapping(document, "scope")
    return {side: whole(scope, side) for side in (*game.sides, *scope)}
