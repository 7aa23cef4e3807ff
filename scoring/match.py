"""The ways in which a match ends: a number of deals, a target, charges to the losers, or calling out.

Sources: Barilli 3.8, 4.1, 4.4.1; for calling out (*chiamarsi fuori*) Barilli 4.1.1, 4.3 and Pagat, "Scoring
Procedure".

Each player has a moment to call out, one after the other: the dealer on the first cards, with the last two
still covered, then the leader. By Barilli the dealer's partner and the leader's partner follow, each when
they are about to play; by Pagat nobody calls once the first card is led. One against one there are only two
moments.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.document import require_bearable
from scoring.errors import ScoringError
from scoring.game import CallingOut, Game, Match
from scoring.results import Outcome

Totals = Mapping[str, int]


def after_all_deals(game: Game, match: Match) -> Outcome | None:
    """Returns the end of a match with a fixed number of deals, level or not; the higher total wins (Barilli
    4.1.2; Maillard, "Tarocchi a tre", "A quattro in coppia", "A pizzico")."""
    totals = running_totals(game, match.deals)
    refuse_later_deals([number == game.deals for number in range(1, len(totals) + 1)])
    return Outcome("deals-played", leader(totals[-1])) if len(totals) == game.deals else None


def at_target(game: Game, match: Match) -> Outcome | None:
    """Returns the end of a match at its target: the higher side wins, level sides go on (Barilli 3.8)."""
    totals = running_totals(game, match.deals)
    goal = match.target or 0
    ends = [has_ended(each, goal) for each in totals]
    refuse_later_deals(ends)
    return Outcome("target-reached", leader(totals[-1])) if any(ends) else None


def has_ended(totals: Totals, goal: int) -> bool:
    """Whether these totals end a match: a single side is in the lead, at the target or past it."""
    return max(totals.values()) >= goal and leader(totals) is not None


def every_deal(game: Game, match: Match) -> Outcome | None:
    """Returns the end of a match of one deal (Barilli 4.2.1): the soloist wins, or the two others do.

    When two win together, ``winner`` is None and ``losers`` names the loser; equal sides pay nothing and
    nobody loses. Raises ScoringError ``match-over``, ``stakes-do-not-close``.
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
    stakes = sorted(points for side in game.sides if type(points := deal.get(side)) is int)
    # One side wins (or pays) twice what each of the two others pays (or wins) (Barilli 4.2.1).
    if len(stakes) < len(game.sides) or sum(stakes) != 0 or stakes[1] not in (stakes[0], stakes[2]):
        raise ScoringError("stakes-do-not-close", sides=game.sides)
    require_bearable(stakes[-1])
    return deal


def running_totals(game: Game, deals: Sequence[Totals]) -> list[Totals]:
    """Returns every side's total after each deal; ScoringError ``bad-points`` or ``unknown-side``."""
    now = dict.fromkeys(game.sides, 0)
    totals: list[Totals] = []
    for number, deal in enumerate(deals, start=1):
        _verify_sides(game, deal)
        now = {side: now[side] + points_of(deal, side, number) for side in game.sides}
        totals.append(now)
    return totals


def leader(totals: Totals) -> str | None:
    """Returns the side with the highest total; None when several have it."""
    best = max(totals.values())
    leaders = [side for side, points in totals.items() if points == best]
    return leaders[0] if len(leaders) == 1 else None


def refuse_later_deals(ends: Sequence[bool]) -> None:
    """Refuses deals after the one that ended the match: ScoringError ``match-over``, naming the first."""
    if True in ends[:-1]:
        raise ScoringError("match-over", deal=ends.index(True) + 2)


def points_of(deal: Totals, side: str, number: int) -> int:
    """Returns the points that the deal of that number added to the side; ScoringError ``bad-points``."""
    points = deal.get(side)
    if type(points) is not int or points < 0:
        raise ScoringError("bad-points", side=side, deal=number)
    return require_bearable(points)


#: Players who reach the target lose and rest; the others go on until two are left, who win.
UNTIL_TWO: Final = "until-two"
#: A fixed number of players lose once each of them has a fixed number of points; but a player with twice as
#: many points loses alone.
SOME_LOSE: Final = "some-lose"
#: The first to reach the target loses.
FIRST_LOSES: Final = "first-loses"
AGREEMENTS: Final = (UNTIL_TWO, SOME_LOSE, FIRST_LOSES)

#: "finché non rimarranno solo i due vincitori" (Barilli 4.4.1).
WINNERS_LEFT: Final = 2
#: "Da 6 a 3 giocatori" (Barilli 4.4.1).
FEWEST_PLAYERS: Final = 3
#: For this number of players and more: how many players lose, at how many points, and the points at which a
#: player loses alone (Barilli 4.4.1).
SOME_LOSE_AT: Final = {3: (2, 3, 6), 5: (3, 2, 4)}

#: "Ogni volta che un giocatore perde addebita a sé stesso 1 Punto"; somebody loses in every deal (Barilli
#: 4.4.1).
CHARGE: Final = 1

