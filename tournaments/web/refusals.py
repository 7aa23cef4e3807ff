"""The HTTP status and the sentence of each refusal, for pages and for the API."""

from collections.abc import Mapping

from django.utils.translation import get_language

from club.errors import ClubError, ClubInputRefused, Refusal
from club.limits import CannotCount, TryLater
from club.typesetting import PaperRefused
from scoring import ScoringError
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.results.codes import CodeRefused

# The first kind that matches: 422 the rules refuse, 403 a code opens nothing, 409 the state forbids, 429 too
# many tries, 503 not now.
STATUS: list[tuple[type[ScoringError | Refusal], int]] = [
    (ScoringError, 422),
    (InputRefused, 422),
    (CodeRefused, 403),
    (Outdated, 409),
    (TournamentError, 409),
    (ClubInputRefused, 422),
    (PaperRefused, 503),
    (TryLater, 429),
    (CannotCount, 503),
    (ClubError, 409),
]


def status_of(error: Exception) -> int | None:
    """Returns the HTTP status of a refusal; None for an error of another kind."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), None)


def seconds_to_wait(error: Exception) -> int | None:
    """Returns the value of Retry-After for a refusal that time alone mends; None for any other."""
    return error.seconds if isinstance(error, TryLater | CannotCount) else None


def sentence_of(error: Exception, sides: Mapping[str, str] | None = None) -> str:
    """Returns the refusal's sentence in the language of the request; `sides` names the sides of a table."""
    if isinstance(error, ScoringError):
        return error.message(get_language() or "it", sides)
    return str(error)
