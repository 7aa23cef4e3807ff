"""The parts of an installation: processes that can be killed and frozen, a small disk, a clock."""

import contextlib
import fcntl
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from tests.service.installation import ROOT, free_port, until

#: Seconds in which a part must answer, and between two looks whether one has ended.
START_SECONDS, LOOK_SECONDS = 60.0, 0.1
#: Seconds before a part that ended by itself is started again, as Docker waits.
PAUSE_SECONDS = 0.5


@dataclass
class Part:
    """A process with its children; whoever watches starts it again when it ends, unless it is held down."""

    name: str
    words: list[str]
    environment: Mapping[str, str]
    log: Path
    #: Whether it answers; called from any thread.
    answers: Callable[[], bool] = lambda: True
    user: str | None = None
    restarts: int = 0
    process: subprocess.Popen[bytes] | None = None
    _is_held_down: bool = True
    _changing: threading.RLock = field(default_factory=threading.RLock)

    def start(self) -> None:
        with self._changing, self.log.open("ab") as out:
            self._is_held_down = False
            self.process = subprocess.Popen(
                self.words,
                env={**self.environment, "PYTHONUNBUFFERED": "1"},
                cwd=ROOT,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
            )

    def kill(self) -> None:
        """SIGKILL for the process and its children; nobody starts it again before `start`."""
        with self._changing:
            self._is_held_down = True
            self._signal(signal.SIGKILL, self._family())
            if self.process:
                self.process.wait()

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP, self._family())

    def thaw(self) -> None:
        self._signal(signal.SIGCONT, self._family())

    def children(self) -> list[psutil.Process]:
        """The processes that do the work, the oldest first."""
        return self._family()[1:]

    def look(self) -> None:
        """Starts it again if it ended by itself."""
        with self._changing:
            if self.process and not self._is_held_down and self.process.poll() is not None:
                self.restarts += 1
                time.sleep(PAUSE_SECONDS)
                self.start()

    def _family(self) -> list[psutil.Process]:
        if self.process is None:
            return []
        try:
            first = psutil.Process(self.process.pid)
            return [first, *first.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    @staticmethod
    def _signal(which: int, processes: list[psutil.Process]) -> None:
        for each in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.send_signal(which)


@contextmanager
def running(parts: list[Part]) -> Iterator[None]:
    """Starts the parts, and again whenever one ends; kills them at the end."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(LOOK_SECONDS):
            for part in parts:
                part.look()

    watcher = threading.Thread(target=watch, daemon=True)
    try:
        for part in parts:
            part.start()
        for part in parts:
            until(part.answers, f"{part.name} never answered: see {part.log}", START_SECONDS)
        watcher.start()
        yield
    finally:
        over.set()
        if watcher.is_alive():
            watcher.join()
        for part in reversed(parts):
            part.thaw()
            part.kill()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


# --- The services -----------------------------------------------------------------------------------------


def missing_programs() -> list[str]:
    """The servers that are not installed here."""
    there = {"redis-server": shutil.which("redis-server"), "postgresql": _postgres_programs()}
    return [name for name, program in there.items() if not program]


def _postgres_programs() -> Path | None:
    """The folder of Debian's newest PostgreSQL."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def redis(folder: Path, logs: Path) -> tuple[Part, str]:
    """A Redis of its own that keeps its queue, as `docker-compose.yml` has it; and its URL."""
    port = free_port()
    folder.mkdir()
    words = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    words += ["--appendonly", "yes", "--save", ""]
    part = Part("redis", words, os.environ, logs / "redis.log", lambda: listens(port))
    return part, f"redis://127.0.0.1:{port}/0"


def postgres(folder: Path, logs: Path) -> tuple[Part, str]:
    """A cluster of its own, which waits for the disk at every commit; and the URL of its first database."""
    programs = _postgres_programs()
    assert programs
    # PostgreSQL refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    folder.mkdir(mode=0o700)
    if user:
        shutil.chown(folder, user, user)
    made = [str(programs / "initdb"), "-D", str(folder), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
    subprocess.run(
        [*made, "--locale", "C.UTF-8", "--no-sync"],
        check=True,
        capture_output=True,
        cwd="/",
        user=user,
        group=user,
        extra_groups=[] if user else None,
    )
    port = free_port()
    settings = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "fsync": "on",
        "shared_buffers": "32MB",
        "max_wal_size": "64MB",
    }
    words = [str(programs / "postgres"), "-D", str(folder)]
    words += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    url = f"postgres://postgres@127.0.0.1:{port}/postgres"

    def answers() -> bool:
        try:
            psycopg.connect(url, connect_timeout=1).close()
        except psycopg.Error:
            return False
        return True

    return Part("postgres", words, os.environ, logs / "postgres.log", answers, user), url


# --- The disk ---------------------------------------------------------------------------------------------

DISK = 600 * 2**20
#: The call that stops an ext4 file system at once, and its flag: neither its log nor its cache is written.
#: (`EXT4_IOC_SHUTDOWN` and `EXT4_GOING_FLAGS_NOLOGFLUSH` of Linux, made for tests of power cuts.)
SHUTDOWN, WITHOUT_FLUSHING = 0x8004587D, 2


class Impossible(Exception):
    """Something that a fault needs cannot be had on this machine, with the reason."""


def run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise Impossible(done.stderr.strip() or f"{words[0]} failed")


@dataclass
class Disk:
    """A file system of its own in the file `image`; `refusal` says why it is only a folder."""

    folder: Path
    image: Path
    refusal: str = ""

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self) -> None:
        """Leaves no room."""
        with self._ballast.open("ab") as out:
            size = DISK
            while size > 512:
                try:
                    os.posix_fallocate(out.fileno(), out.seek(0, os.SEEK_END), size)
                except OSError:
                    size //= 2

    def empty(self) -> None:
        self._ballast.unlink()

    def cut_power(self) -> None:
        """Stops at once: what was not flushed is lost, and whoever goes on has an error. Everything that uses
        it must be killed before `unmount` and `mount`."""
        folder = os.open(self.folder, os.O_RDONLY)
        fcntl.ioctl(folder, SHUTDOWN, struct.pack("I", WITHOUT_FLUSHING))
        os.close(folder)

    def mount(self) -> None:
        run("mount", "-o", "loop", str(self.image), str(self.folder))

    def unmount(self) -> None:
        run("umount", str(self.folder))


