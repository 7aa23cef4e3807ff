"""Serving the pages from this machine to the phones in the room."""

import hashlib
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import uvicorn
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.utils.translation import gettext as _

from club.accounts import sessions
from club.background import Repeated
from club.backups import locks
from club.backups.making import keep_backups
from club.handover.archive_writer import forget_old
from club.management.terminal import prepare_database
from club.network import lan_address
from club.privacy.retention import apply_retention
from tournaments.entries.bookings import periodic
from tournaments.players.rating_builds import repair_ratings
from tournaments.standings.builds import repair_standings

# A room full of phones keeps connections open; a stop waits this long for them, then closes them.
GOODBYE_SECONDS = 3
PORTS_TRIED = 20
#: Seconds between two looks at the network.
NETWORK_SECONDS = 10


class NoPort(OSError):
    """Every port tried is taken."""


def prepare(tell: Callable[[str], object] = lambda _sentence: None) -> None:
    """Migrates the database, repeats interrupted builds, deletes expired data, and collects static files if
    any changed. `tell` gets a sentence before each long step.

    Each start repeats builds and deletes data because an embedded installation has no Celery beat.
    """
    prepare_database(tell)
    repair_standings()
    repair_ratings()
    forget_old()
    apply_retention()
    if Path(settings.STATIC_ROOT) == settings.PACKAGE_STATIC:
        return  # gathered when the package was built
    gathered, marker = _static_fingerprint(), Path(settings.STATIC_ROOT) / ".gathered"
    if marker.exists() and marker.read_text(encoding="utf-8") == gathered:
        return  # collecting them again would take seconds at every start
    if [*get_finders()]:
        tell(_("Preparo stili e programmi delle pagine: alcuni secondi…"))
        _collect_static()
    marker.parent.mkdir(parents=True, exist_ok=True)  # not created where there was nothing to collect
    marker.write_text(gathered, encoding="utf-8")


def _collect_static() -> None:
    """Collects static files in another process, because this one would keep the 50 MB that it takes."""
    command = [sys.executable, "-m", "criccone", "collectstatic", "--verbosity", "0", "--no-input"]
    folders = {"CRICCONE_DATA": settings.DATA_DIR, "STATIC_ROOT": settings.STATIC_ROOT}
    environment = {**os.environ, **{name: str(Path(folder).resolve()) for name, folder in folders.items()}}
    subprocess.run(command, env=environment, cwd=settings.BASE_DIR, check=True)  # noqa: S603 - all words are ours


def _static_fingerprint() -> str:
    """A digest of the names, sizes and times of all files to be collected."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            state = Path(storage.path(name)).stat()
            digest.update(f"{name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def free_port(wanted: int) -> int:
    """`wanted`, or the first free port after it. Raises NoPort after some tries."""
    for port in range(wanted, min(wanted + PORTS_TRIED, 65_536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("0.0.0.0", port))  # noqa: S104 - binds as serving will
            except OSError:
                continue
            return port
    last = wanted + PORTS_TRIED - 1
    raise NoPort(_("porte da %(first)s a %(last)s occupate") % {"first": wanted, "last": last})


def addresses(port: int) -> list[str]:
    """The addresses of the pages: from this machine first, then from the phones in the room."""
    numbers = [host for host in settings.ALLOWED_HOSTS if host.replace(".", "").isdecimal()]
    reachable = [host for host in numbers if not host.startswith("127.")]
    return [f"http://{host}:{port}/" for host in ("localhost", *dict.fromkeys(reachable))]


def follow_network() -> bool:
    """Returns True when the machine has another address than before, as after joining another Wi-Fi.

    Printed codes keep the old address; pages, projector and new sheets lead phones to the new one. It becomes
    an allowed host, unless the hosts were chosen at the start.
    """
    address = lan_address()
    if address in ("", settings.LAN_ADDRESS):
        return False
    settings.LAN_ADDRESS = address
    if settings.ALLOWS_OWN_HOSTS and address not in settings.ALLOWED_HOSTS:
        settings.ALLOWED_HOSTS.append(address)
    return True


def _follow_network(port: int, tell: Callable[[str], object]) -> None:
    if follow_network():
        tell(_("La rete è cambiata. Pagine: %(url)s") % {"url": f"http://{settings.LAN_ADDRESS}:{port}/"})


def serve(port: int, tell: Callable[[str], object] = print) -> None:
    """Serves until it is stopped, in one process, on every address of this machine.

    An embedded installation has no Celery beat, so this process also sends periodic letters and makes the
    backups. A backup cannot be restored meanwhile. `tell` gets the new address when the network changes.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER:
        Repeated("network", partial(_follow_network, port, tell), NETWORK_SECONDS).start()
        Repeated("bookings", periodic.tick, periodic.EVERY).start()
        Repeated("backups", keep_backups, periodic.EVERY).start()
        Repeated("tokens", sessions.warn_of_token_ends, sessions.WARNING_EVERY).start()
    with locks.serving():
        uvicorn.run(
            "criccone.asgi:application",
            host="0.0.0.0",  # noqa: S104 - the phones in the room must reach it
            port=port,
            http="criccone.connections:BoundedProtocol",
            ws="none",
            log_level="warning",
            timeout_graceful_shutdown=GOODBYE_SECONDS,
        )
