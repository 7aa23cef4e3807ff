"""A whole installation backed up while it runs, and restored in another one, on SQLite and on PostgreSQL."""

import json
import shutil
import sqlite3
import subprocess
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.service.installation import ROOT, Installation, managing, on_postgres, on_sqlite

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("service")]

PASSPHRASE = "sette mazzi di carte bolognesi"
CHAINS = """
import json
from django.db import connection
from club.backups.contents import contents_of
told = contents_of("default")
print(json.dumps([told.tables, told.logs, told.broken]))
"""

Make = Callable[[str], Installation]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """Makes fresh installations on one kind of database."""
    opened = []

    def made(name: str) -> Installation:
        folder = tmp_path / name
        folder.mkdir()
        if request.param == "sqlite":
            return on_sqlite(folder)
        opened.append(on_postgres(folder))
        return opened[-1].__enter__()

    yield made
    for each in opened:
        each.__exit__(None, None, None)


@contextmanager
def connected(to: Installation) -> Iterator[Any]:
    """A connection of another program; each of its statements is a transaction."""
    if to.database.startswith("sqlite"):
        path = to.database.removeprefix("sqlite:///")
        with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as connection:
            yield connection
    else:
        with psycopg.connect(to.database, autocommit=True) as connection:
            yield connection


PAIR = """
INSERT INTO django_session (session_key, session_data, expire_date)
VALUES ('{0}-a', '', '2030-01-01 00:00:00+00:00'), ('{0}-b', '', '2030-01-01 00:00:00+00:00')
"""


@contextmanager
def written_to(there: Installation) -> Iterator[None]:
    """Another connection writes two rows at a time during the block, and has written some before it."""
    started, over = threading.Event(), threading.Event()

    def write() -> None:
        with connected(there) as connection:
            number = 0
            while not over.is_set():
                connection.execute(PAIR.format(number))
                number += 1
                if number == 20:
                    started.set()

    writer = threading.Thread(target=write)
    writer.start()
    assert started.wait(30)
    try:
        yield
    finally:
        over.set()
        writer.join()


def contents(of: Installation) -> Any:
    return json.loads(of.run(CHAINS))


def backed_up(of: Installation, *words: str) -> Path:
    of.manage("backup", *words)
    return max((of.data / "backups").glob("criccone-*"))


def refused(by: Installation, *words: str, stdin: str = "", **changed: str) -> str:
    """The sentence with which `manage.py` fails, which is one line."""
    done = subprocess.run(
        managing(*words),
        env=by.environment(**changed),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        input=stdin,
    )
    assert done.returncode != 0, done.stdout
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


def test_what_is_restored_has_the_same_rows_and_chains(make: Make):
    there, here = make("there"), make("here")
    there.play(pairs=8, turns=2, seed=5)
    with written_to(there):
        backup = backed_up(there)
    assert backup.stat().st_mode & 0o777 == 0o600
    here.manage("restore", str(backup))
    tables, logs, broken = contents(here)
    with zipfile.ZipFile(backup) as archive:
        told = json.loads(archive.read("manifest.json"))["contents"]
    assert (tables, logs, broken) == (told["tables"], told["logs"], [])
    pairs = tables["django_session"]
    assert pairs >= 40
    assert pairs % 2 == 0  # no transaction was cut in two
    assert tables["tournaments_deal"] > 0
    assert here.run("from tournaments.models import Tournament; print(Tournament.objects.count())") == "1"


def test_an_installation_with_data_is_replaced_only_when_told_so(make: Make):
    there, here = make("there"), make("here")
    there.play(pairs=4, turns=1, seed=5)
    here.play(pairs=6, turns=1, seed=6)
    backup, before = backed_up(there), contents(here)
    assert "--force" in refused(here, "restore", str(backup))
    assert contents(here) == before
    said = here.manage("restore", str(backup), "--force")
    assert contents(here)[:2] == contents(there)[:2]
    former = said.split("I dati di prima sono in ")[1].strip().rstrip(".")
    whole = Installation(here.data, _address_of(here, former))
    assert contents(whole) == before
    if not here.database.startswith("sqlite"):
        with connected(here) as connection:
            connection.execute(f'DROP DATABASE "{former}"')


def _address_of(here: Installation, former: str) -> str:
    if here.database.startswith("sqlite"):
        return f"sqlite:///{former}"
    return here.database.rpartition("/")[0] + f"/{former}"