@contextmanager
def disk() -> Iterator[Disk]:
    """A small disk of its own if this machine lets us mount one, else a folder; gone afterwards."""
    # Not in pytest's folder, which the user of PostgreSQL cannot enter.
    place = Path(tempfile.mkdtemp(prefix="criccone-chaos-"))
    place.chmod(0o755)
    made = Disk(place / "disk", place / "image")
    made.folder.mkdir()
    try:
        try:
            with made.image.open("wb") as image:
                image.truncate(DISK)
            # No room is kept for root, who would go on writing when others cannot.
            run("mkfs.ext4", "-q", "-F", "-m", "0", str(made.image))
            made.mount()
        except (Impossible, FileNotFoundError) as refused:
            made.refusal = f"no disk can be mounted here: {refused}"
        yield made
    finally:
        # Detached even if a power cut was interrupted, or a process still uses it.
        subprocess.run(["umount", "--lazy", str(made.folder)], capture_output=True)
        shutil.rmtree(place, ignore_errors=True)


# --- The clock --------------------------------------------------------------------------------------------


@dataclass
class Clock:
    """The time of day of the program's processes; PostgreSQL and Redis keep the machine's.

    `refusal` says why it cannot be changed.
    """

    file: Path
    refusal: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    is_back: bool = False

    def set(self, *, back: bool) -> None:
        """An hour back, or right."""
        # Written in place, since the processes have mapped the file.
        with self.file.open("r+b") as out:
            out.write((-3600 if back else 0).to_bytes(8, sys.byteorder, signed=True))
        self.is_back = back


def clock(folder: Path) -> Clock:
    """A clock for processes with its environment; it takes a C compiler."""
    made, library = Clock(folder / "clock"), folder / "clock.so"
    source = Path(__file__).with_name("clock.c")
    try:
        run("cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(source))
    except (Impossible, FileNotFoundError) as refused:
        made.refusal = f"the clock's library cannot be compiled here: {refused}"
        return made
    made.file.write_bytes(bytes(8))
    made.environment = {"LD_PRELOAD": str(library), "CHAOS_CLOCK": str(made.file)}
    return made
