"""Connections to PostgreSQL, which in web processes wait for a bounded time.

The server's own `statement_timeout` helps only while the server works. When the server hangs or the network
has stopped, the web process gives up by itself, and the page answers 503.
"""

from collections.abc import Generator
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors

Result = TypeVar("Result")

#: Seconds for one answer of the server. Pages take milliseconds, and answers must come within five seconds.
ANSWER_SECONDS: Final = 3.0


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that is closed, with an OperationalError, when an answer takes too long."""

    def wait(
        self, gen: Generator[Any, Any, Result], interval: float = 0.1, timeout: float | None = None
    ) -> Result:
        try:
            return super().wait(gen, interval, ANSWER_SECONDS if timeout is None else timeout)
        except errors._WaitTimeout as hung:
            if timeout is not None:
                raise
            self.pgconn.finish()
            raise psycopg.OperationalError(f"no answer in {ANSWER_SECONDS:.0f} s") from hung


def options(*, is_patient: bool) -> dict[str, Any]:
    """Django's options for the database; a process that serves pages is not patient."""
    pool = {"min_size": 1, "max_size": 10, "timeout": 20}
    if is_patient:
        return {"pool": pool, "connect_timeout": 2}
    # After a failed attempt the pool soon stops, so that the next request tries again at once. Otherwise the
    # site would stay down for up to half a minute after PostgreSQL is back.
    hurried = {"timeout": 4, "reconnect_timeout": 1, "connection_class": ImpatientConnection}
    return {
        "pool": {**pool, **hurried},
        "connect_timeout": 2,
        # In milliseconds: a request that was given up must not go on in the server.
        "options": "-c statement_timeout=3000 -c lock_timeout=3000",
    }
