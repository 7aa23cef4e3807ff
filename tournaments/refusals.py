"""How refusals of the rules and of the state are said, whoever shows them: a status and one sentence."""

from django.utils.translation import get_language

from club.errors import ClubError, ClubInputRefused
from club.typesetting import PaperRefused
from scoring import ScoringError
from tournaments.codes import CodeRefused
from tournaments.errors import InputRefused, Outdated, TournamentError

# The first kind that fits: 422 for what cannot be, 409 for what the state forbids, 503 for a PDF not ready.
STATUS: list[tuple[type[ScoringError | TournamentError | ClubError], int]] = [
    (ScoringError, 422),
    (InputRefused, 422),
    (CodeRefused, 403),
    (Outdated, 409),
    (TournamentError, 409),
    (ClubInputRefused, 422),
    (PaperRefused, 503),
    (ClubError, 409),
]


def status_of(error: Exception) -> int | None:
    """The HTTP status of a refusal; None for an error of another kind."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), None)


def sentence_of(error: Exception) -> str:
    """What the refusal says, in the language of the request."""
    if isinstance(error, ScoringError):
        return error.message(get_language() or "it")
    return str(error)
