"""Installations to measure: a laptop's, with SQLite, and a server's, with PostgreSQL, Redis, a Celery worker
and two web processes.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from benchmarks.process import ROOT, free_port, wait_for_port

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("BENCH_REDIS_URL", "redis://127.0.0.1:6379/9")
WEB_PROCESSES = "2"


def missing() -> list[str]:
    """The services of service mode that do not answer here, by name and address."""
    services = {"PostgreSQL": POSTGRES, "Redis": REDIS}
    return [f"{name} at {url}" for name, url in services.items() if not _answers(url)]


def _answers(url: str) -> bool:
    where = urlsplit(url)
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((where.hostname or "", where.port or 0)) == 0


@contextmanager
def service(folder: Path) -> Iterator[tuple[dict[str, str], int]]:
    """The environment of a running installation, and its port; everything is removed afterwards."""
    with own_database() as database, _running({**os.environ, **_own(folder, database)}) as running:
        yield running


@contextmanager
def embedded(folder: Path) -> Iterator[tuple[dict[str, str], int]]:
    """The environment of a running installation as a club has it on a laptop, and its port."""
    environment = {**os.environ, "CRICCONE_DATA": str(folder / "data"), "STATIC_ROOT": str(folder / "static")}
    port = free_port()
    process = _started(environment, ["manage.py", "serve", "--port", str(port)])
    try:
        wait_for_port(port)
        yield environment, port
    finally:
        process.terminate()
        process.wait()


@contextmanager
def own_database() -> Iterator[str]:
    """The address of an empty database on PostgreSQL, which is removed afterwards."""
    name = f"criccone_bench_{os.getpid()}"
    with psycopg.connect(POSTGRES, autocommit=True) as postgres:
        postgres.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlsplit(POSTGRES)._replace(path=f"/{name}").geturl()
        finally:
            postgres.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def shell(environment: dict[str, str], script: str) -> str:
    """The output of a few lines of Python inside the installation."""
    return _manage(environment, "shell", "--no-imports", "-c", script)


def _own(folder: Path, database: str) -> dict[str, str]:
    return {
        "DATABASE_URL": database,
        "REDIS_URL": REDIS,
        "CRICCONE_DATA": str(folder / "data"),
        "STATIC_ROOT": str(folder / "static"),
    }


@contextmanager
def _running(environment: dict[str, str]) -> Iterator[tuple[dict[str, str], int]]:
    _manage(environment, "migrate", "-v0")
    _manage(environment, "collectstatic", "--noinput", "-v0")
    port = free_port()
    web = ["-m", "uvicorn", "criccone.asgi:application", "--port", str(port), "--workers", WEB_PROCESSES]
    web += ["--http", "criccone.connections:BoundedProtocol", "--ws", "none"]
    web += ["--timeout-graceful-shutdown", "2"]
    worker = ["-m", "celery", "-A", "criccone", "worker", "--loglevel", "error", "--concurrency", "2"]
    processes = [_started(environment, [*web, "--log-level", "error"]), _started(environment, worker)]
    try:
        wait_for_port(port)
        yield environment, port
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def _started(environment: dict[str, str], words: list[str]) -> subprocess.Popen[bytes]:
    """A process whose log, with a line for each request, goes to a file beside its data."""
    with Path(environment["CRICCONE_DATA"]).with_name("processes.log").open("ab") as log:
        return subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment, stdout=log, stderr=log)  # noqa: S603


def _manage(environment: dict[str, str], *words: str) -> str:
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout.strip()
