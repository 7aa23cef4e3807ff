"""The count of a deal in words: each item with its cards, the cards that wild cards stand for, and the gap in
the grande.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import scoring
from scoring.wording.errors import error_sentence
from scoring.wording.names import LANGUAGES
from tournaments.models import Match
from tournaments.results.scores.deal_schema import DealPlace, side_name


@dataclass(frozen=True)
class SideCount:
    """One side's count, a sentence for each item, in the order in which a deal is counted."""

    side: str
    name: str
    total: int
    sentences: list[str]


def side_counts(
    place: DealPlace, explanation: Mapping[str, Any], names: Mapping[str, str], language: str
) -> list[SideCount]:
    """Every side's sentences from `scores.explain`; `names` holds the names of A1, B1, A2, B2."""
    return [
        SideCount(
            side,
            side_name(place, side),
            explanation[side]["total"],
            place.game.sentences(_with_names(explanation[side], names), _spoken(language)),
        )
        for side in place.sides
    ]


def refusal_sentence(
    refused: scoring.ScoringError,
    names: Mapping[str, str],
    language: str,
    *,
    place: DealPlace,
) -> str:
    """The engine's refusal as a sentence, with the names of the people and of the sides at the table."""
    people = {
        key: names.get(str(value), value) if key in ("player", "other") else value
        for key, value in refused.params.items()
    }
    return error_sentence(refused.code, people, _spoken(language), _side_names(place))


def players_by_name(match: Match, full_names: Mapping[str, str]) -> dict[str, str]:
    """The names of the engine's players A1, B1 …, from the names by position."""
    play = match.play
    return {
        player: full_names.get(position, "")
        for player, position in zip(play.players, play.positions, strict=True)
    }


def _side_names(place: DealPlace) -> dict[str, str]:
    """The engine's sides in words."""
    return {place.in_engine(side): side_name(place, side) for side in place.sides}


def _with_names(side: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, object]:
    """The explanation with people's names in place of the engine's players, wherever declarations name
    them."""
    named = dict(side)
    for key in ("declarations", "buone"):
        if isinstance(named.get(key), list):
            named[key] = [
                {**each, "player": names.get(each["player"], each["player"])} for each in named[key]
            ]
    return named


def _spoken(language: str) -> str:
    return language if language in LANGUAGES else "it"
