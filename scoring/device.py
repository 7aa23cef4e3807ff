"""The rules and the words of a heap's count as JSON-ready data, so that a page counts without the server.

``static/js/engine.js`` counts the games of two pairs by this data and has no card or value of its own; a
test compares its figures with this engine's.
"""

import itertools
from typing import Final

from scoring.argument_types import a_text, takes
from scoring.bolognese import cards, combinations
from scoring.bolognese.counting import LAST_TRICK_POINTS
from scoring.bolognese.grande import opening_gate, require_house_rule
from scoring.bolognese.heap import PLAIN_BITS, RUN_BITS
from scoring.bolognese.pile import DISCARD_SIZE, PAIRS, TRICK_SIZE
from scoring.wording.errors import SENTENCES
from scoring.wording.names import BOLOGNESE, LANGUAGES, WORDS, card_name, family_name, grammar

#: The refusals of a heap that a page can find by itself.
_REFUSALS: Final = ("heap-too-few", "heap-too-many")


def device_rules(rules: str | None = None) -> dict[str, object]:
    """Returns the cards and the numbers of the rules by which a heap of two pairs is counted, under a house
    rule; ScoringError ``unknown-rules``."""
    house = require_house_rule(rules)
    return {
        "deck": list(cards.DECK),
        "plain": list(cards.codes_of(PLAIN_BITS)),
        "run": list(cards.codes_of(RUN_BITS)),
        "trick": TRICK_SIZE,
        "tricks": PAIRS.tricks,
        "discard": DISCARD_SIZE,
        "lastTrick": LAST_TRICK_POINTS,
        "cardPointsInAll": combinations.CARD_POINTS_IN_ALL,
        "kinds": {
            family: {
                "cards": list(cards.codes_of(own)),
                "value": combinations.CARD_VALUES[family],
                "three": combinations.THREE_OF_A_KIND[family],
            }
            for family, own in combinations.CRICCA_BITS.items()
        },
        "scartini": list(cards.codes_of(combinations.SCARTINI_BITS)),
        "suits": {
            cards.SUIT_NAMES[suit]: {
                "king": "R" + suit,
                "court": [rank + suit for rank in cards.COURT],
                "cards": list(cards.codes_of(combinations.SUIT_BITS[cards.SUIT_NAMES[suit]])),
            }
            for suit in cards.SUITS
        },
        "equals": {"assi": list(cards.codes_of(combinations.ACES_BITS)), "mori": list(cards.MOORS)},
        "contatori": list(cards.CONTATORI),
        "angelo": cards.ANGEL,
        "pezzi": list(cards.PEZZI),
        "numbers": list(cards.NUMBERS),
        "trumps": len(cards.TRUMPS),
        "gates": _gates(house),
        "pointsPerCard": combinations.POINTS_PER_CARD,
        "shortest": combinations.SHORTEST,
        "doublingFrom": combinations.DOUBLING_FROM,
    }


@takes(language=a_text)
def device_words(language: str = "it") -> dict[str, object]:
    """Returns the sentences of an explanation, names of cards and families, and the grammar of numbers.

    They are in Italian for a language that the engine does not speak. ScoringError ``not-text``.
    """
    language = language if language in LANGUAGES else "it"
    return {
        "phrases": {
            **WORDS[language]["explanations"][BOLOGNESE],
            **{code: SENTENCES[language][code] for code in _REFUSALS},
        },
        "cards": {code: card_name(code, language) for code in cards.DECK},
        "families": {
            family: family_name(family, language)
            for family in ("grande", *cards.SUIT_NAMES.values(), "assi", "mori", *combinations.CRICCA_BITS)
        },
        **grammar(language),
    }


def _gates(house: str) -> dict[str, tuple[str, str]]:
    """Returns, for the pezzi that a grande may lack, whether the 16 follows, and the reason if it may not."""
    lacking = [
        missing
        for number in range(len(cards.PEZZI))
        for missing in itertools.combinations(cards.PEZZI, number)
    ]
    gates = {missing: opening_gate(list(missing), house) for missing in lacking}
    return {" ".join(missing): (gate.value, reason) for missing, (gate, reason) in gates.items()}
