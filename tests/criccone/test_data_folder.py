"""The data folder: only its owner reads it and what is in it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core import mail
from django.db import connection

from criccone import data_folder
from tests.migrated import sqlite_in
from tests.service.installation import Installation


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    """The umask of most systems, with which new files can be read by everybody."""
    former = os.umask(0o022)
    yield
    os.umask(former)


def _modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}


def test_a_new_folder_is_its_owner_s(tmp_path: Path):
    data_folder.prepare(tmp_path / "data")
    assert _modes(tmp_path / "data") == {"data": 0o700, "LEGGIMI.txt": 0o600}


def test_a_secret_is_made_on_a_stick_without_hard_links(tmp_path: Path, monkeypatch):
    def refused(self: Path, to: Path) -> None:
        raise PermissionError("Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refused)
    made = data_folder.kept_secret(tmp_path)
    assert len(made) > 50
    assert data_folder.kept_secret(tmp_path) == made
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_the_note_warns_of_copying_the_database_alone(tmp_path: Path):
    data_folder.prepare(tmp_path)
    note = (tmp_path / "LEGGIMI.txt").read_text()
    assert "NON COPIARE criccone.sqlite3 DA SOLO" in note
    assert "criccone backup" in note


def test_an_old_folder_that_is_too_open_is_narrowed_with_all_in_it(tmp_path: Path):
    (tmp_path / "mail").mkdir(mode=0o755)
    (tmp_path / "mail" / "one.log").write_text("letter")
    (tmp_path / "criccone.sqlite3").touch()
    tmp_path.chmod(0o755)
    data_folder.prepare(tmp_path)
    data_folder.prepare(tmp_path)
    modes = _modes(tmp_path)
    assert (modes.pop("mail"), modes.pop(tmp_path.name)) == (0o700, 0o700)
    assert set(modes.values()) == {0o600}


def test_the_demo_has_a_folder_of_its_own_unless_one_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CRICCONE_DATA", "")
    usual = data_folder.chosen()
    data_folder.choose_for_demo()
    assert data_folder.chosen() == usual / "demo"
    monkeypatch.setenv("CRICCONE_DATA", "/elsewhere")
    data_folder.choose_for_demo()
    assert data_folder.chosen() == Path("/elsewhere")


def test_letters_as_files_are_their_owner_s(settings, tmp_path: Path):
    settings.EMAIL_BACKEND = "criccone.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    mail.send_mail("Invito", "https://…", None, ["anna@example.org"])
    modes = _modes(tmp_path / "mail")
    assert modes.pop("mail") == 0o700
    assert list(modes.values()) == [0o600]


@pytest.mark.slow
def test_everything_that_an_installation_writes_is_its_owner_s(tmp_path: Path):
    data = tmp_path / "data"
    there = Installation(data, f"sqlite:///{data / 'criccone.sqlite3'}")
    data.mkdir()
    sqlite_in(data)
    there.run("")
    with closing(sqlite3.connect(data / "criccone.sqlite3")) as open_file:
        open_file.execute("SELECT COUNT(*) FROM club_club").fetchone()  # keeps the log and its index
        there.run("from django.core.mail import send_mail; send_mail('a', 'b', None, ['a@example.org'])")
        there.manage("backup")
        modes = _modes(data)
    folders = {modes.pop(name) for name in ("data", "mail", "backups")}
    assert folders == {0o700}
    assert {"secret", "criccone.sqlite3", "criccone.sqlite3-wal", "criccone.sqlite3-shm"} <= modes.keys()
    assert {name: mode for name, mode in modes.items() if mode != 0o600} == {}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file of SQLite")
def test_a_missing_folder_is_not_made_for_a_database(tmp_path: Path):
    data_folder.private_file(tmp_path / "missing" / "criccone.sqlite3")
    assert list(tmp_path.iterdir()) == []
