"""The folders of backups: which files stay in them, the age of the newest, and what went wrong."""

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.backups.backup_file import BUFFER, whole_file

NAME: Final = re.compile(r"criccone-(\d{8}T\d{6}Z)\.zip(?:\.age)?")
TIME: Final = "%Y%m%dT%H%M%SZ"
STATE_FILE: Final = "state.json"
#: `user@host:folder`, or a name of ssh's configuration; a Windows drive has one letter.
REMOTE: Final = re.compile(r"[^/\\]{2,}:.*")
#: Seconds for a copy to another host.
REMOTE_SECONDS: Final = 240
#: All backups up to this age stay; up to each age of RULES, the last one of each period.
ALL: Final = timedelta(hours=1)
RULES: Final[tuple[tuple[timedelta, Callable[[datetime], object]], ...]] = (
    (timedelta(days=1), lambda made: (made.date(), made.hour)),
    (timedelta(days=30), lambda made: made.date()),
    (timedelta(days=365), lambda made: (made.year, made.month)),
)


class SecondPlaceAway(Exception):
    """The second place cannot be written; `code` says how, the message why."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(why)
        self.code = code


@dataclass(frozen=True)
class State:
    """The outcome of the last run, as the pages read it."""

    #: Why the last backup failed; empty if it did not.
    trouble: str = ""
    #: The second place; empty without one.
    second: str = ""
    #: The time of the last backup there, in ISO 8601.
    second_at: str = ""
    #: Why it could not be written: "away", "empty" or "failed", and the system's own words.
    second_trouble: str = ""
    second_why: str = ""


def own_folder() -> Path:
    """The installation's folder of backups, which is made when it is missing."""
    folder = Path(settings.BACKUP_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def file_name(made: datetime, *, is_sealed: bool) -> str:
    return f"criccone-{made.astimezone(UTC):{TIME}}.zip{'.age' if is_sealed else ''}"


def backups_in(folder: Path) -> dict[datetime, Path]:
    """The backups in a folder by their time, the oldest first. Raises OSError."""
    return {made: folder / name for made, name in by_time(path.name for path in folder.iterdir()).items()}


def by_time(names: Iterable[str]) -> dict[datetime, str]:
    """The names of backups among these by their time, the oldest first."""
    matches = ((NAME.fullmatch(name), name) for name in names)
    times = {datetime.strptime(match[1], TIME).replace(tzinfo=UTC): name for match, name in matches if match}
    return dict(sorted(times.items()))


def latest() -> datetime | None:
    """The time of the newest backup in the installation's own folder."""
    try:
        return max(backups_in(Path(settings.BACKUP_DIR)), default=None)
    except OSError:
        return None


def kept(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """The backups that stay.

    These are all of the last hour, then the last one of each hour for a day, of each day for 30 days, and of
    each month for a year. The newest stays however old it is.
    """
    in_order = sorted(times)
    stay = {made for made in in_order if now - made <= ALL} | set(in_order[-1:])
    for age, period in RULES:
        last_of = {period(made): made for made in in_order if now - made <= age}
        stay |= set(last_of.values())
    return stay


def outdated(times: Iterable[datetime], now: datetime) -> list[datetime]:
    """The backups that the rule does not keep. Days and hours are the local ones."""
    in_order = sorted(times)
    stay = kept([made.astimezone(now.tzinfo) for made in in_order], now)
    return [made for made in in_order if made not in stay]


def prune(folder: Path, now: datetime) -> None:
    """Deletes the backups that the rule does not keep."""
    backups = backups_in(folder)
    for made in outdated(backups, now):
        backups[made].unlink(missing_ok=True)


def copy_to_second(now: datetime, *, by_hand: bool = False) -> None:
    """Copies the newest backup to the second place, and prunes there. Raises SecondPlaceAway.

    Refused, unless `by_hand`, if the place had backups and has none now: the stick was probably pulled out,
    and its mount point is an empty folder. Pruning counts the backups in the place itself, so those of a lost
    installation stay.
    """
    to = settings.BACKUP_TO
    place = Host(to) if REMOTE.fullmatch(to) else Folder(Path(to))
    own = backups_in(own_folder())
    newest = max(own)
    try:
        there = by_time(place.names())
        known = state()
        if not there and known.second == to and known.second_at and not by_hand:
            raise SecondPlaceAway("empty")
        if newest not in there:
            place.copy(own[newest])
        there[newest] = own[newest].name
        if old := outdated(there, now):
            place.delete([there[made] for made in old])
    except FileNotFoundError as away:
        raise SecondPlaceAway("away") from away
    except OSError as wrong:
        raise SecondPlaceAway("failed", wrong.strerror or str(wrong)) from wrong


@dataclass(frozen=True)
class Folder:
    """A second place on this machine. Its methods raise OSError."""

    path: Path

    def names(self) -> list[str]:
        return [path.name for path in self.path.iterdir()]

    def copy(self, backup: Path) -> None:
        with backup.open("rb") as stream, whole_file(self.path / backup.name) as out:
            shutil.copyfileobj(stream, out, BUFFER)

    def delete(self, names: list[str]) -> None:
        for name in names:
            # Another host that copies to the same folder may have deleted it.
            (self.path / name).unlink(missing_ok=True)


@dataclass(frozen=True)
class Host:
    """A second place on another host, which rsync reaches by ssh. Its methods raise SecondPlaceAway."""

    address: str

    @property
    def folder(self) -> str:
        return f"{self.address.rstrip('/')}/"

    def names(self) -> list[str]:
        listed = self._rsync("--list-only", "--include=criccone-*", "--exclude=*", self.folder)
        return [line.split()[-1] for line in listed.splitlines() if line]

    def copy(self, backup: Path) -> None:
        self._rsync("--times", "--chmod=F600", str(backup), self.folder)

    def delete(self, names: list[str]) -> None:
        """Deletes these names by synchronising with an empty folder."""
        with tempfile.TemporaryDirectory() as empty:
            only = [f"--include={name}" for name in names]
            self._rsync("--dirs", "--delete", *only, "--exclude=*", f"{empty}/", self.folder)

    def _rsync(self, *words: str) -> str:
        program = shutil.which("rsync")
        if program is None:
            raise SecondPlaceAway("failed", "rsync")
        by_ssh = ["--timeout=60", "--rsh=ssh -o BatchMode=yes -o ConnectTimeout=10"]
        try:
            done = subprocess.run(  # noqa: S603 - the address is the administrator's
                [program, *by_ssh, *words],
                capture_output=True,
                text=True,
                timeout=REMOTE_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise SecondPlaceAway("failed", "rsync") from late
        if done.returncode:
            raise SecondPlaceAway("failed", done.stderr.strip()[:200])
        return done.stdout


def state() -> State:
    """The outcome of the last run, or of a fresh installation if none is stored."""
    try:
        data: dict[str, Any] = json.loads(
            (Path(settings.BACKUP_DIR) / STATE_FILE).read_text(encoding="utf-8")
        )
        return State(**data)
    except (OSError, ValueError, TypeError):
        return State()


def store_state(outcome: State) -> None:
    with whole_file(own_folder() / STATE_FILE) as out:
        out.write(json.dumps(asdict(outcome)).encode())


# The status of the backups, and the sentences about it that pages, commands, logs and the health check share.

#: A running installation makes a backup every night, so an older one is a fault.
LATE: Final = timedelta(hours=26)


@dataclass(frozen=True)
class BackupStatus:
    #: The time of the newest backup; None if there is none.
    latest: datetime | None
    is_late: bool
    #: The sentences about what is wrong, each with its remedy.
    troubles: list[str]


def status(now: datetime | None = None) -> BackupStatus:
    """The status of this installation's backups. Reads two small files and no database."""
    newest, known = latest(), state()
    is_late = newest is not None and (now or timezone.now()) - newest > LATE
    troubles = [known.trouble] if known.trouble else []
    if known.second_trouble:
        troubles.append(second_place_sentence(known.second_trouble, known.second_why))
    return BackupStatus(newest, is_late, troubles)


def health(now: datetime | None = None) -> dict[str, Any]:
    """The backups' part of `/salute/`: the age in minutes (None without any), and whether all is well.

    Trouble with backups does not change the status code, because a container need not restart.
    """
    current, now = status(now), now or timezone.now()
    minutes = int((now - current.latest).total_seconds() // 60) if current.latest else None
    is_well = current.latest is not None and not current.is_late and not current.troubles
    return {"minutes": minutes, "well": is_well}


def moment_in_words(at: str) -> str:
    """The local day and hour of a time in ISO 8601."""
    return date_format(timezone.localtime(datetime.fromisoformat(at)), "j/n/Y H:i")


def broken_logs_sentence(names: list[str]) -> str:
    """The sentence about logs whose chain did not hold in the database itself."""
    return _(
        "Attenzione: nella base dati la catena di un registro si interrompe (%(logs)s), qualcuno l'ha "
        "cambiato. La copia lo riporta com'è."
    ) % {"logs": ", ".join(names[:3])}


def second_place_sentence(code: str, why: str) -> str:
    """The sentence about a second place that has no copy; `code` is that of SecondPlaceAway."""
    if code == "away":
        return _("La seconda copia non si può fare: la cartella non c'è. Rimetti la chiavetta.")
    if code == "empty":
        return _(
            "La seconda copia non si può fare: la cartella, che aveva delle copie, è vuota. Rimetti la "
            "chiavetta; se è nuova, fai una copia a mano con «manage.py backup»."
        )
    return _("La seconda copia non si può fare: %(why)s.") % {"why": why or "?"}
