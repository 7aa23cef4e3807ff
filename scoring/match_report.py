"""Reports on a match: whether it is over, the winner and why, the totals, the next dealer."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.document import Document, listed, mapping, optional_text, refuse_misspelt, text
from scoring.engine import call_out, next_dealer, outcome, say_fuori, still_playing
from scoring.errors import ScoringError
from scoring.games import game_of
from scoring.results import Outcome
from scoring.wording.names import WORDS

_KEYS: Final = (
    "game",
    "deals",
    "target",
    "agreement",
    "dealer",
    "soloist",
    "losers",
    "players",
    "call_out",
    "fuori",
)
_KEYS_OF_CLAIM: Final = ("player", "dealer", "declarations", "passed", "rule", "rules")

Deals = Sequence[Mapping[str, Any]]


def match_report(document: Document, language: str = "it") -> dict[str, object]:
    """Returns the report on a match: the answer to ``match`` in CONTRACT.

    ``deals`` have the points that each deal added to each side; ``target`` and ``agreement`` are the table's
    agreements; ``dealer`` is the last dealer, with ``soloist``, ``losers`` and ``players`` where the game
    needs them; ``call_out``, or at scopone ``fuori``, is a claim in the deal that follows. Raises
    ScoringError.
    """
    game = text(document, "game")
    refuse_misspelt(document, _KEYS)
    deals = _deals(game, document)
    target = _target(document)
    ended = outcome(game, deals, target, optional_text(document, "agreement"))
    totals = _totals(game, deals)
    claim, fuori = mapping(document, "call_out"), mapping(document, "fuori")
    if (claim or fuori) and ended:
        raise ScoringError("match-over", deal=len(deals) + 1)
    if claim:
        ended = _called_out(game, claim, totals, target)
    elif fuori:
        ended = say_fuori(game, fuori, totals, target)
    report: dict[str, object] = {"over": ended is not None, "totals": totals}
    if ended is not None:
        report.update(_ending(ended, language))
    # Where every deal is a match, the soloist of the last one still deals next (Barilli 4.2.1).
    goes_on = ended is None or (game_of(game).deals == 1 and document.get("soloist") is not None)
    if goes_on and document.get("dealer") is not None:
        report["next_dealer"] = _next_dealer(game, document, deals, target)
    return report


def _ending(ended: Outcome, language: str) -> dict[str, object]:
    return {
        "reason": ended.reason,
        "winner": ended.winner,
        "level": ended.level,
        "losers": list(ended.losers),
        "sentence": outcome_sentence(ended, language),
    }


def _deals(game: str, document: Document) -> Deals:
    deals: list[Mapping[str, Any]] = []
    for number, deal in enumerate(listed(document, "deals"), start=1):
        if not isinstance(deal, Mapping):
            raise ScoringError("deal-not-an-object", deal=number)
        for side in deal:
            game_of(game).require_side(side)
        deals.append(deal)
    return deals


def _totals(game: str, deals: Deals) -> dict[str, int]:
    """Returns each side's total of the deals, which have been checked."""
    sides = deals[0] if deals else game_of(game).sides
    return {side: sum(deal.get(side, 0) for deal in deals) for side in sorted(sides)}


def _target(document: Document) -> int | None:
    target = document.get("target")
    if target is not None and type(target) is not int:
        raise ScoringError("not-a-number", key="target")
    return target


def _called_out(game: str, claim: Document, totals: Mapping[str, int], target: int | None) -> Outcome:
    refuse_misspelt(claim, _KEYS_OF_CLAIM)
    return call_out(
        game,
        text(claim, "player"),
        text(claim, "dealer"),
        totals,
        listed(claim, "declarations"),
        passed=_names(claim, "passed"),
        target=target,
        rule=optional_text(claim, "rule") or "barilli",
        rules=optional_text(claim, "rules"),
    )


def _next_dealer(game: str, document: Document, deals: Deals, target: int | None) -> str:
    named = tuple(map(game_of(game).require_player, _names(document, "players")))
    at_table = named or _at_table(game, deals)
    playing = still_playing(game, deals, target, optional_text(document, "agreement"))
    return next_dealer(
        game,
        text(document, "dealer"),
        soloist=optional_text(document, "soloist"),
        losers=_names(document, "losers"),
        players=at_table,
        resting=tuple(player for player in at_table if player[0] not in playing),
    )


def _at_table(game: str, deals: Deals) -> tuple[str, ...]:
    """Returns the players of the sides in the first deal; all players of the game if there is no deal yet."""
    played = game_of(game)
    return tuple(player for player in played.players if not deals or player[0] in deals[0])


def _names(document: Document, key: str) -> tuple[str, ...]:
    """Returns the names listed; ScoringError ``not-a-list`` or ``not-text``."""
    names = listed(document, key)
    if not all(isinstance(name, str) for name in names):
        raise ScoringError("not-text", key=key)
    return tuple(map(str, names))


def outcome_sentence(outcome: Outcome, language: str = "it") -> str:
    """Returns the reason for the end and the winner in a sentence."""
    words = WORDS[language]
    sentence = words["outcomes"][outcome.reason][_phrase_of(outcome)].format(
        winner=outcome.winner, losers=", ".join(outcome.losers)
    )
    # A win that counts double or triple (FIGS, art. 16).
    return str(sentence + words["levels"].get(str(outcome.level), ""))


def _phrase_of(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return "won"
    if outcome.all_lose:
        return "all lost"
    return "lost" if outcome.losers else "even"
