"""A tournament's refusals: the state forbids it (409), or the input is impossible (422)."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from club.errors import Refusal
from scoring import ScoringError


class TournamentError(Refusal):
    """The state of the tournament refuses (409)."""


class InputRefused(TournamentError):
    """The input cannot be accepted as it is (422)."""

    status = 422


def required_reason(reason: str) -> str:
    """The reason without blanks around it. Raises InputRefused without one."""
    if not reason.strip():
        raise InputRefused("reason-missing", _("Scrivi il motivo: resta nel registro."))
    return reason.strip()


class NoTable(TournamentError):
    """The round has no such table, or the sender may not see it yet (404)."""

    status = 404


class Outdated(TournamentError):
    """Somebody else changed it in the meantime (409); `details["current"]` is the stored version."""


class DealDecided(TournamentError):
    """A side may not change a deal of an officer or a confirmed one (409): `details["current"]`."""


class SheetRefused(TournamentError):
    """Some deals of a whole sheet are refused, so that none is stored: their refusals by number.

    409 if one of them is; 422 if all deals are impossible as they are written.
    """

    def __init__(self, message: str, refusals: Mapping[int, Exception]) -> None:
        super().__init__("sheet-refused", message)
        self.refusals = refusals


class SheetImpossible(SheetRefused):
    """Every refused deal of the sheet is impossible as it is written (422)."""

    status = 422


def sheet_refused(message: str, refusals: Mapping[int, Exception]) -> SheetRefused:
    """The refusal of a sheet with these deals."""
    is_impossible = all(isinstance(each, ScoringError | InputRefused) for each in refusals.values())
    return (SheetImpossible if is_impossible else SheetRefused)(message, refusals)
