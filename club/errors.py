"""The errors of a club: its state (409) or the input (422) does not allow an act, or nothing exists (404)."""

from typing import ClassVar

from django.utils.functional import Promise

Sentence = str | Promise


class Refusal(Exception):
    """A refused request; the message names the remedy. `code` is stable, for programs.

    `status` is the HTTP status of the answer.
    """

    status: ClassVar[int] = 409

    def __init__(self, code: str, message: Sentence, **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details

    def __str__(self) -> str:
        return str(self.message)


class ClubError(Refusal):
    """The state of the club does not allow it (409)."""


class ClubInputRefused(ClubError):
    """The input cannot be accepted as it is (422)."""

    status = 422


class ClubOutdated(ClubError):
    """Another user changed the row meanwhile (409); `details["current"]` holds its present state."""


class ArchiveRefused(ClubInputRefused):
    """The file cannot be restored (422): it is cut, altered, not an archive, or of another version."""


class PlaceTaken(ClubError):
    """The file is valid, but data or a running server already takes its place (409)."""


class NotFound(LookupError):
    """Nothing exists at that address (404); the message says what is missing."""
