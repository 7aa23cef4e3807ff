"""Names of cards, families and figures in Italian and English, and the grammar of sentences with numbers."""

import re
from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("it", "en")

_TRUMPS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"Ang": "Angelo", "Mon": "Mondo", "Sol": "Sole", "Lun": "Luna", "Beg": "Bégato", "Mat": "Matto"},
    "en": {"Ang": "Angel", "Mon": "World", "Sol": "Sun", "Lun": "Moon", "Beg": "Bégato", "Mat": "Matto"},
}
_MOOR: Final = {"it": "Moro", "en": "Moor"}
_RANKS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"R": "Re", "Q": "Regina", "C": "Cavallo", "F": "Fante", "A": "Asso"},
    "en": {"R": "King", "Q": "Queen", "C": "Knight", "F": "Jack", "A": "Ace"},
}
_SCARTINI: Final = ("10", "9", "8", "7", "6")
_SUITS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"d": "danari", "c": "coppe", "s": "spade", "b": "bastoni"},
    "en": {"d": "coins", "c": "cups", "s": "swords", "b": "batons"},
}
_OF: Final = {"it": "di", "en": "of"}

FAMILIES: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
        "trionfi": "trionfi",
        "d": "danari",
        "c": "coppe",
        "s": "spade",
        "b": "bastoni",
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
        "cuori": "cuori",
        "quadri": "quadri",
        "fiori": "fiori",
        "picche": "picche",
    },
    "en": {
        "trionfi": "trumps",
        "d": "coins",
        "c": "cups",
        "s": "swords",
        "b": "batons",
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


def _names(language: str) -> dict[str, str]:
    ranks = {**{rank: rank for rank in _SCARTINI}, **_RANKS[language]}
    return {
        **_TRUMPS[language],
        **{f"Mo{number}": _MOOR[language] for number in range(1, 5)},
        **{
            rank + suit: f"{name} {_OF[language]} {suit_name}"
            for suit, suit_name in _SUITS[language].items()
            for rank, name in ranks.items()
        },
    }


#: Decks. A code may mean different cards in different decks: Rc is the Re di coppe in one, the Re di cuori in
#: another.
BOLOGNESE: Final = "bolognese"
GENOVESE: Final = "genovese"
SCOPONE: Final = "scopone"

_GENOVESE_TRUMPS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"1": "Bagatto", "20": "Giudizio", "21": "Mondo", "Mat": "Matto"},
    "en": {"1": "Bagatto", "20": "Judgement", "21": "World", "Mat": "Matto"},
}
_GENOVESE_RANKS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"R": "Re", "Q": "Regina", "C": "Cavallo", "J": "Fante"},
    "en": {"R": "King", "Q": "Queen", "C": "Knight", "J": "Jack"},
}
_GENOVESE_SUITS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"c": "cuori", "q": "quadri", "f": "fiori", "p": "picche"},
    "en": {"c": "hearts", "q": "diamonds", "f": "clubs", "p": "spades"},
}


def _genovese_names(language: str) -> dict[str, str]:
    ranks = {**{str(number): str(number) for number in range(1, 11)}, **_GENOVESE_RANKS[language]}
    return {
        **_GENOVESE_TRUMPS[language],
        **{
            rank + suit: f"{name} {_OF[language]} {suit_name}"
            for suit, suit_name in _GENOVESE_SUITS[language].items()
            for rank, name in ranks.items()
        },
    }


_SCOPONE_RANKS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"1": "Asso", "F": "Fante", "C": "Cavallo", "R": "Re"},
    "en": {"1": "Ace", "F": "Jack", "C": "Knight", "R": "King"},
}
_SCOPONE_SUITS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"d": "denari", "c": "coppe", "s": "spade", "b": "bastoni"},
    "en": {"d": "coins", "c": "cups", "s": "swords", "b": "batons"},
}


def _scopone_names(language: str) -> dict[str, str]:
    ranks = {**{str(number): str(number) for number in range(2, 8)}, **_SCOPONE_RANKS[language]}
    return {
        rank + suit: f"{name} {_OF[language]} {suit_name}"
        for suit, suit_name in _SCOPONE_SUITS[language].items()
        for rank, name in ranks.items()
    }


_NAMES: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    BOLOGNESE: {language: _names(language) for language in LANGUAGES},
    GENOVESE: {language: _genovese_names(language) for language in LANGUAGES},
    SCOPONE: {language: _scopone_names(language) for language in LANGUAGES},
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


_FIGURES: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
        "sequences": "sequenze",
        "cricche": "cricche",
        "card_points": "scartini",
        "deck_points": "punti di mazzo",
        "buone": "buone",
        "buone_captured": "buone catturate",
        "bagatto": "Bagatto ultimo",
        "cards": "carte",
        "denari": "denari",
        "settebello": "settebello",
        "primiera": "primiera",
        "scope": "scope",
        "declarations": "accusi",
        "total": "totale",
    },
    "en": {
        "sequences": "runs",
        "cricche": "sets",
        "card_points": "card points",
        "deck_points": "deck points",
        "buone": "buone",
        "buone_captured": "captured buone",
        "bagatto": "Bagatto ultimo",
        "cards": "cards",
        "denari": "coins",
        "settebello": "settebello",
        "primiera": "primiera",
        "scope": "scope",
        "declarations": "declarations",
        "total": "total",
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
