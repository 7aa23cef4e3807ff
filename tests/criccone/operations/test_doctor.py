"""`doctor` finds each fault, says what to do in both languages, and its status tells scripts of it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from club.backups import places
from club.models import Club
from criccone import health
from criccone.operations import doctor, safety
from tests.service.installation import ROOT, Installation, on_sqlite

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def well(settings: Settings, tmp_path: Path) -> Iterator[Settings]:
    """An installation without a fault."""
    settings.BACKUP_DIR, settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path, tmp_path / "static"
    (tmp_path / "static" / "css").mkdir(parents=True)
    (tmp_path / "static" / "css" / "site.css").touch()
    a_backup(tmp_path)
    return settings


def a_backup(folder: Path, age: timedelta = timedelta()) -> None:
    (folder / places.file_name(timezone.now() - age, is_sealed=False)).touch()


def faults() -> list[doctor.Finding]:
    found = [finding for finding in doctor.findings() if finding.fault]
    assert all(finding.remedy for finding in found), "each fault has a remedy"
    return found


def test_a_good_installation_has_no_fault() -> None:
    assert faults() == []
    assert len(list(doctor.findings())) >= 9


def fault(*said: str) -> None:
    [found] = faults()
    assert all(word in f"{found.part}: {found.fault} {found.remedy}" for word in said), found


def test_a_folder_that_cannot_be_written_is_found(well: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_given: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor.tempfile, "TemporaryFile", refused)
    fault("Cartella dei dati", "non si può scrivere: permesso negato", "CRICCONE_DATA")


def test_a_full_disk_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_DISK", 2**60)
    fault("Disco", "Fai posto")


def test_a_database_that_does_not_answer_is_found_and_nothing_is_asked_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health, "database_answers", lambda: False)
    monkeypatch.setattr(doctor, "_broken_pages", str)
    fault("Base dati", "non risponde", "DATABASE_URL")


def test_missing_migrations_and_a_newer_database_are_found() -> None:
    with connection.cursor() as cursor:
        newest = "(SELECT MAX(name) FROM django_migrations WHERE app = 'club')"
        cursor.execute(f"DELETE FROM django_migrations WHERE app = 'club' AND name = {newest}")  # noqa: S608
    fault("Tabelle", "upgrade")
    with connection.cursor() as cursor:
        row = "('club', '9999_new', CURRENT_TIMESTAMP)"
        cursor.execute(f"INSERT INTO django_migrations (app, name, applied) VALUES {row}")  # noqa: S608
    fault("Tabelle", "più nuova", "Aggiorna")


def test_a_clock_set_back_is_found(well: Settings) -> None:
    a_backup(Path(well.BACKUP_DIR), -timedelta(hours=1))
    fault("Orologio", "indietro", "NTP")


def test_a_clock_unlike_the_databases_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_database_time", lambda: timezone.now() + timedelta(minutes=5))
    fault("Orologio", "base dati", "NTP")


def test_redis_away_is_found_and_worker_and_beat_are_not_asked_for(well: Settings) -> None:
    well.REDIS_URL, well.BEHIND_HTTPS = "redis://127.0.0.1:1/0", True
    well.SITE_URL, well.SECRET_KEY = "https://torneo.example.org", os.urandom(40).hex()
    fault("Redis", "REDIS_URL")


@pytest.mark.redis
def test_a_missing_worker_beat_and_https_are_found(well: Settings) -> None:
    from tests.conftest import REDIS

    well.REDIS_URL, well.SECRET_KEY = REDIS, os.urandom(40).hex()
    parts = [found.part for found in faults()]
    assert parts == ["Chi lavora in coda (worker)", "Chi dà il tempo (beat)", "https"]


def test_a_mail_server_that_does_not_accept_is_found(well: Settings) -> None:
    well.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    well.EMAIL_HOST, well.EMAIL_PORT = "127.0.0.1", 1
    fault("Posta", "127.0.0.1", "ConnectionRefusedError", "EMAIL_URL")


def test_without_a_mail_server_it_says_where_letters_are(well: Settings) -> None:
    well.EMAIL_BACKEND = "criccone.filebased.EmailBackend"
    [mail] = [found for found in doctor.findings() if found.part == "Posta"]
    assert (mail.fault, well.EMAIL_FILE_PATH in mail.note) == ("", True)


def test_missing_late_and_troubled_backups_are_found(well: Settings) -> None:
    folder = Path(well.BACKUP_DIR)
    places.store_state(places.State(second="/mnt/stick", second_trouble="away"))
    fault("Copie di sicurezza", "chiavetta")
    (folder / places.STATE_FILE).unlink()
    for backup in folder.glob("*.zip"):
        backup.unlink()
    [missing] = [found for found in doctor.findings() if found.part == "Copie di sicurezza"]
    assert (missing.fault, "da sé" in missing.note) == ("", True), "there is nothing to keep yet"
    Club.objects.create(name="Circolo Mazzini", slug="circolo-mazzini")
    fault("Copie di sicurezza", "nessuna", "backup")
    a_backup(folder, timedelta(hours=30))
    fault("Copie di sicurezza", "l'ultima è di", "backup")


def test_missing_files_are_found(well: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.rmtree(well.STATIC_ROOT)
    fault("File delle pagine", "collectstatic")
    (tmp_path / "static" / "css").mkdir(parents=True)
    (tmp_path / "static" / "css" / "site.css").touch()
    monkeypatch.setattr(doctor, "FONTS", tmp_path)
    fault("Caratteri", "Installa di nuovo")


def test_an_unsafe_configuration_is_found(well: Settings) -> None:
    well.BEHIND_HTTPS, well.SITE_URL = True, "https://torneo.example.org"
    well.SECRET_KEY = "put-a-long-random-secret-here"
    assert safety.faults()
    fault("Sicurezza", "SECRET_KEY", "openssl")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file of SQLite")
def test_a_database_in_a_folder_that_is_missing_is_not_called_damaged(tmp_path: Path) -> None:
    file = tmp_path / "missing" / "criccone.sqlite3"
    done = run(Installation(tmp_path, f"sqlite:///{file}"), "it_IT.UTF-8")
    assert f"Base dati: la cartella {file.parent} non c'è." in done.stdout
    assert ("rovinato" in done.stdout, done.stderr) == (False, "")


def test_a_missing_key_of_the_logs_is_found(well: Settings, tmp_path: Path) -> None:
    well.LOG_SIGNING_KEY = str(tmp_path / "log-key.pem")
    fault("Firma dei registri", "log-key.pem", "openssl")


# --- The command ----------------------------------------------------------------------------------------


def run(here: Installation, language: str) -> subprocess.CompletedProcess[str]:
    environment = here.environment(LANG=language, STATIC_ROOT=str(here.data / "static"))
    return subprocess.run(
        [sys.executable, "manage.py", "doctor"], cwd=ROOT, env=environment, capture_output=True, text=True
    )


@pytest.mark.slow
def test_the_command_ends_with_1_on_faults_and_speaks_the_language_of_the_environment(tmp_path: Path) -> None:
    here = on_sqlite(tmp_path)
    english, italian = run(here, "en_GB.UTF-8"), run(here, "it_IT.UTF-8")
    assert (english.returncode, italian.returncode) == (1, 1)
    assert "  ok  Backups: the first one is made by itself" in english.stdout
    assert "  NO  File delle pagine: non sono in" in italian.stdout
    assert re.search(r"(?m)^Faults: 1\.$", english.stdout)

    assert "backup" in here.manage("backup")
    here.collect_static(here.data / "static", "js", "vendor", "img")
    mended = run(here, "en_GB.UTF-8")
    assert (mended.returncode, mended.stdout.splitlines()[-1]) == (0, "All is well."), mended.stdout


@pytest.mark.slow
def test_a_damaged_file_is_found_in_a_sentence(tmp_path: Path) -> None:
    here = on_sqlite(tmp_path)
    file = tmp_path / "criccone.sqlite3"
    whole = bytearray(file.read_bytes())
    whole[4096 * 20 : 4096 * 200] = b"\xff" * (4096 * 180)
    for damaged in (bytes(whole), b"no database at all" * 1000):
        file.write_bytes(damaged)
        for beside in tmp_path.glob("criccone.sqlite3-*"):
            beside.unlink()
        done = run(here, "en_GB.UTF-8")
        assert "  NO  Database: the file is damaged: " in done.stdout, done.stdout
        assert "restore" in done.stdout
        assert (done.returncode, done.stderr) == (1, "")
