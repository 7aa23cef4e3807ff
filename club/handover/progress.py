"""How far the taking in of a club is: in the cache, for the page that waits; one at a time takes it up."""

from dataclasses import dataclass
from typing import Final

from django.core.cache import cache

RUNNING, TROUBLE = "welcome:running", "welcome:trouble"
#: After so long without a word whoever was at it counts as dead.
PATIENCE_SECONDS: Final = 300
#: How long it is told to who comes back why it failed.
TROUBLE_SECONDS: Final = 600


@dataclass(frozen=True)
class Progress:
    """Rows read of all that are to be read, twice each; 0 of 0 while the archive is being opened."""

    done: int
    total: int


def begin() -> bool:
    """Whether the work is ours: not while somebody else is at it."""
    cache.delete(TROUBLE)
    return cache.add(RUNNING, (0, 0), PATIENCE_SECONDS)


def tell(done: int, total: int) -> None:
    """So many rows are done."""
    cache.set(RUNNING, (done, total), PATIENCE_SECONDS)


def end(trouble: str = "") -> None:
    """Nobody is at it any more; `trouble` says why nothing was written."""
    if trouble:
        cache.set(TROUBLE, trouble, TROUBLE_SECONDS)
    cache.delete(RUNNING)


def now() -> Progress | None:
    """How far it is; None where nobody is at it."""
    found: tuple[int, int] | None = cache.get(RUNNING)
    return Progress(*found) if found else None


def trouble() -> str:
    """Why the last one failed; empty where it did not, or long ago."""
    said: str = cache.get(TROUBLE, "")
    return said
