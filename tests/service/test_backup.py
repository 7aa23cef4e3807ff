"""A whole installation backed up while it runs, and restored in another one, on SQLite and on PostgreSQL."""

import json
import shutil
import sqlite3
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

import environ
import psycopg
import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from club.backups.contents import Contents, contents_of, copy_opened
from tests import upgrades
from tests.service.installation import Installation, left_by, on_postgres, on_sqlite

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("service")]

PASSPHRASE = "sette mazzi di carte bolognesi"

CLUB = "from club.models import Club; Club.objects.create(name='Circolo di prima', slug='prima')"

Make = Callable[[str], Installation]


@pytest.fixture(autouse=True)
def _reads_installations(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


@contextmanager
def installed(kind: str, folder: Path) -> Iterator[Installation]:
    """A fresh installation on that kind of database."""
    folder.mkdir()
    with nullcontext(on_sqlite(folder)) if kind == "sqlite" else on_postgres(folder) as here:
        yield here


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def make(kind: str, tmp_path: Path) -> Iterator[Make]:
    """Makes fresh installations on one kind of database."""
    with ExitStack() as stack:
        yield lambda name: stack.enter_context(installed(kind, tmp_path / name))


@pytest.fixture(scope="module")
def played(kind: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation with an evening, for tests that only read it."""
    with installed(kind, tmp_path_factory.mktemp("played") / "played") as there:
        there.play(pairs=4, turns=2, seed=5)
        yield there


@pytest.fixture(scope="module")
def backup(played: Installation) -> Path:
    """A backup of that evening, made while another program wrote."""
    with written_to(played):
        return backed_up(played)


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


def contents(of: Installation) -> Contents:
    """The rows and logs of an installation, read by this process."""
    config = {"default": environ.Env.db_url_config(of.database)}
    [settings] = connections.configure_settings(config).values()
    with copy_opened(settings) as alias:
        return contents_of(alias)


def backed_up(of: Installation, *words: str) -> Path:
    of.manage("backup", *words)
    return max((of.data / "backups").glob("criccone-*"))


def refused(by: Installation, *words: str, stdin: str = "", **changed: str) -> str:
    """The sentence with which `manage.py` fails, which is one line."""
    done = by.command(*words, typed=stdin, **changed)
    assert done.returncode != 0, done.stdout
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


def told(by: Path) -> dict[str, Any]:
    """The contents that a backup's manifest tells."""
    with zipfile.ZipFile(by) as archive:
        told: dict[str, Any] = json.loads(archive.read("manifest.json"))["contents"]
    return told


def test_what_is_restored_has_the_same_rows_and_chains(make: Make, backup: Path):
    here = make("here")
    assert backup.stat().st_mode & 0o777 == 0o600
    here.manage("restore", str(backup))
    restored = contents(here)
    assert asdict(restored) == told(backup)
    assert restored.broken == []
    pairs = restored.tables["django_session"]
    assert pairs >= 40
    assert pairs % 2 == 0  # no transaction was cut in two
    assert restored.tables["tournaments_deal"] > 0
    assert here.run("from tournaments.models import Tournament; print(Tournament.objects.count())") == "1"


def test_an_installation_with_data_is_replaced_only_when_told_so(make: Make, backup: Path):
    here = make("here")
    here.run(CLUB)
    before = contents(here)
    assert "--force" in refused(here, "restore", str(backup))
    assert contents(here) == before
    said = here.manage("restore", str(backup), "--force")
    assert asdict(contents(here)) == told(backup)
    former = said.split("I dati di prima sono in ")[1].strip().rstrip(".")
    assert contents(Installation(here.data, _address_of(here, former))) == before


def _address_of(here: Installation, former: str) -> str:
    if here.database.startswith("sqlite"):
        return f"sqlite:///{former}"
    return here.database.rpartition("/")[0] + f"/{former}"


#: For what is the same on every database.
on_sqlite_alone = pytest.mark.parametrize("kind", ["sqlite"], indirect=True, scope="module")


@on_sqlite_alone
def test_an_altered_backup_is_refused_and_nothing_changes(make: Make, backup: Path, tmp_path: Path):
    here, altered = make("here"), tmp_path / "altered.zip"
    before, body = contents(here), bytearray(backup.read_bytes())
    with zipfile.ZipFile(backup) as archive:
        largest = max(archive.infolist(), key=lambda member: member.compress_size)
    # In the middle of its data, and more than one bit: nobody reads those between two blocks.
    middle = largest.header_offset + 1000 + largest.compress_size // 2
    body[middle : middle + 64] = bytes(64)
    altered.write_bytes(body)
    assert "alterata" in refused(here, "restore", str(altered))
    altered.write_bytes(body[: len(body) // 2])
    assert "copia di sicurezza intera" in refused(here, "restore", str(altered))
    assert contents(here) == before
    assert not [path.name for path in here.data.iterdir() if path.name.startswith(".")]


def test_a_backup_whose_rows_are_not_those_of_its_manifest_is_refused(
    make: Make, backup: Path, tmp_path: Path
):
    here, other = make("here"), tmp_path / "other.zip"
    with zipfile.ZipFile(backup) as archive, zipfile.ZipFile(other, "w") as changed:
        for name in archive.namelist():
            body = archive.read(name)
            if name == "manifest.json":
                manifest = json.loads(body)
                manifest["contents"]["tables"]["tournaments_deal"] += 1
                body = json.dumps(manifest).encode()
            changed.writestr(name, body)
    assert "alterata" in refused(here, "restore", str(other))
    assert contents(here).tables["tournaments_deal"] == 0


def test_a_backup_of_a_newer_program_is_refused_in_a_sentence(make: Make):
    there = make("there")
    with connected(there) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('tournaments', '9999_to_come', '2030-01-01 00:00:00+00:00')"
        )
    assert "aggiorna il programma" in refused(make("here"), "restore", str(backed_up(there)))


def test_a_backup_of_an_older_program_is_restored_and_then_migrated(make: Make, kind: str, tmp_path: Path):
    here = make("here")
    with left_by(upgrades.VERSIONS[-2], kind, tmp_path) as there:
        before = contents(there)
        here.manage("restore", str(backed_up(there)))
    here.manage("migrate", "-v0")
    after = contents(here)
    assert sum(map(len, after.migrations.values())) > sum(map(len, before.migrations.values()))
    assert after.logs == before.logs
    kept = ("club_person", "tournaments_deal")
    assert [after.tables[name] for name in kept] == [before.tables[name] for name in kept]


@on_sqlite_alone
def test_an_encrypted_backup_opens_with_its_passphrase_alone(
    make: Make, played: Installation, tmp_path: Path
):
    here, words = make("here"), tmp_path / "words"
    words.write_text(PASSPHRASE + "\n")
    played.manage("backup", "--passphrase-file", str(words))
    [encrypted] = (played.data / "backups").glob("criccone-*.age")
    wrong = refused(here, "restore", str(encrypted), "--passphrase-stdin", stdin="un'altra frase segreta\n")
    assert "la frase segreta non è questa" in wrong
    here.manage("restore", str(encrypted), "--passphrase-file", str(words))
    assert contents(here) == contents(played)


def test_a_database_in_use_is_not_replaced(make: Make, backup: Path):
    here = make("here")
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
