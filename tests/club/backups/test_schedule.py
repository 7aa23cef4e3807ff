"""When a backup is made by itself, where it goes, and what the desk says of it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from club.backups import locks, making, places
from club.backups.places import health, status
from club.errors import ClubError, PlaceTaken
from club.history import log
from club.history.log import lock
from club.models import Club
from tests.evening import FourPeople, a_round, a_tournament

NOW = datetime(2026, 11, 22, 21, 0, tzinfo=UTC)


def ago(**span: int) -> datetime:
    return NOW - timedelta(**span)


@pytest.mark.parametrize(
    ("latest", "last_act", "due"),
    [
        pytest.param(None, None, True, id="the first one"),
        pytest.param(ago(minutes=5), ago(minutes=1), True, id="five minutes of an evening"),
        pytest.param(ago(minutes=3), ago(minutes=1), False, id="too soon"),
        pytest.param(ago(minutes=90), ago(minutes=95), False, id="nothing happened since"),
        pytest.param(ago(hours=18), ago(days=3), True, id="a night has passed"),
        pytest.param(ago(hours=16), None, False, id="made after four this morning"),
        pytest.param(ago(hours=-1), ago(minutes=1), True, id="the clock was set back"),
    ],
)
def test_a_backup_is_due(latest: datetime | None, last_act: datetime | None, due: bool):
    assert making.is_due(latest, last_act, NOW) is due


@pytest.fixture
def folder(settings, tmp_path: Path) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    return tmp_path / "backups"


@pytest.fixture
def stick(settings, tmp_path: Path) -> Path:
    settings.BACKUP_TO = str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def dump(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes backups without a database: their making is tested with whole installations."""

    def written(into: Path, _passphrase: str, made: datetime) -> making.Backup:
        path = into / places.file_name(made, is_sealed=False)
        path.write_bytes(b"backup")
        return making.Backup(path, NoContents())  # type: ignore[arg-type]

    class NoContents:
        class contents:  # noqa: N801
            broken: list[str] = []

    monkeypatch.setattr(making, "write_backup", written)


@pytest.mark.django_db
def test_an_empty_installation_makes_none(folder: Path, dump: None):
    making.keep_backups()
    assert places.latest() is None


@pytest.mark.django_db
def test_one_is_made_and_then_none_until_something_is_logged(
    folder: Path, dump: None, club: Club, monkeypatch: pytest.MonkeyPatch
):
    making.keep_backups()
    first = places.latest()
    assert first
    monkeypatch.setattr(making, "EVENING", timedelta())
    making.keep_backups()
    assert list(places.backups_in(folder)) == [first]
    # Seconds make names, so the first is given an older one.
    places.backups_in(folder)[first].rename(
        folder / places.file_name(first - timedelta(seconds=9), is_sealed=False)
    )
    log.write(lock(club.pk), "prova", "club.handed-over")
    making.keep_backups()
    assert len(places.backups_in(folder)) == 2


@pytest.mark.django_db
def test_two_runs_at_once_make_one(folder: Path, dump: None, club: Club, monkeypatch: pytest.MonkeyPatch):
    @contextmanager
    def the_other_run_ends_first(own: Path) -> Iterator[bool]:
        made = timezone.localtime() - timedelta(seconds=1)
        (own / places.file_name(made, is_sealed=False)).write_bytes(b"backup")
        yield True

    monkeypatch.setattr(locks, "backing_up", the_other_run_ends_first)
    making.keep_backups()
    assert len(places.backups_in(folder)) == 1


@pytest.mark.django_db
def test_a_deal_of_an_evening_is_something_logged(club: Club):
    before = making.last_act()
    a_round(a_tournament(club))
    now = making.last_act()
    assert now
    assert before is None or now > before


def test_the_second_place_gets_each_backup_and_the_same_rule(folder: Path, stick: Path, dump: None):
    old = [NOW - timedelta(days=900, minutes=each) for each in (0, 1)]
    for made in old:
        (stick / places.file_name(made, is_sealed=True)).write_bytes(b"old")
    (stick / "other.zip").write_bytes(b"not ours")
    making.back_up()
    assert [path.name for path in stick.iterdir() if path.name != "other.zip"] == [
        path.name for path in places.backups_in(folder).values()
    ]
    assert (stick / "other.zip").exists()
    assert status().troubles == []


def test_a_stick_that_was_pulled_out_is_a_warning_and_gets_its_copy_when_it_is_back(
    folder: Path, stick: Path, dump: None
):
    away = stick.with_name("away")
    stick.rename(away)
    made = making.back_up()
    assert made
    assert "Rimetti la chiavetta" in status().troubles[0]
    away.rename(stick)
    assert making.deliver() is None
    assert (stick / made.path.name).read_bytes() == b"backup"
    assert status().troubles == []


def test_the_empty_folder_under_a_pulled_stick_is_not_taken_for_it(folder: Path, stick: Path, dump: None):
    making.back_up()
    shutil.rmtree(stick)
    stick.mkdir()
    making.deliver()
    assert list(stick.iterdir()) == []
    assert "è vuota" in status().troubles[0]
    making.deliver(by_hand=True)
    assert len(list(stick.iterdir())) == 1
    assert status().troubles == []


