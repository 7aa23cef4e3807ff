"""Chiamarsi fuori: ending a match with combinations shown in hand (Barilli 4.1.1, 4.3; Pagat, "Scoring
Procedure").

Each player has a moment, one after the other: the dealer on the first cards, with the last two still covered,
then the leader. By Barilli the dealer's partner and the leader's partner follow, each when they are about to
play; by Pagat nobody calls once the first card is led. One against one there are only two moments.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.errors import ScoringError
from scoring.game import CallingOut, Game
from scoring.match.endings import has_ended
from scoring.results import Outcome

BARILLI: Final = "barilli"
PAGAT: Final = "pagat"
#: The default first.
RULES: Final = (BARILLI, PAGAT)
#: Pagat: the dealer and the leader.
_PAGAT_CALLERS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A player says "fuori"."""

    player: str
    dealer: str
    #: The sides' points before this deal.
    totals: Mapping[str, int]
    target: int
    #: Declarations in the form that ``count`` reads.
    declarations: object
    #: Players whose moment is over, in the order of the moments: the dealer's ends when he takes up the last
    #: two cards, the others' when they have played.
    passed: tuple[str, ...] = ()
    rule: str = BARILLI
    #: The house rule by which declarations are counted.
    house_rule: str | None = None


def call_out(game: Game, claim: Claim) -> Outcome:
    """Returns the match won by the caller's side; ScoringError when the player may not call out."""
    verify_call_out(game, claim)
    return Outcome("called-out", claim.player[0])


def can_call_out(game: Game, claim: Claim) -> bool:
    """Whether the claim holds."""
    try:
        verify_call_out(game, claim)
    except ScoringError:
        return False
    return True


def verify_call_out(game: Game, claim: Claim) -> None:
    """Refuses a claim: ScoringError ``no-calling-out``, ``call-after-the-end``, ``caller-not-allowed``,
    ``dealer-picked-up``, ``call-too-late``, ``call-too-early``, ``call-on-others-cards``, ``call-short`` or
    ``call-nothing-shown``.

    The cards shown must reach the target: sides level beyond it cannot call out without showing something
    (Barilli 3.8, 4.1.1).
    """
    way = _way(game)
    if has_ended(claim.totals, claim.target):
        raise ScoringError("call-after-the-end", points=max(claim.totals.values()))
    _verify_moment(claim, callers(game, claim.dealer, claim.rule))
    points = way.worth(_points(game, way, claim))
    missing = claim.target - claim.totals[claim.player[0]] - points
    if missing > 0:
        raise ScoringError("call-short", player=claim.player, points=points, missing=missing)
    if points <= 0:
        raise ScoringError("call-nothing-shown", player=claim.player)


def callers(game: Game, dealer: str, rule: str = BARILLI) -> tuple[str, ...]:
    """Returns the players who may call out, in the order of their moments; ScoringError ``no-calling-out``,
    ``unknown-calling-out``."""
    _way(game)
    if rule not in RULES:
        raise ScoringError("unknown-calling-out", rule=rule, known=RULES)
    order = game.in_play_order(game.require_player(dealer))
    moments = (dealer, *order[:-1])
    return moments[:_PAGAT_CALLERS] if rule == PAGAT else moments


def _way(game: Game) -> CallingOut:
    if game.calling_out is None:
        raise ScoringError("no-calling-out", game=game.name)
    return game.calling_out


def _verify_moment(claim: Claim, moments: tuple[str, ...]) -> None:
    if claim.player not in moments:
        raise ScoringError("caller-not-allowed", player=claim.player, callers=moments)
    if claim.player in claim.passed:
        if claim.player == claim.dealer:
            raise ScoringError("dealer-picked-up", player=claim.player)
        raise ScoringError("call-too-late", player=claim.player)
    place = moments.index(claim.player)
    if any(later in claim.passed for later in moments[place:]):
        raise ScoringError("call-too-late", player=claim.player)
    waiting = [earlier for earlier in moments[:place] if earlier not in claim.passed]
    if waiting:
        raise ScoringError("call-too-early", player=claim.player, first=waiting[0])


def _points(game: Game, way: CallingOut, claim: Claim) -> int:
    """Returns the points that the caller shows; the leader's partner adds those of the leader (Barilli
    4.1.1).

    A dealer who took up the last two cards never adds to his partner's: his cards count for nobody.
    """
    shown = way.shown(game, claim.declarations, way.hand, claim.house_rule)
    leader = game.in_play_order(claim.dealer)[0]
    counted = {claim.player} | ({leader} if leader[0] == claim.player[0] else set())
    for player in shown:
        if player not in counted:
            raise ScoringError("call-on-others-cards", player=claim.player, other=player)
    return sum(shown.values())
