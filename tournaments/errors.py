"""A tournament's refusals: the state forbids it (409), or the input is impossible (422)."""

from django.utils.functional import Promise

Sentence = str | Promise


class TournamentError(Exception):
    """The state refuses; the message has the remedy. `code` is stable, for programs."""

    def __init__(self, code: str, message: Sentence, **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details

    def __str__(self) -> str:
        return str(self.message)


class InputRefused(TournamentError):
    """The input cannot be accepted as it is (422)."""


class Outdated(TournamentError):
    """Somebody else changed it in the meantime (409); `details["current"]` is the stored version."""


class NotFound(LookupError):
    """Nothing exists at that address (404); the message says what is missing."""
