"""A tournament's refusals: the state forbids it (409), or the input is impossible (422)."""

from collections.abc import Mapping

from club.errors import Refusal


class TournamentError(Refusal):
    """The state of the tournament refuses (409)."""


class InputRefused(TournamentError):
    """The input cannot be accepted as it is (422)."""

    status = 422


class Outdated(TournamentError):
    """Somebody else changed it in the meantime (409); `details["current"]` is the stored version."""


class DealDecided(TournamentError):
    """A side may not change a deal of an officer or a confirmed one (409): `details["current"]`."""


class SheetRefused(TournamentError):
    """Some deals of a whole sheet are refused, so that none is stored (409): their refusals by number."""

    def __init__(self, message: str, refusals: Mapping[int, Exception]) -> None:
        super().__init__("sheet-refused", message)
        self.refusals = refusals
