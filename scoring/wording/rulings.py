"""A ruling inside a deal in one sentence, for the referee before it is confirmed and for the log after."""

from collections.abc import Mapping
from typing import Final

from scoring.rulings import Effect, Ruling
from scoring.wording.agreement import agreed

_PHRASES: Final[Mapping[str, Mapping[Effect, str]]] = {
    "it": {
        Effect.ONLY_CARD_POINTS: "A {side} restano solo gli scartini: da {before} a {after} punti.",
        Effect.DECLARATIONS_VOID: "Gli accusi di {side} non valgono: da {before} a {after} punti.",
    },
    "en": {
        Effect.ONLY_CARD_POINTS: "{side} keeps only its card points: from {before} to {after} points.",
        Effect.DECLARATIONS_VOID: "The declarations of {side} are void: from {before} to {after} points.",
    },
}

#: The same with the tarocco genovese (Maillard, "Punteggio", "Buone").
_GENOVESE: Final[Mapping[str, Mapping[Effect, str]]] = {
    "it": {
        Effect.ONLY_CARD_POINTS: "A {side} restano solo i punti di mazzo: da {before} a {after} punti.",
        Effect.DECLARATIONS_VOID: "Le buone di {side} non valgono: da {before} a {after} punti.",
    },
    "en": {
        Effect.ONLY_CARD_POINTS: "{side} keeps only its deck points: from {before} to {after} points.",
        Effect.DECLARATIONS_VOID: "The buone of {side} are void: from {before} to {after} points.",
    },
}


#: Where some of them are of captured cards: those nobody declared (Maillard, "Cattura delle buone").
_WITH_CAPTURED: Final[Mapping[str, str]] = {
    "it": "Le buone dichiarate da {side} non valgono, quelle catturate sì: da {before} a {after} punti.",
    "en": "The buone that {side} declared are void, those captured count: from {before} to {after} points.",
}


def ruling_sentence(ruling: Ruling, language: str = "it", sides: Mapping[str, str] | None = None) -> str:
    """What the ruling does, with the points before and after; ``sides`` gives A and B their names."""
    told = _phrase(ruling, language).format(
        side=(sides or {}).get(ruling.side, ruling.side),
        before=ruling.before["total"],
        after=ruling.after["total"],
    )
    return agreed(told, language)


def _phrase(ruling: Ruling, language: str) -> str:
    if ruling.effect is Effect.DECLARATIONS_VOID and ruling.before.get("buone_captured"):
        return _WITH_CAPTURED[language]
    phrases = _GENOVESE if "deck_points" in ruling.before else _PHRASES
    return phrases[language][ruling.effect]
