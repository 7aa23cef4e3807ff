"""A deal's count in words: each item, its cards, what a contatore stood for, where the grande breaks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import scoring
from scoring import wording
from scoring.game import SEATS
from tournaments.models import Tournament
from tournaments.scores.shapes import SIDE_NAMES, SIDES


@dataclass(frozen=True)
class Told:
    """One side's count, a sentence an item, in the order in which a deal is counted."""

    side: str
    name: str
    total: int
    sentences: list[str]


def tell(explanation: Mapping[str, Any], names: Mapping[str, str], language: str) -> list[Told]:
    """Both sides' sentences from `scores.explain`; `names` are the people behind A1, B1, A2, B2."""
    return [
        Told(
            side,
            str(SIDE_NAMES[side]),
            explanation[side]["total"],
            wording.sentences(_with_names(explanation[side], names), _spoken(language)),
        )
        for side in SIDES
    ]


def sentence(
    refused: scoring.ScoringError,
    names: Mapping[str, str],
    language: str,
    *,
    sides: Mapping[str, str] | None = None,
) -> str:
    """What the engine refuses, with people and coppie by name."""
    people = {
        key: names.get(str(value), value) if key in ("player", "other") else value
        for key, value in refused.params.items()
    }
    shown = sides or {side: str(name) for side, name in SIDE_NAMES.items()}
    return wording.error_sentence(refused.code, people, _spoken(language), shown)


def player_seats(tournament: Tournament) -> dict[str, str]:
    """The seat of each of the engine's players: A1 sits North, and play goes anticlockwise (Barilli 3.4)."""
    return dict(zip(scoring.GAMES[tournament.game].players, SEATS, strict=True))


def _with_names(side: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    declared = [
        {**each, "player": names.get(each["player"], each["player"])} for each in side["declarations"]
    ]
    return {**side, "declarations": declared}


def _spoken(language: str) -> str:
    return language if language in wording.LANGUAGES else "it"
