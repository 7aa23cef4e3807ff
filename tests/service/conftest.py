import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis
from psycopg import sql

from tests.conftest import POSTGRES, REDIS
from tests.service.installation import Installation

# Redis has sixteen databases: the last ones are for brokers, one for each run of these tests at a time.
BROKERS = range(10, 16)
CLAIM = "criccone:claimed-by-tests"
CLAIM_SECONDS = 900


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a PostgreSQL database with every migration in, to make copies of."""
    name = f"criccone_service_{os.getpid()}"
    _drop_and_create(name)
    try:
        Installation(tmp_path_factory.mktemp("migrated"), _url(name)).manage("migrate", "-v0")
        yield name
    finally:
        _drop_and_create(name, create=False)


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
def service(migrated: str, broker: str, tmp_path: Path) -> Iterator[Installation]:
    """A fresh installation in service mode; its workers are the test's to start."""
    name = f"{migrated}_copy"
    _drop_and_create(name, template=migrated)
    yield Installation(tmp_path, _url(name), broker)
    _drop_and_create(name, create=False)


@pytest.fixture(scope="session")
def embedded_start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a migrated SQLite file, to make copies of."""
    folder = tmp_path_factory.mktemp("embedded")
    Installation(folder, f"sqlite:///{folder / 'criccone.sqlite3'}").manage("migrate", "-v0")
    return folder


@pytest.fixture
def embedded(embedded_start: Path, tmp_path: Path) -> Installation:
    """A fresh installation as the laptop of a club has it."""
    folder = tmp_path / "embedded"
    shutil.copytree(embedded_start, folder)
    return Installation(folder, f"sqlite:///{folder / 'criccone.sqlite3'}")


def _url(name: str) -> str:
    return urlsplit(POSTGRES)._replace(path=f"/{name}").geturl()


def _drop_and_create(name: str, *, create: bool = True, template: str = "template1") -> None:
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        if create:
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                    sql.Identifier(name), sql.Identifier(template)
                )
            )
