"""One point, two points: nouns in the singular after a 1; l'8 and l'11 among the numbers of the grande."""

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
    "en": {
        "points": "point",
        "cards": "card",
        "tricks": "trick",
        "pairs": "pair",
        "more are": "more is",
    },
}
_ONE: Final = {
    language: re.compile(rf"(?<!\d)1 ({'|'.join(sorted(nouns, key=len, reverse=True))})\b")
    for language, nouns in _SINGULAR.items()
}
#: A verb or an article that comes before the number it agrees with: "ne manca 1", "l'8", "all'11".
_BEFORE: Final = {
    "it": (
        (re.compile(r"\bmancano((?: almeno)?) 1\b"), r"manca\1 1"),
        (re.compile(r"\bil (8|11)\b"), r"l'\1"),
        (re.compile(r"\bal (8|11)\b"), r"all'\1"),
    ),
    "en": (),
}


def agreed(sentence: str, language: str) -> str:
    """The sentence as it is said, where it was put together for any number."""
    for written, said in _BEFORE[language]:
        sentence = written.sub(said, sentence)
    return _ONE[language].sub(lambda found: f"1 {_SINGULAR[language][found[1]]}", sentence)
