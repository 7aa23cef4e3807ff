"""A side's explanation in sentences, in the games of the tarocco genovese."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.wording.names import GENOVESE, agreed, card_list

# The data comes from ``scoring.genovese.counting`` or back from JSON: its shape is known, not its type.
Data = Mapping[str, Any]

#: The buone keep their names: English-speaking players have no others.
_PHRASES: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
        "value": "Carte da {each}: {cards}: {points} punti.",
        "tricks": "{cards} carte nel mazzetto, {tricks} prese: {tricks} punti.",
        "tricks-and-discard": "{cards} carte nel mazzetto, {tricks} prese con lo scarto: {tricks} punti.",
        "deck_points": "Punti di mazzo: {total}.",
        "declared": "{player} dichiara {buona}: {cards}: {points} punti.",
        "grown": "{player} incrementa, con {buona}: {cards}: {points} punti in più.",
        "captured": "Nel mazzetto {buona}: {cards}: {points} punti.",
        "of_which": "Buone: {total} punti, di cui {captured} per quelle catturate.",
        "bagatto": "Bagatto ultimo: {points} punti.",
        "total": "Totale: {total} punti.",
    },
    "en": {
        "value": "Cards worth {each}: {cards}: {points} points.",
        "tricks": "{cards} cards in the pile, {tricks} tricks: {tricks} points.",
        "tricks-and-discard": "{cards} cards in the pile, {tricks} tricks with the discard: {tricks} points.",
        "deck_points": "Deck points: {total}.",
        "declared": "{player} declares {buona}: {cards}: {points} points.",
        "grown": "{player} adds to what was shown, with {buona}: {cards}: {points} points more.",
        "captured": "In the pile {buona}: {cards}: {points} points.",
        "of_which": "Buone: {total} points, of which {captured} for those captured.",
        "bagatto": "Bagatto ultimo: {points} points.",
        "total": "Total: {total} points.",
    },
}


def genovese_sentences(explanation: Data, language: str = "it") -> list[str]:
    """Returns one side's explanation, one sentence for each item: deck points, buone, Bagatto ultimo
    (Maillard, "Punteggio")."""
    points = explanation["deck_points"]
    bagatto = explanation["bagatto"]
    tricks = "tricks-and-discard" if points.get("discard") else "tricks"
    return [
        *(_with_cards(language, "value", kind) for kind in points["values"]),
        _say(language, tricks, cards=points["cards"], tricks=points["tricks"]),
        _say(language, "deck_points", total=points["total"]),
        *(_buona(item, language) for item in explanation["buone"]),
        *_both_kinds(explanation, language),
        *([_say(language, "bagatto", points=bagatto)] if bagatto else []),
        _say(language, "total", total=explanation["total"]),
    ]


def _buona(item: Data, language: str) -> str:
    if item["player"] is None:
        return _with_cards(language, "captured", item)
    return _with_cards(language, "grown" if item["grows"] else "declared", item)


def _both_kinds(explanation: Data, language: str) -> list[str]:
    """Returns the sum of the buone with the captured part, where some are captured and some were declared."""
    total, captured = sum(item["points"] for item in explanation["buone"]), explanation.get("buone_captured")
    if not captured or captured == total:
        return []
    return [_say(language, "of_which", total=total, captured=captured)]


def _with_cards(language: str, phrase: str, item: Data) -> str:
    return _say(language, phrase, **{**item, "cards": card_list(item["held"], language, GENOVESE)})


def _say(language: str, phrase: str, **facts: object) -> str:
    return agreed(_PHRASES[language][phrase].format(**facts), language)
