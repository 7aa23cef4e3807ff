"""Refusals of the rules and of the state, as the API answers them."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler

from scoring import ScoringError
from tournaments.codes import CodeRefused
from tournaments.errors import InputRefused, Outdated, TournamentError

# The first kind that fits: 422 for what cannot be, 409 for what the state forbids.
STATUS: list[tuple[type[ScoringError | TournamentError], int]] = [
    (ScoringError, 422),
    (InputRefused, 422),
    (CodeRefused, 403),
    (Outdated, 409),
    (TournamentError, 409),
]


def status_of(error: Exception) -> int | None:
    """The HTTP status of a refusal; None for an error of another kind."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), None)


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """`{"error": {"code", "message", …}}` for refusals, DRF's own answers for the rest."""
    status = status_of(error)
    if status is None:
        return exception_handler(error, context)
    details = getattr(error, "details", {})
    body = {"code": getattr(error, "code", ""), "message": str(error), **details}
    return Response({"error": body}, status=status)
