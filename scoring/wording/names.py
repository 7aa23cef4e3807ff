"""Names of cards, families and figures in Italian and English, and the grammar of sentences with numbers."""

import re
from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("it", "en")

#: Decks. A code may mean different cards in different decks: Rc is the Re di coppe in one, the Re di cuori in
#: another.
BOLOGNESE: Final = "bolognese"
GENOVESE: Final = "genovese"
SCOPONE: Final = "scopone"

_BOLOGNESE_SUITS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"d": "danari", "c": "coppe", "s": "spade", "b": "bastoni"},
    "en": {"d": "coins", "c": "cups", "s": "swords", "b": "batons"},
}
#: Names of families and of pali. An Italian palo or suit that is not here is called by its key.
FAMILIES: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
        **_BOLOGNESE_SUITS["it"],
        "grande": "Grande",
        "danari": "Danari",
        "coppe": "Coppe",
        "spade": "Spade",
        "bastoni": "Bastoni",
        "assi": "Assi",
        "mori": "Mori",
        "tarocchi": "Tarocchi",
        "re": "Re",
        "regine": "Regine",
        "cavalli": "Cavalli",
        "fanti": "Fanti",
    },
    "en": {
        **_BOLOGNESE_SUITS["en"],
        "trionfi": "trumps",
        "grande": "Grande",
        "danari": "Coins",
        "coppe": "Cups",
        "spade": "Swords",
        "bastoni": "Batons",
        "assi": "Aces",
        "mori": "Moors",
        "tarocchi": "Tarocchi",
        "re": "Kings",
        "regine": "Queens",
        "cavalli": "Knights",
        "fanti": "Jacks",
        "cuori": "hearts",
        "quadri": "diamonds",
        "fiori": "clubs",
        "picche": "spades",
    },
}


def _names(
    language: str,
    suits: Mapping[str, str],
    ranks: Mapping[str, str],
    numbers: range,
    others: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Returns the names of a deck's cards: each number and rank of each suit, and the others."""
    of = {"it": "di", "en": "of"}[language]
    all_ranks = {**{str(number): str(number) for number in numbers}, **ranks}
    of_suits = {
        rank + suit: f"{name} {of} {suit_name}"
        for suit, suit_name in suits.items()
        for rank, name in all_ranks.items()
    }
    return {**of_suits, **(others or {})}


_NAMES: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    BOLOGNESE: {
        "it": _names(
            "it",
            _BOLOGNESE_SUITS["it"],
            {"R": "Re", "Q": "Regina", "C": "Cavallo", "F": "Fante", "A": "Asso"},
            range(6, 11),
            {"Ang": "Angelo", "Mon": "Mondo", "Sol": "Sole", "Lun": "Luna", "Beg": "Bégato", "Mat": "Matto"}
            | dict.fromkeys(("Mo1", "Mo2", "Mo3", "Mo4"), "Moro"),
        ),
        "en": _names(
            "en",
            _BOLOGNESE_SUITS["en"],
            {"R": "King", "Q": "Queen", "C": "Knight", "F": "Jack", "A": "Ace"},
            range(6, 11),
            {"Ang": "Angel", "Mon": "World", "Sol": "Sun", "Lun": "Moon", "Beg": "Bégato", "Mat": "Matto"}
            | dict.fromkeys(("Mo1", "Mo2", "Mo3", "Mo4"), "Moor"),
        ),
    },
    GENOVESE: {
        "it": _names(
            "it",
            {"c": "cuori", "q": "quadri", "f": "fiori", "p": "picche"},
            {"R": "Re", "Q": "Regina", "C": "Cavallo", "J": "Fante"},
            range(1, 11),
            {"1": "Bagatto", "20": "Giudizio", "21": "Mondo", "Mat": "Matto"},
        ),
        "en": _names(
            "en",
            {"c": "hearts", "q": "diamonds", "f": "clubs", "p": "spades"},
            {"R": "King", "Q": "Queen", "C": "Knight", "J": "Jack"},
            range(1, 11),
            {"1": "Bagatto", "20": "Judgement", "21": "World", "Mat": "Matto"},
        ),
    },
    SCOPONE: {
        "it": _names(
            "it",
            {"d": "denari", "c": "coppe", "s": "spade", "b": "bastoni"},
            {"1": "Asso", "F": "Fante", "C": "Cavallo", "R": "Re"},
            range(2, 8),
        ),
        "en": _names(
            "en",
            {"d": "coins", "c": "cups", "s": "swords", "b": "batons"},
            {"1": "Ace", "F": "Jack", "C": "Knight", "R": "King"},
            range(2, 8),
        ),
    },
}


