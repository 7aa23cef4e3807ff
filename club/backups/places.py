"""The folders of backups: the installation's own, and a second one that may be away; and which files stay."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from club.backups.backup_file import BUFFER, whole_file

NAME: Final = re.compile(r"criccone-(\d{8}T\d{6}Z)\.zip(?:\.age)?")
TIME: Final = "%Y%m%dT%H%M%SZ"
STATE_FILE: Final = "state.json"
#: `user@host:folder`, or a name of ssh's configuration; a Windows drive has one letter.
REMOTE: Final = re.compile(r"[^/\\]{2,}:.*")
#: Seconds for a copy to another host.
REMOTE_SECONDS: Final = 240
#: All backups of this age stay; up to each age of RULES, the last one of each period stays.
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
    found = ((NAME.fullmatch(path.name), path) for path in folder.iterdir())
    times = {datetime.strptime(match[1], TIME).replace(tzinfo=UTC): path for match, path in found if match}
    return dict(sorted(times.items()))


def latest() -> datetime | None:
    """The time of the newest backup in the installation's own folder."""
    try:
        return max(backups_in(Path(settings.BACKUP_DIR)), default=None)
    except OSError:
        return None


def kept(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """The backups that stay: all of the last hour, then the last one of each hour for a day, of each day for
    30 days, of each month for a year. The newest stays however old it is.
    """
    in_order = sorted(times)
    stay = {made for made in in_order if now - made <= ALL} | set(in_order[-1:])
    for age, period in RULES:
        last_of = {period(made): made for made in in_order if now - made <= age}
        stay |= set(last_of.values())
    return stay


def prune(folder: Path, now: datetime) -> list[Path]:
    """Deletes the backups that the rule does not keep; returns them. Days and hours are the local ones."""
    found = {made.astimezone(now.tzinfo): path for made, path in backups_in(folder).items()}
    stay = kept(found, now)
    gone = [path for made, path in found.items() if made not in stay]
    for path in gone:
        path.unlink()
    return gone


def copy_to_second(now: datetime, *, by_hand: bool = False) -> None:
    """Copies the newest backup to the second place, and prunes there. Raises SecondPlaceAway.

    Unless `by_hand`, refused if the place had backups and has none now: the stick was probably pulled out,
    and the folder under it is empty.
    """
    to = settings.BACKUP_TO
    if REMOTE.fullmatch(to):
        _mirror(to)
        return
    folder = Path(to)
    own = backups_in(own_folder())
    try:
        there = backups_in(folder)
        known = state()
        if not there and known.second == to and known.second_at and not by_hand:
            raise SecondPlaceAway("empty")
        newest = max(own)
        if newest not in there:
            _copy(own[newest], folder)
        prune(folder, now)
    except FileNotFoundError as away:
        raise SecondPlaceAway("away") from away
    except OSError as wrong:
        raise SecondPlaceAway("failed", wrong.strerror or str(wrong)) from wrong


def _copy(path: Path, folder: Path) -> None:
    with path.open("rb") as stream, whole_file(folder / path.name) as out:
        shutil.copyfileobj(stream, out, BUFFER)


def _mirror(to: str) -> None:
    """Makes the folder on another host the same as ours, with rsync over ssh."""
    program = shutil.which("rsync")
    if program is None:
        raise SecondPlaceAway("failed", "rsync")
    words = [program, "--times", "--chmod=F600", "--delete", "--dirs", "--timeout=60"]
    words += ["--include=criccone-*.zip", "--include=criccone-*.zip.age", "--exclude=*"]
    words += ["--rsh=ssh -o BatchMode=yes -o ConnectTimeout=10", f"{own_folder()}/", f"{to.rstrip('/')}/"]
    try:
        done = subprocess.run(  # noqa: S603 - the address is the administrator's
            words, capture_output=True, text=True, timeout=REMOTE_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as late:
        raise SecondPlaceAway("failed", "rsync") from late
    if done.returncode:
        raise SecondPlaceAway("failed", done.stderr.strip()[:200])


def state() -> State:
    """The outcome of the last run; that of a fresh installation if none is stored."""
    try:
        data: dict[str, Any] = json.loads((Path(settings.BACKUP_DIR) / STATE_FILE).read_text())
        return State(**data)
    except (OSError, ValueError, TypeError):
        return State()


def store_state(outcome: State) -> None:
    with whole_file(own_folder() / STATE_FILE) as out:
        out.write(json.dumps(asdict(outcome)).encode())
