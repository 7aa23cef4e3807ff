"""The words of both languages, names of cards and figures, and the grammar of numbers."""

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("it", "en")
#: By language: every word and sentence of the engine.
WORDS: Final[Mapping[str, Mapping[str, Any]]] = {
    language: json.loads(files("scoring.wording").joinpath(f"{language}.json").read_text("utf-8"))
    for language in LANGUAGES
}
_NAMES: Final = {language: words["names"] for language, words in WORDS.items()}

#: Decks. A code may mean different cards in different decks: Rc is the Re di coppe in one, the Re di cuori in
#: another.
BOLOGNESE: Final = "bolognese"
GENOVESE: Final = "genovese"
SCOPONE: Final = "scopone"
#: The numbers that are ranks of the suits and have no other name.
_NUMBERS: Final = {BOLOGNESE: range(6, 11), GENOVESE: range(1, 11), SCOPONE: range(2, 8)}


def _cards(language: str, deck: str) -> dict[str, str]:
    """Returns the names of a deck's cards: each number and rank of each suit, and the others."""
    words = _NAMES[language]["cards"][deck]
    ranks = {**{str(number): str(number) for number in _NUMBERS[deck]}, **words["ranks"]}
    of_suits = {
        rank + suit: _NAMES[language]["card"].format(rank=rank_name, suit=suit_name)
        for suit, suit_name in words["suits"].items()
        for rank, rank_name in ranks.items()
    }
    return {**of_suits, **words["others"]}


_CARDS: Final = {(language, deck): _cards(language, deck) for language in LANGUAGES for deck in _NUMBERS}


def card_name(code: str, language: str = "it", deck: str = BOLOGNESE) -> str:
    """Returns the card's name, the number of a numbered trump, or an unknown code unchanged."""
    return _CARDS[language, deck].get(code, code)


def family_name(family: str, language: str) -> str:
    """Returns the name of a family or a palo; an unknown key is returned unchanged."""
    return str(_NAMES[language]["families"].get(family, family))


def figure_name(figure: str, language: str) -> str:
    """Returns the name of a figure of the sheet; one without a name is called by its key."""
    return str(_NAMES[language]["figures"].get(figure, figure))


def figure_of_side(text: str, language: str, sides: Mapping[str, str]) -> str:
    """Returns a figure given as "name side value" in words; ``sides`` gives the names of the sides."""
    figure, side, points = text.split()
    words = {"figure": figure_name(figure, language), "side": sides.get(side, side), "points": points}
    return str(_NAMES[language]["figure-of"].format(**words))


def figure_in_words(text: str, language: str) -> str:
    """Returns a figure and its value in words: "quattro re (34)" where only one cricca has it."""
    words, (figure, points, *cricca) = _NAMES[language], text.split()
    if points == "0" and figure in words["no-figure"]:
        return str(words["no-figure"][figure])
    if cricca:
        family, cards = cricca
        return f"{words['numbers'][cards]} {family_name(family, language).lower()} ({points})"
    return str(words["figure"].format(points=points, figure=figure_name(figure, language)))


_ONE: Final = {
    language: re.compile(rf"(?<!\d)1 ({'|'.join(sorted(words['singular'], key=len, reverse=True))})\b")
    for language, words in _NAMES.items()
}
_AGREEING: Final = {
    language: [(re.compile(pattern), replacement) for pattern, replacement in words["agreeing"]]
    for language, words in _NAMES.items()
}


def agreed(sentence: str, language: str) -> str:
    """Returns the sentence with nouns in the singular after 1, and verbs and Italian articles that agree with
    the number after them: "ne manca 1", "l'8", "all'11"."""
    for pattern, replacement in _AGREEING[language]:
        sentence = pattern.sub(replacement, sentence)
    singular = _NAMES[language]["singular"]
    return _ONE[language].sub(lambda match: f"1 {singular[match[1]]}", sentence)


def grammar(language: str) -> dict[str, object]:
    """Returns the rules of ``agreed`` as data for JavaScript: nouns after 1, and replacements by pattern."""
    words = _NAMES[language]
    agreeing = [(pattern, put.replace("\\", "$")) for pattern, put in words["agreeing"]]
    return {"singular": words["singular"], "agreeing": agreeing}
