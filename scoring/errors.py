"""The one way in which the rules say no."""

import json
from collections.abc import Mapping
from typing import Final, TypeGuard

from scoring.wording.errors import error_sentence

#: What a sentence can be filled with: a card, a side, a number, or several cards.
Param = str | int | tuple[str, ...]

#: The most letters of what somebody wrote that a sentence repeats.
QUOTED: Final = 60


class ScoringError(ValueError):
    """The rules refuse: ``code`` is for programs, ``params`` are the facts, ``message()`` is for people.

    Facts may be whatever somebody wrote: it is told as JSON where it is no plain word, and cut to what a
    sentence can bear.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params: Mapping[str, Param] = {name: _fact(value) for name, value in params.items()}
        super().__init__(code)

    def message(self, language: str = "it", sides: Mapping[str, str] | None = None) -> str:
        """One sentence: what is wrong and what to do; ``sides`` gives A and B the names people know them
        by."""
        return error_sentence(self.code, self.params, language, sides or {})

    def __str__(self) -> str:
        return self.message()


def _fact(value: object) -> Param:
    if isinstance(value, tuple):
        return value
    if type(value) is int and value.bit_length() <= QUOTED:
        return value
    try:
        text = value if _is_plain_word(value) else _as_json(value)
    except (ValueError, RecursionError, TypeError):
        # A number of thousands of digits, lists inside lists, keys that JSON has not: nothing to repeat.
        return "…"
    return text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"


def _is_plain_word(value: object) -> TypeGuard[str]:
    """Whether it can stand in a sentence as it is: no blanks around it, nothing unseen in it, not empty."""
    return isinstance(value, str) and value.isprintable() and value.strip() == value != ""


def _as_json(value: object) -> str:
    """null, true, "", [1, 2]: what was written, as whoever wrote it knows it."""
    seen = isinstance(value, str) and value.isprintable()
    return json.dumps(value, ensure_ascii=not seen, default=str)
