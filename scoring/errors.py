"""The one exception that every refusal of the rules raises."""

import json
from collections.abc import Mapping
from typing import Final

from scoring.wording.errors import error_sentence

#: A fact that a sentence shows: a card, a side, a number, or several cards.
Param = str | int | tuple[str, ...]

#: The longest quotation of input, in characters.
QUOTED: Final = 60


class ScoringError(ValueError):
    """A refusal by the rules: ``code`` is for programs, ``params`` are the facts, ``message()`` is for
    people.

    A fact may be any input: unless it is a plain word it is shown as JSON, shortened to ``QUOTED``
    characters.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params: Mapping[str, Param] = {name: _fact(value) for name, value in params.items()}
        super().__init__(code)

    def message(self, language: str = "it", sides: Mapping[str, str] | None = None) -> str:
        """Returns one sentence with the mistake and the remedy; ``sides`` gives the names of A and B."""
        return error_sentence(self.code, self.params, language, sides or {})

    def __str__(self) -> str:
        return self.message()


def _fact(value: object) -> Param:
    if isinstance(value, tuple):
        return value
    if type(value) is int and value.bit_length() <= QUOTED:
        return value
    try:
        # A text can be put into a sentence unchanged if it is printable, not empty, without blanks around it.
        is_plain = isinstance(value, str) and value.isprintable() and value.strip() == value != ""
        text = str(value) if is_plain else _as_json(value)
    except (ValueError, RecursionError, TypeError):
        # JSON cannot write numbers of thousands of digits, deeply nested lists, or keys such as tuples.
        return "…"
    return text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"


def _as_json(value: object) -> str:
    """Returns the written value as JSON: null, true, "", [1, 2]."""
    is_printable = isinstance(value, str) and value.isprintable()
    return json.dumps(value, ensure_ascii=not is_printable, default=str)
