"""One sentence for each refusal: the mistake, and the remedy."""

from collections.abc import Callable, Mapping
from typing import Final

from scoring.wording import names

#: The sentence of each code, by language.
SENTENCES: Final[Mapping[str, Mapping[str, str]]] = {
    language: {code: sentence for part in words["refusals"].values() for code, sentence in part.items()}
    for language, words in names.WORDS.items()
}
#: How the facts of these names are shown; the others as they are.
_SHOWN: Final[Mapping[str, Callable[[str, str], str]]] = {
    "family": names.family_name,
    "palo": names.family_name,
    "figure": names.figure_name,
    "what": names.figure_in_words,
}


def error_sentence(code: str, params: Mapping[str, object], language: str, sides: Mapping[str, str]) -> str:
    """Returns the sentence for a code with its facts filled in; ``sides`` gives the names of the sides.

    The fact ``deck`` names the deck whose codes the other facts use; an empty fact ``known`` means that there
    is nothing to choose among.
    """
    deck = str(params.get("deck", names.BOLOGNESE))
    shown = {name: _fact_in_words(name, value, language, sides, deck) for name, value in params.items()}
    sentences = (
        names.WORDS[language]["nothing-to-choose"] if params.get("known") == () else SENTENCES[language]
    )
    sentence = names.agreed(sentences[code].format(**shown), language)
    return sentence[:1].upper() + sentence[1:]


def _fact_in_words(name: str, value: object, language: str, sides: Mapping[str, str], deck: str) -> str:
    if isinstance(value, tuple):
        return ", ".join(_fact_in_words(name, item, language, sides, deck) for item in value)
    text = str(value)
    if name in ("card", "cards"):
        return names.card_name(text, language, deck)
    if name in ("figures", "others"):
        return names.figure_of_side(text, language, sides)
    if name in ("side", "sides"):
        return sides.get(text, text)
    return _SHOWN[name](text, language) if name in _SHOWN else text
