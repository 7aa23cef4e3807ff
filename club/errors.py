"""What a club refuses: the state of things forbids it (409), or what was written cannot be (422)."""

from django.utils.functional import Promise

Sentence = str | Promise


class ClubError(Exception):
    """The state refuses; the message says what to do. `code` is stable, for programs."""

    def __init__(self, code: str, message: Sentence, **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details

    def __str__(self) -> str:
        return str(self.message)


class ClubInputRefused(ClubError):
    """What was written cannot be accepted as it is (422)."""


class ClubOutdated(ClubError):
    """Somebody changed it meanwhile (409); `details["current"]` holds what is there now."""
