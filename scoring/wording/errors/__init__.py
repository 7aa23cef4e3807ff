"""One sentence for each refusal: the mistake, and the remedy."""

from collections.abc import Mapping
from typing import Final

from scoring.wording.errors import deals, matches, tables
from scoring.wording.names import BOLOGNESE, agreed, card_name, family_name, figure_in_words, figure_name

SENTENCES: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {**deals.ITALIAN, **matches.ITALIAN, **tables.ITALIAN},
    "en": {**deals.ENGLISH, **matches.ENGLISH, **tables.ENGLISH},
}

#: Facts that are cards and families, shown by name.
_CARD_FACTS: Final = ("card", "cards")
_FAMILY_FACTS: Final = ("family", "palo")
_SIDE_FACTS: Final = ("side", "sides")
_FIGURE_FACTS: Final = ("figures", "others")
#: A figure of the sheet, given as "name side value".
_FIGURE: Final = {"it": "{figure} di {side} {points}", "en": "{figure} of {side} {points}"}


def error_sentence(code: str, params: Mapping[str, object], language: str, sides: Mapping[str, str]) -> str:
    """Returns the sentence for a code with its facts filled in; ``sides`` gives the names of the sides.

    The fact ``deck`` names the deck whose codes the other facts use; an empty fact ``known`` means that there
    is nothing to choose among.
    """
    deck = str(params.get("deck", BOLOGNESE))
    shown = {name: _fact_in_words(name, value, language, sides, deck) for name, value in params.items()}
    sentences = matches.NOTHING_TO_CHOOSE if params.get("known") == () else SENTENCES
    sentence = agreed(sentences[language][code].format(**shown), language)
    return sentence[:1].upper() + sentence[1:]


def _fact_in_words(name: str, value: object, language: str, sides: Mapping[str, str], deck: str) -> str:
    if isinstance(value, tuple):
        return ", ".join(_fact_in_words(name, item, language, sides, deck) for item in value)
    text = str(value)
    if name in _CARD_FACTS:
        return card_name(text, language, deck)
    if name == "figure":
        return figure_name(text, language)
    if name in _FAMILY_FACTS:
        return family_name(text, language)
    if name == "what":
        return figure_in_words(text, language)
    if name in _FIGURE_FACTS:
        figure, side, points = text.split()
        return _FIGURE[language].format(
            figure=figure_name(figure, language), side=sides.get(side, side), points=points
        )
    return sides.get(text, text) if name in _SIDE_FACTS else text
