"""The one way in which the rules say no."""

from collections.abc import Mapping

from scoring.wording.errors import error_sentence

#: What a sentence can be filled with: a card, a side, a number, or several cards.
Param = str | int | tuple[str, ...]


class ScoringError(ValueError):
    """The rules refuse: ``code`` is for programs, ``params`` are the facts, ``message()`` is for people."""

    def __init__(self, code: str, **params: Param) -> None:
        self.code = code
        self.params: Mapping[str, Param] = params
        super().__init__(code)

    def message(self, language: str = "it", sides: Mapping[str, str] | None = None) -> str:
        """One sentence: what is wrong and what to do; ``sides`` gives A and B the names people know them
        by."""
        return error_sentence(self.code, self.params, language, sides or {})

    def __str__(self) -> str:
        return self.message()
