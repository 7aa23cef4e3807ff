"""One point, two points: nouns in the singular after a 1."""

import re
from collections.abc import Mapping
from typing import Final

_SINGULAR: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
        "punti": "punto",
        "carte": "carta",
        "prese": "presa",
        "coppie": "coppia",
        "scartini": "scartino",
        "Tarocchi": "Tarocco",
        "Regine": "Regina",
        "Cavalli": "Cavallo",
        "Fanti": "Fante",
    },
    "en": {"points": "point", "cards": "card", "tricks": "trick", "pairs": "pair"},
}
_ONE: Final = {
    language: re.compile(rf"(?<!\d)1 ({'|'.join(nouns)})\b") for language, nouns in _SINGULAR.items()
}


def agreed(sentence: str, language: str) -> str:
    """The sentence as it is said, where it was put together for any number."""
    return _ONE[language].sub(lambda found: f"1 {_SINGULAR[language][found[1]]}", sentence)
