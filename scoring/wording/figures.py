"""A figure of the sheet in words: what it means, where it can mean one thing only."""

from typing import Final

from scoring.wording.names import family_name, figure_name

_NOTHING: Final = {
    "it": {"sequences": "nessuna sequenza", "cricche": "nessuna cricca"},
    "en": {"sequences": "no run", "cricche": "no set"},
}
_NUMBERS: Final = {"it": {"3": "tre", "4": "quattro"}, "en": {"3": "three", "4": "four"}}
_POINTS: Final = {"it": "{points} di {figure}", "en": "{points} in {figure}"}


def figure_in_words(told: str, language: str) -> str:
    """ "name value", or "name value family cards" of a cricca that can be no other: "quattro re (34)"."""
    figure, points, *cricca = told.split()
    if points == "0" and figure in _NOTHING[language]:
        return _NOTHING[language][figure]
    if cricca:
        family, cards = cricca
        return f"{_NUMBERS[language][cards]} {family_name(family, language).lower()} ({points})"
    return _POINTS[language].format(points=points, figure=figure_name(figure, language))
