"""Why an archive is refused; whatever is refused, nothing was written."""

from club.errors import ClubError, ClubInputRefused


class ArchiveRefused(ClubInputRefused):
    """The file cannot be taken in as it is (422): cut, altered, foreign, or of another version."""


class PlaceTaken(ClubError):
    """The file is good, but what it brings is here already (409)."""
