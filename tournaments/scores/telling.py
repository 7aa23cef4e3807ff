"""A deal's count in words: each item, its cards, what a contatore stood for, where the grande breaks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import scoring
from scoring import wording
from tournaments.models import Match
from tournaments.scores.places import DealPlace
from tournaments.scores.shapes import SIDE_NAMES, side_name


@dataclass(frozen=True)
class Told:
    """One side's count, a sentence an item, in the order in which a deal is counted."""

    side: str
    name: str
    total: int
    sentences: list[str]


def tell(
    place: DealPlace, explanation: Mapping[str, Any], names: Mapping[str, str], language: str
) -> list[Told]:
    """Every side's sentences from `scores.explain`; `names` are the people behind A1, B1, A2, B2."""
    return [
        Told(
            side,
            side_name(place, side),
            explanation[side]["total"],
            place.game.sentences(_with_names(explanation[side], names), _spoken(language)),
        )
        for side in place.sides
    ]


def sentence(
    refused: scoring.ScoringError,
    names: Mapping[str, str],
    language: str,
    *,
    place: DealPlace | None = None,
    sides: Mapping[str, str] | None = None,
) -> str:
    """What the engine refuses, with people by name and sides as the table knows them."""
    people = {
        key: names.get(str(value), value) if key in ("player", "other") else value
        for key, value in refused.params.items()
    }
    return wording.error_sentence(refused.code, people, _spoken(language), sides or _side_names(place))


def players_by_name(match: Match, full_names: Mapping[str, str]) -> dict[str, str]:
    """The people behind the engine's A1, B1 …, from the names by position."""
    play = match.play
    return {
        player: full_names.get(position, "")
        for player, position in zip(play.players, play.positions, strict=True)
    }


def _side_names(place: DealPlace | None) -> dict[str, str]:
    """The sides as the engine calls them, in words."""
    if place is None:
        return {side: str(name) for side, name in SIDE_NAMES.items()}
    return {place.in_engine(side): side_name(place, side) for side in place.sides}


def _with_names(side: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The explanation with people in the place of the engine's players, wherever accusi name them."""
    told = dict(side)
    for key in ("declarations", "buone"):
        if isinstance(told.get(key), list):
            told[key] = [{**each, "player": names.get(each["player"], each["player"])} for each in told[key]]
    return told


def _spoken(language: str) -> str:
    return language if language in wording.LANGUAGES else "it"
