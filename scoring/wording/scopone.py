"""A side's explanation in sentences, at scopone."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.wording.names import SCOPONE, agreed, card_list

# The data comes from ``scoring.scopone.counting`` or back from JSON: its shape is known, not its type.
Data = Mapping[str, Any]

_PHRASES: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
        "cards": "Carte: {held} su 40: {points}.",
        "denari": "Denari: {held} su 10: {points}.",
        "settebello": "Settebello: {points}.",
        "primiera": "Primiera: {cards}: {sum}: {points}.",
        "no-primiera": "Primiera: manca un palo: 0.",
        "scope": "Scope: {points}.",
        "total": "Totale: {total} punti.",
    },
    "en": {
        "cards": "Cards: {held} of 40: {points}.",
        "denari": "Coins: {held} of 10: {points}.",
        "settebello": "Settebello: {points}.",
        "primiera": "Primiera: {cards}: {sum}: {points}.",
        "no-primiera": "Primiera: a suit is missing: 0.",
        "scope": "Scope: {points}.",
        "total": "Total: {total} points.",
    },
}


def scopone_sentences(explanation: Data, language: str = "it") -> list[str]:
    """Returns one side's explanation, one sentence for each point, in the order of FIGS, art. 14."""
    points = explanation["points"]
    primiera = explanation["primiera"]
    cards = card_list(primiera["cards"], language, SCOPONE)
    say = _PHRASES[language]
    sentences = [
        say["cards"].format(held=explanation["cards"], points=points["cards"]),
        say["denari"].format(held=explanation["denari"], points=points["denari"]),
        say["settebello"].format(points=points["settebello"]),
        say["no-primiera"]
        if primiera["sum"] is None
        else say["primiera"].format(cards=cards, sum=primiera["sum"], points=points["primiera"]),
        say["scope"].format(points=points["scope"]),
        say["total"].format(total=explanation["total"]),
    ]
    return [agreed(sentence, language) for sentence in sentences]
