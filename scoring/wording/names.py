"""Names of cards and families in Italian and English."""

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
_SUITS: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"d": "danari", "c": "coppe", "s": "spade", "b": "bastoni"},
    "en": {"d": "coins", "c": "cups", "s": "swords", "b": "batons"},
}
_OF: Final = {"it": "di", "en": "of"}

FAMILIES: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {
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
    },
}


def card_name(code: str, language: str = "it") -> str:
    """ "Re di danari" or "King of coins"; a numbered trump is its number, and a Moor is one like the
    others."""
    if code in _TRUMPS[language]:
        return _TRUMPS[language][code]
    if code.startswith("Mo"):
        return _MOOR[language]
    if code.isdigit():
        return code
    rank, suit = code[:-1], code[-1]
    return f"{_RANKS[language].get(rank, rank)} {_OF[language]} {_SUITS[language][suit]}"


def card_list(codes: list[str] | tuple[str, ...], language: str) -> str:
    """The names one after the other, with commas."""
    return ", ".join(card_name(code, language) for code in codes)


def family_name(family: str, language: str) -> str:
    """The family's name; a key that is none is given back as it is."""
    return FAMILIES[language].get(family, family)