Charges = Mapping[str, int]


def by_agreement(game: Game, match: Match) -> Outcome | None:
    """Returns how the match ended, by the agreement of the table; None while it goes on.

    ``winner`` is the one player who has not lost, if there is just one. All players may reach the end
    together: then all lose and nobody wins, as in a deal where all have the same points ("essi perderanno
    tutti", Barilli 4.4.1, who does not mention the match). Raises ScoringError ``match-over``,
    ``bad-points``, ``charges-of-deal``, ``players-of-match`` and ``player-resting``.
    """
    losers_at = _ENDINGS[match.agreement or UNTIL_TWO]
    goal = match.target or 0
    losers: tuple[str, ...] = ()
    for number, charges in enumerate(running_charges(game, match), start=1):
        losers = losers_at(charges, goal)
        # Tested before the next deal is read, so that a deal after the end gets this refusal and no other.
        if losers and number < len(match.deals):
            raise ScoringError("match-over", deal=number + 1)
    if not losers:
        return None
    left = [side for side in match.deals[0] if side not in losers]
    return Outcome("charged", left[0] if len(left) == 1 else None, losers=losers, all_lose=not left)


def still_playing(game: Game, match: Match) -> tuple[str, ...]:
    """Returns the players who have not reached the target, where players who reach it rest."""
    now: Charges = {}
    for charges in running_charges(game, match):
        now = charges
    resting = _resting(now, match)
    return tuple(side for side in now if side not in resting)


def running_charges(game: Game, match: Match) -> Iterator[Charges]:
    """Yields each player's charges after each deal; a resting player is charged no more."""
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
    return frozenset(_charged_at_least(charges, match.target or 0))


def _until_two(charges: Charges, goal: int) -> tuple[str, ...]:
    out = _charged_at_least(charges, goal)
    return out if len(charges) - len(out) <= WINNERS_LEFT else ()


def _some_lose(charges: Charges, _: int) -> tuple[str, ...]:
    """By ``SOME_LOSE_AT``: some lose together, or one alone."""
    enough = max(fewest for fewest in SOME_LOSE_AT if fewest <= len(charges))
    number, together, alone = SOME_LOSE_AT[enough]
    out = _charged_at_least(charges, together)
    return out if len(out) >= number else _charged_at_least(charges, alone)


def _charged_at_least(charges: Charges, points: int) -> tuple[str, ...]:
    return tuple(side for side, charged in charges.items() if charged >= points)


_ENDINGS: Final[Mapping[str, Callable[[Charges, int], tuple[str, ...]]]] = {
    UNTIL_TWO: _until_two,
    SOME_LOSE: _some_lose,
    FIRST_LOSES: _charged_at_least,
}


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
    #: two cards, the others' when they have played. None for all whose moment comes before the player's.
    passed: tuple[str, ...] | None = ()
    rule: str = BARILLI
    #: The house rule by which declarations are counted.
    house_rule: str | None = None


def call_out(game: Game, claim: Claim) -> Outcome:
    """Returns the match won by the caller's side; ScoringError when the player may not call out."""
    verify_call_out(game, claim)
    return Outcome("called-out", claim.player[0])


def call_out_points(game: Game, claim: Claim) -> Mapping[str, int]:
    """Returns the points that the deal adds to each side's match: those shown, for the caller's side;
    refuses as ``call_out``."""
    verify_call_out(game, claim)
    shown = _way(game).worth(_points(game, _way(game), claim))
    return {side: shown if side == claim.player[0] else 0 for side in game.sides}


def verify_call_out(game: Game, claim: Claim) -> None:
    """Refuses a claim at the wrong moment, or whose cards do not reach the target: sides level beyond it
    cannot call out without showing something (Barilli 3.8, 4.1.1)."""
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
    """Returns those who may call out, in turn; ScoringError ``no-calling-out``, ``unknown-calling-out``."""
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
    place = moments.index(claim.player)
    passed = moments[:place] if claim.passed is None else claim.passed
    if claim.player in passed and claim.player == claim.dealer:
        raise ScoringError("dealer-picked-up", player=claim.player)
    if any(later in passed for later in moments[place:]):
        raise ScoringError("call-too-late", player=claim.player)
    waiting = [earlier for earlier in moments[:place] if earlier not in passed]
    if waiting:
        raise ScoringError("call-too-early", player=claim.player, first=waiting[0])


def _points(game: Game, way: CallingOut, claim: Claim) -> int:
    """Returns the points that the caller shows; the leader's partner adds the leader's (Barilli 4.1.1).

    The dealer's partner never adds the dealer's: when the partner's moment comes, the dealer has taken up the
    last two cards and has let the moment to call out pass.
    """
    shown = way.shown(game, claim.declarations, way.hand, claim.house_rule)
    leader = game.in_play_order(claim.dealer)[0]
    counted = {claim.player} | ({leader} if leader[0] == claim.player[0] else set())
    for player in shown:
        if player not in counted:
            raise ScoringError("call-on-others-cards", player=claim.player, other=player)
    return sum(shown.values())
