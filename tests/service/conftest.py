import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis

from tests.conftest import REDIS
from tests.service.installation import Installation, on_postgres, on_sqlite

# Of the sixteen databases of Redis the last ones are for brokers; each run of these tests claims one.
BROKERS = range(10, 16)
CLAIM = "criccone:claimed-by-tests"
CLAIM_SECONDS = 900


@contextmanager
def claimed_broker() -> Iterator[str]:
    """The URL of an empty database of Redis that no other run uses."""
    for number in BROKERS:
        url = urlsplit(REDIS)._replace(path=f"/{number}").geturl()
        with redis.Redis.from_url(url) as there:
            if there.set(CLAIM, os.getpid(), nx=True, ex=CLAIM_SECONDS):
                # Deletes what a killed run left behind, and keeps the claim.
                there.pipeline().flushdb().set(CLAIM, os.getpid(), ex=CLAIM_SECONDS).execute()
                yield url
                there.flushdb()
                return
    pytest.fail("every database of Redis is claimed by other tests: end those, or wait a quarter of an hour")


@pytest.fixture
def broker() -> Iterator[str]:
    with claimed_broker() as url:
        yield url


@pytest.fixture
def service(broker: str, tmp_path: Path) -> Iterator[Installation]:
    """A fresh installation in service mode; the test starts its workers."""
    with on_postgres(tmp_path) as here:
        yield replace(here, redis=broker)


@pytest.fixture
def embedded(tmp_path: Path) -> Installation:
    """A fresh installation as on a club's laptop."""
    folder = tmp_path / "embedded"
    folder.mkdir()
    return on_sqlite(folder)
