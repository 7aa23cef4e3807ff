"""A tournament's refusals: the state forbids it (409), or the input is impossible (422)."""

from club.errors import Refusal


class TournamentError(Refusal):
    """The state of the tournament refuses (409)."""


class InputRefused(TournamentError):
    """The input cannot be accepted as it is (422)."""


class Outdated(TournamentError):
    """Somebody else changed it in the meantime (409); `details["current"]` is the stored version."""


class DealDecided(TournamentError):
    """A side may not change a deal of an officer or a confirmed one (409): `details["current"]`."""


class NotFound(LookupError):
    """Nothing exists at that address (404); the message says what is missing."""
