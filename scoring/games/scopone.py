"""Scopone (FIGS)."""

from collections.abc import Mapping
from typing import Final

from scoring.document import Document, flag, mapping, refuse_misspelt, text, whole
from scoring.game import Game, Match
from scoring.match import at_target, running_totals
from scoring.results import Outcome
from scoring.scopone.checking import check_scopone
from scoring.scopone.counting import count_scopone
from scoring.scopone.fuori import TARGET, Fuori, cut_short, fuori_points, level_of, say_fuori
from scoring.scopone.play import ScoponeState, deal_scopone, takes_of_hand
from scoring.scopone.points import DECK, FIGURES, ONE_POINT
from scoring.wording.explanations import scopone_sentences


def ended_scopone(game: Game, match: Match) -> Outcome | None:
    """Returns the outcome of a match that reaches its target: the higher side wins; a match to 8 may be won
    simple, double or triple.

    FIGS, art. 15: sides that are level at the target or beyond play another deal. Art. 16: in a match to 8
    the losers' points decide how much the win is worth.
    """
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
    """Returns how the match ends after this claim, and the points that it adds; see ``scoring.say_fuori`` for
    its keys."""
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
    return say_fuori(game, said), fuori_points(game, said)


def ended_by_fault(game: Game, written: Document) -> Mapping[str, int]:
    """Returns the points of this deal that was cut short; see ``scoring.cut_short`` for its keys."""
    refuse_misspelt(written, _KEYS_OF_FAULT)
    at_fault = game.require_side(text(written, "at_fault"))
    return cut_short(game, mapping(written, "taken"), _scope(game, written), at_fault=at_fault)


def _scope(game: Game, document: Document) -> dict[str, int]:
    scope = mapping(document, "scope")
    return {side: whole(scope, side) for side in (*game.sides, *scope)}


GAMES: Final = (
    Game(
        key="scopone",
        name="Scopone",
        sides=("A", "B"),
        players=("A1", "B1", "A2", "B2"),
        deck=DECK,
        figures=FIGURES,
        counted_with=("scope",),
        extra_keys=("table", "plays"),
        one_point=ONE_POINT,
        always_won=("settebello",),
        # FIGS, art. 15.
        targets=(TARGET, 11, 16, 21),
        count=count_scopone,
        check=check_scopone,
        deal=deal_scopone,
        begin=ScoponeState,
        takes=takes_of_hand,
        ended=ended_scopone,
        fuori=said_fuori,
        cut_short=ended_by_fault,
        sentences=scopone_sentences,
    ),
)
