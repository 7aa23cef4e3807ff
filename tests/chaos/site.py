"""An installation made of parts: in service mode, or as on the laptop of a club."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import psycopg
from redis import Redis
from redis.exceptions import RedisError

from club.background import BEATS
from tests.chaos.parts import Clock, Disk, Part, clock, disk, listens, postgres, redis, running
from tests.service.faulty_link import FaultyLink, link_to
from tests.service.installation import (
    Installation,
    beating,
    free_port,
    on_postgres,
    on_sqlite,
    serving,
    working,
)


@dataclass
class Site:
    """A running installation; `here` reaches its services directly, its processes through the links."""

    here: Installation
    port: int
    web: Part
    disk: Disk
    clock: Clock

    @property
    def parts(self) -> list[Part]:
        """All parts, in the order in which they are started."""
        return [self.web]


@dataclass
class Laptop(Site):
    """One process on SQLite."""

    #: Copies of the files, by the moment of the copy.
    copies: dict[float, Installation] = field(default_factory=dict)

    def copy_files(self, folder: Path) -> None:
        """Copies the files as they are at this moment.

        While the program writes, a copy file by file would be of many moments: the process is stopped for it,
        as for a snapshot of the disk. Such are also the files that a crash leaves.
        """
        moment = time.monotonic()
        self.web.freeze()
        try:
            for path in self.here.data.glob("criccone.sqlite3*"):
                shutil.copy(path, folder)
        finally:
            self.web.thaw()
        self.copies[moment] = Installation(folder, f"sqlite:///{folder / 'criccone.sqlite3'}")


@dataclass
class ServiceSite(Site):
    """Two web processes, a worker, beat, PostgreSQL and Redis."""

    worker: Part
    beat: Part
    postgres: Part
    redis: Part
    to_postgres: FaultyLink
    to_redis: FaultyLink

    @property
    def parts(self) -> list[Part]:
        return [self.postgres, self.redis, self.web, self.worker, self.beat]

    def heartbeat(self) -> bytes | None:
        """The last sign of life of worker and beat together; None while Redis does not answer."""
        try:
            with Redis.from_url(self.here.redis, socket_timeout=1) as asked:
                return asked.get(f":2:{BEATS}")  # type: ignore[return-value]
        except RedisError:
            return None


@contextmanager
def service_mode(logs: Path) -> Iterator[ServiceSite]:
    """A fresh installation on services of its own; the parts write what they say into `logs`."""
    with disk() as small:
        database, database_url = postgres(small.folder / "postgres", logs)
        broker, broker_url = redis(small.folder / "redis", logs)
        data, port, hour = small.folder / "data", free_port(), clock(logs)
        data.mkdir()
        with (
            running([database, broker]),
            link_to(database_url) as to_postgres,
            link_to(broker_url) as to_redis,
        ):
            here = Installation(data, database_url, broker_url)
            _migrate(here)
            linked = replace(here, database=to_postgres.url, redis=to_redis.url)

            def part(name: str, words: list[str]) -> Part:
                return Part(name, words, linked.environment(**hour.environment), logs / f"{name}.log")

            web, worker, beat = (
                part("web", serving(port, 2)),
                part("worker", working()),
                part("beat", beating(data)),
            )
            web.answers = lambda: listens(port)
            with running([web, worker, beat]):
                yield ServiceSite(
                    here, port, web, small, hour, worker, beat, database, broker, to_postgres, to_redis
                )


def _migrate(here: Installation) -> None:
    """Fills the empty database; quickly, with a copy of the one that the tests keep, if there is one."""
    try:
        with on_postgres(here.data) as migrated:
            dumped = subprocess.run(["pg_dump", migrated.database], check=True, capture_output=True).stdout
    except psycopg.OperationalError:
        here.manage("migrate", "-v0")
        return
    subprocess.run(["psql", "-q", here.database], input=dumped, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def laptop(logs: Path) -> Iterator[Laptop]:
    """A fresh installation as on a club's laptop."""
    with disk() as small:
        data, port, hour = small.folder / "data", free_port(), clock(logs)
        data.mkdir()
        here = on_sqlite(data)
        environment = here.environment(**hour.environment)
        web = Part("web", serving(port, 1), environment, logs / "web.log", lambda: listens(port))
        with running([web]):
            yield Laptop(here, port, web, small, hour)
