"""Counters of attempts, and waits that grow after each failure.

The counters have a cache of their own: Redis, or without it a table of the database. In the cache of pages,
hundreds of cached pages would evict them.
"""

import hashlib
import ipaddress
import time
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.core.cache import caches
from django.utils.connection import ConnectionProxy
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.errors import Refusal

#: The cache of the counters. It raises CannotCount instead of forgetting.
counters: Any = ConnectionProxy(caches, "counters")


class TryLater(Refusal):
    """The attempt was not made: it may be made after `seconds` (429)."""

    status = 429

    def __init__(self, message: str, *, seconds: int) -> None:
        super().__init__("throttled", message)
        self.seconds = seconds


class CannotCount(Refusal):
    """Attempts cannot be counted now (503): requests that try a secret are refused, all others are served."""

    status = 503
    seconds = 30

    def __init__(self) -> None:
        super().__init__(
            "cannot-count",
            _(
                "In questo momento l'installazione non può contare i tentativi sbagliati, e per sicurezza "
                "non prova né password né codici: riprova fra qualche minuto. Chi è già entrato continua, "
                "e i risultati si scrivono come sempre."
            ),
        )


@dataclass(frozen=True)
class GrowingWait:
    """A limit on the attempts of one kind: within a `window`, `free` of them need no wait.

    From the last free attempt on, each starts a wait: `first`, then twice as long each time, at most
    `longest`. An attempt during a wait is refused unmade; no thread sleeps. All times are in seconds.
    """

    name: str
    free: int
    window: int
    first: int
    longest: int

    def take(self, ident: str) -> None:
        """Counts an attempt before it is made, so that simultaneous ones count too. Raises TryLater."""
        count, gate = self._keys(ident)
        if opens_at := counters.get(gate):
            if opens_at - time.time() <= self.longest:
                raise _refusal(opens_at)
            counters.delete(gate)  # the clock was set back meanwhile
        attempts = self._incremented(count)
        if attempts < self.free:
            return
        # At most 20 doublings, so that an attack of days makes no huge number.
        wait = min(self.first * 2 ** min(attempts - self.free, 20), self.longest)
        if not counters.add(gate, time.time() + wait, wait):
            self._uncount(count)
            raise _refusal(counters.get(gate) or time.time() + wait)

    def give_back(self, ident: str) -> None:
        """Uncounts an attempt, and ends the wait that it started."""
        count, gate = self._keys(ident)
        self._uncount(count)
        counters.delete(gate)

    def forget(self, ident: str) -> None:
        """Ends the wait and uncounts every attempt, after a successful one."""
        for key in self._keys(ident):
            counters.delete(key)

    def _uncount(self, key: str) -> None:
        with suppress(ValueError):  # the window is over
            counters.decr(key)

    def _incremented(self, key: str) -> int:
        while True:
            counters.add(key, 0, self.window)
            with suppress(ValueError):  # it expired in between
                return int(counters.incr(key))

    def _keys(self, ident: str) -> tuple[str, str]:
        digest = digest_of(ident)
        return f"{self.name}:{digest}", f"{self.name}-wait:{digest}"


def digest_of(text: str) -> str:
    """A digest for cache keys, which must not contain addresses, nor all characters."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def network_of(address: str) -> str:
    """The IPv4 address itself, or the network of an IPv6 address: a household has 2**64 addresses."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.IPv6Network((parsed, 64), strict=False))


def _refusal(opens_at: float) -> TryLater:
    seconds = max(ceil(opens_at - time.time()), 1)
    sentence = _("Troppi tentativi sbagliati: il prossimo fra %(wait)s.")
    return TryLater(sentence % {"wait": wait_in_words(seconds)}, seconds=seconds)


def wait_in_words(seconds: int) -> str:
    """The wait, rounded up: in seconds up to a minute and a half, then in minutes."""
    if seconds <= 90:
        return ngettext("%(count)s secondo", "%(count)s secondi", seconds) % {"count": seconds}
    minutes = ceil(seconds / 60)
    return ngettext("%(count)s minuto", "%(count)s minuti", minutes) % {"count": minutes}