def test_an_altered_backup_is_refused_and_nothing_changes(make: Make):
    there, here = make("there"), make("here")
    there.play(pairs=4, turns=1, seed=5)
    backup, before = backed_up(there), contents(here)
    body = bytearray(backup.read_bytes())
    body[len(body) // 2] ^= 1
    backup.write_bytes(body)
    assert "alterata" in refused(here, "restore", str(backup))
    backup.write_bytes(body[: len(body) // 2])
    assert "copia di sicurezza intera" in refused(here, "restore", str(backup))
    assert contents(here) == before
    assert not [path.name for path in here.data.iterdir() if path.name.startswith(".")]


def test_a_backup_whose_rows_are_not_those_of_its_manifest_is_refused(make: Make, tmp_path: Path):
    there, here = make("there"), make("here")
    there.play(pairs=4, turns=1, seed=5)
    backup, other = backed_up(there), tmp_path / "other.zip"
    with zipfile.ZipFile(backup) as archive, zipfile.ZipFile(other, "w") as changed:
        for name in archive.namelist():
            body = archive.read(name)
            if name == "manifest.json":
                told = json.loads(body)
                told["contents"]["tables"]["tournaments_deal"] += 1
                body = json.dumps(told).encode()
            changed.writestr(name, body)
    assert "alterata" in refused(here, "restore", str(other))
    assert contents(here)[0]["tournaments_deal"] == 0


def test_a_backup_of_a_newer_program_is_refused_in_a_sentence(make: Make):
    there, here = make("there"), make("here")
    with connected(there) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('tournaments', '9999_to_come', '2030-01-01 00:00:00+00:00')"
        )
    assert "aggiorna il programma" in refused(here, "restore", str(backed_up(there)))


def test_a_backup_of_an_older_program_is_restored_and_then_migrated(make: Make):
    there, here = make("there"), make("here")
    there.manage("migrate", "-v0", "tournaments", "0023")
    with connected(there) as connection:
        connection.execute(PAIR.format(1))
    here.manage("restore", str(backed_up(there)))
    here.manage("migrate", "-v0")
    assert contents(here)[0]["django_session"] == 2


def test_an_encrypted_backup_opens_with_its_passphrase_alone(make: Make, tmp_path: Path):
    there, here = make("there"), make("here")
    there.play(pairs=4, turns=1, seed=5)
    words = tmp_path / "words"
    words.write_text(PASSPHRASE + "\n")
    backup = backed_up(there, "--passphrase-file", str(words))
    assert backup.suffix == ".age"
    wrong = refused(here, "restore", str(backup), "--passphrase-stdin", stdin="un'altra frase segreta\n")
    assert "la frase segreta non è questa" in wrong
    here.manage("restore", str(backup), "--passphrase-file", str(words))
    assert contents(here)[:2] == contents(there)[:2]


def test_a_database_in_use_is_not_replaced(make: Make):
    there, here = make("there"), make("here")
    backup = backed_up(there)
    with connected(here) as connection:
        connection.execute("SELECT COUNT(*) FROM django_session")
        assert "ferma Criccone" in refused(here, "restore", str(backup))


def test_a_program_of_postgresql_that_is_missing_is_named(make: Make, tmp_path: Path):
    there = make("there")
    if there.database.startswith("sqlite"):
        there.manage("backup", PATH="")
    else:
        assert "pg_dump" in refused(there, "backup", PATH=str(tmp_path))


def test_a_copied_file_lacks_what_a_backup_has(embedded: Installation, tmp_path: Path):
    """The reason for the command: rows are in the log ahead of the file until SQLite moves them."""
    with connected(embedded) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute(PAIR.format(1))
        copied = tmp_path / "copied.sqlite3"
        shutil.copy(embedded.data / "criccone.sqlite3", copied)
        backup = backed_up(embedded)
    with closing(sqlite3.connect(copied)) as copy:
        assert copy.execute("SELECT COUNT(*) FROM django_session").fetchone() == (0,)
    with zipfile.ZipFile(backup) as archive:
        assert json.loads(archive.read("manifest.json"))["contents"]["tables"]["django_session"] == 2


def test_a_backup_brings_the_secret_of_its_installation(embedded: Installation, tmp_path: Path):
    """Without it, nobody's second factor opens any more."""
    backup = backed_up(embedded)
    (tmp_path / "new").mkdir()
    new = on_sqlite(tmp_path / "new")
    new.manage("restore", str(backup))
    assert (new.data / "secret").read_text() == (embedded.data / "secret").read_text()
    assert (new.data / "secret").stat().st_mode & 0o777 == 0o600


def test_sqlite_and_postgresql_do_not_take_each_others_backups(
    embedded: Installation, service: Installation
) -> None:
    assert "export_club" in refused(service, "restore", str(backed_up(embedded)))
