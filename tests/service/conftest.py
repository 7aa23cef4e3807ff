import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis

from tests.conftest import REDIS
from tests.service.installation import Installation, on_postgres, on_sqlite

# Redis has sixteen databases: the last ones are for brokers, one for each run of these tests at a time.
BROKERS = range(10, 16)
CLAIM = "criccone:claimed-by-tests"
CLAIM_SECONDS = 900


@pytest.fixture
def broker() -> Iterator[str]:
    """The address of an empty database of Redis that nobody else uses meanwhile."""
    for number in BROKERS:
        url = urlsplit(REDIS)._replace(path=f"/{number}").geturl()
        with redis.Redis.from_url(url) as there:
            if there.set(CLAIM, os.getpid(), nx=True, ex=CLAIM_SECONDS):
                # What a run that was killed left behind goes, the claim stays.
                there.pipeline().flushdb().set(CLAIM, os.getpid(), ex=CLAIM_SECONDS).execute()
                yield url
                there.flushdb()
                return
    pytest.fail("every database of Redis is claimed by other tests: end those, or wait a quarter of an hour")


@pytest.fixture
def service(broker: str, tmp_path: Path) -> Iterator[Installation]:
    """A fresh installation in service mode; its workers are the test's to start."""
    with on_postgres(tmp_path) as here:
        yield replace(here, redis=broker)


@pytest.fixture
def embedded(tmp_path: Path) -> Installation:
    """A fresh installation as the laptop of a club has it."""
    folder = tmp_path / "embedded"
    folder.mkdir()
    return on_sqlite(folder)
