"""Seasons as the club keeps them: made and changed, read with what their evenings gave, ended by a final."""

from tournaments.season_keeping.deleting import delete, deleted
from tournaments.season_keeping.final import make_final, qualified
from tournaments.season_keeping.making import change, create, weights_of
from tournaments.season_keeping.reading import Night, Read, edition_of, found, read
from tournaments.season_keeping.seeding import offered, seed

__all__ = [
    "Night",
    "Read",
    "change",
    "create",
    "delete",
    "deleted",
    "edition_of",
    "found",
    "make_final",
    "offered",
    "qualified",
    "read",
    "seed",
    "weights_of",
]