def card_name(code: str, language: str = "it", deck: str = BOLOGNESE) -> str:
    """Returns the card's name: "Re di danari", "King of coins", the number of a numbered trump. An unknown
    code is returned unchanged."""
    return _NAMES[deck][language].get(code, code)


def card_list(codes: list[str] | tuple[str, ...], language: str, deck: str = BOLOGNESE) -> str:
    """Returns the names of the cards, separated by commas."""
    return ", ".join(card_name(code, language, deck) for code in codes)


def family_name(family: str, language: str) -> str:
    """Returns the family's name; an unknown key is returned unchanged."""
    return FAMILIES[language].get(family, family)


#: A figure that is not here is called by its key.
_FIGURES: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
        "sequences": "sequenze",
        "card_points": "scartini",
        "deck_points": "punti di mazzo",
        "buone_captured": "buone catturate",
        "bagatto": "Bagatto ultimo",
        "cards": "carte",
        "declarations": "accusi",
        "total": "totale",
    },
    "en": {
        "sequences": "runs",
        "cricche": "sets",
        "card_points": "card points",
        "deck_points": "deck points",
        "buone_captured": "captured buone",
        "bagatto": "Bagatto ultimo",
        "denari": "coins",
    },
}


def figure_name(figure: str, language: str) -> str:
    """Returns the name of a figure of the sheet."""
    return _FIGURES[language].get(figure, figure)


_SINGULAR: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
        "punti": "punto",
        "carte": "carta",
        "prese": "presa",
        "smazzate": "smazzata",
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
        "deals give": "deal gives",
        "pairs": "pair",
        "more are": "more is",
    },
}
_ONE: Final = {
    language: re.compile(rf"(?<!\d)1 ({'|'.join(sorted(nouns, key=len, reverse=True))})\b")
    for language, nouns in _SINGULAR.items()
}
#: Verbs and articles that agree with the number after them: "ne manca 1", "l'8", "all'11".
_AGREEING: Final = {
    "it": (
        (re.compile(r"\bmancano((?: almeno)?) 1\b"), r"manca\1 1"),
        (re.compile(r"\bil (8|11)\b"), r"l'\1"),
        (re.compile(r"\bal (8|11)\b"), r"all'\1"),
    ),
    "en": (),
}


def agreed(sentence: str, language: str) -> str:
    """Returns the sentence with nouns in the singular after 1, and Italian articles that agree with the
    number."""
    for pattern, replacement in _AGREEING[language]:
        sentence = pattern.sub(replacement, sentence)
    return _ONE[language].sub(lambda match: f"1 {_SINGULAR[language][match[1]]}", sentence)


def grammar(language: str) -> dict[str, object]:
    """Returns the rules of ``agreed`` as data for JavaScript: nouns after 1, and replacements by pattern."""
    agreeing = [(pattern.pattern, put.replace("\\", "$")) for pattern, put in _AGREEING[language]]
    return {"singular": _SINGULAR[language], "agreeing": agreeing}


_NOTHING: Final = {
    "it": {"sequences": "nessuna sequenza", "cricche": "nessuna cricca"},
    "en": {"sequences": "no run", "cricche": "no set"},
}
_NUMBERS: Final = {"it": {"3": "tre", "4": "quattro"}, "en": {"3": "three", "4": "four"}}
_POINTS: Final = {"it": "{points} di {figure}", "en": "{points} in {figure}"}


def figure_in_words(text: str, language: str) -> str:
    """Returns the figure with its value; a value that only one cricca can have is shown with its cards:
    "quattro re (34)"."""
    figure, points, *cricca = text.split()
    if points == "0" and figure in _NOTHING[language]:
        return _NOTHING[language][figure]
    if cricca:
        family, cards = cricca
        return f"{_NUMBERS[language][cards]} {family_name(family, language).lower()} ({points})"
    return _POINTS[language].format(points=points, figure=figure_name(figure, language))