def test_what_another_host_deleted_at_the_second_place_is_no_trouble(
    folder: Path, stick: Path, dump: None, monkeypatch: pytest.MonkeyPatch
):
    gone = places.file_name(NOW - timedelta(days=900), is_sealed=False)
    monkeypatch.setattr(places.Folder, "names", lambda _stick: [gone])
    made = making.back_up()
    assert made
    assert made.away is None
    assert [path.name for path in stick.iterdir()] == [made.path.name]


#: Stands for ssh: what would run on the other host runs here.
SSH = """#!/bin/sh
while [ "$1" = -o ] || [ "$1" = -l ]; do shift 2; done
shift
exec "$@"
"""


@pytest.fixture
def host(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of another host."""
    if shutil.which("rsync") is None:
        pytest.skip("rsync is not installed here")
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "ssh").write_text(SSH)
    (programs / "ssh").chmod(0o700)
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    (tmp_path / "host").mkdir()
    settings.BACKUP_TO = f"club@other-host:{tmp_path / 'host'}"
    return tmp_path / "host"


def test_another_host_gets_each_backup_and_keeps_those_of_an_installation_that_was_lost(
    folder: Path, host: Path, dump: None
):
    month, year = (timezone.localtime() - timedelta(days=days) for days in (40, 400))
    lost, outdated = (host / places.file_name(made, is_sealed=True) for made in (month, year))
    for path in (lost, outdated, host / "other.zip"):
        path.write_bytes(b"of before")
    made = making.back_up()
    assert made
    assert made.away is None
    assert {path.name for path in host.iterdir()} == {lost.name, made.path.name, "other.zip"}
    assert (host / made.path.name).read_bytes() == b"backup"
    assert (host / made.path.name).stat().st_mode & 0o777 == 0o600
    assert status().troubles == []


def test_a_host_without_the_folder_is_a_warning_in_its_own_words(folder: Path, host: Path, dump: None):
    host.rmdir()
    making.back_up()
    assert "No such file or directory" in status().troubles[0]


def test_a_backup_that_fails_is_told_and_leaves_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(making.engines, "dump", full)
    with pytest.raises(ClubError, match="il disco è pieno"):
        making.back_up()
    assert "il disco è pieno" in status().troubles[0]
    assert {path.name for path in folder.iterdir()} == {places.STATE_FILE, locks.BACKUP}


def test_one_backup_or_copy_at_a_time_also_while_the_cache_answers_everybody(
    folder: Path, stick: Path, dump: None
):
    cache.clear()
    with locks.backing_up(places.own_folder()) as is_ours:
        assert is_ours
        assert making.back_up() is None
        assert making.deliver() is None
        assert places.backups_in(folder) == {}
    assert making.back_up()
    shutil.rmtree(stick)
    with locks.backing_up(folder):
        making.deliver()
        assert status().troubles == []


def test_a_killed_backup_does_not_keep_the_next_one_waiting(folder: Path, dump: None):
    places.own_folder()
    holding = "from club.backups import locks; from pathlib import Path; import sys, os\n" + (
        "with locks.backing_up(Path(sys.argv[1])) as is_ours: os._exit(0 if is_ours else 1)"
    )
    assert subprocess.run([sys.executable, "-c", holding, str(folder)], check=False).returncode == 0
    assert making.back_up()


def test_the_health_check_gives_its_age(folder: Path, dump: None):
    assert health() == {"minutes": None, "well": False}
    making.back_up()
    assert health() == {"minutes": 0, "well": True}
    assert health(timezone.now() + timedelta(hours=27)) == {"minutes": 27 * 60, "well": False}


def test_a_damaged_state_is_none(folder: Path):
    folder.mkdir()
    (folder / places.STATE_FILE).write_text(json.dumps({"other": 1}))
    assert status().troubles == []


@pytest.mark.django_db
def test_officers_see_the_age_and_a_pulled_stick(
    folder: Path, stick: Path, dump: None, club: Club, four: FourPeople
):
    desk = four.client("organiser")
    page = f"/circoli/{club.slug}/tornei/"
    assert "Ancora nessuna copia di sicurezza." in _text(desk, page)
    making.back_up()
    assert "Ultima copia di sicurezza: 0\N{NO-BREAK SPACE}minuti fa" in _text(desk, page)
    stick.rename(stick.with_name("away"))
    making.deliver()
    assert "Rimetti la chiavetta" in _text(desk, page)
    tournament = a_tournament(club)
    a_round(tournament)
    assert "Rimetti la chiavetta" in _text(desk, f"/t/{tournament.code}/turni/")


def _text(desk: Client, page: str) -> str:
    answer = desk.get(page, follow=True)
    assert answer.status_code == 200, page
    return answer.content.decode()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the lock is of an embedded installation")
def test_the_pages_being_served_is_seen(settings, tmp_path: Path):
    settings.DATA_DIR = tmp_path
    with locks.serving(), locks.serving(), pytest.raises(PlaceTaken), locks.alone():
        pass
    with locks.alone():
        pass
