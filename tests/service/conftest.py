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

# A database of Redis that no other test uses.
SERVICE_REDIS = urlsplit(REDIS)._replace(path="/10").geturl()


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
def service(migrated: str, tmp_path: Path) -> Iterator[Installation]:
    """A fresh installation in service mode; its workers are the test's to start."""
    name = f"{migrated}_copy"
    _drop_and_create(name, template=migrated)
    broker = redis.Redis.from_url(SERVICE_REDIS)
    broker.flushdb()
    yield Installation(tmp_path, _url(name), SERVICE_REDIS)
    broker.flushdb()
    broker.close()
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
