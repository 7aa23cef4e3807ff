"""The HTTP status and the sentence of each refusal, for pages and for the API."""

from collections.abc import Mapping

from django.utils.translation import get_language

from club.errors import Refusal
from club.limits import CannotCount, TryLater
from scoring import ScoringError


def status_of(error: Exception) -> int | None:
    """Returns the HTTP status of a refusal; None for an error of another kind."""
    if isinstance(error, ScoringError):
        return 422
    return error.status if isinstance(error, Refusal) else None


def seconds_to_wait(error: Exception) -> int | None:
    """Returns the value of Retry-After for a refusal that time alone mends; None for any other."""
    return error.seconds if isinstance(error, TryLater | CannotCount) else None


def sentence_of(error: Exception, sides: Mapping[str, str] | None = None) -> str:
    """Returns the refusal's sentence in the language of the request; `sides` names the sides of a table."""
    if isinstance(error, ScoringError):
        return error.message(get_language() or "it", sides)
    return str(error)
