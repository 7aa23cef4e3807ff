"""Damaged and altered backups are refused before anything is replaced."""

import io
import json
import zipfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from hypothesis import given

from club.backups import making
from club.backups.backup_file import MANIFEST, MOST_OF_SECRET, SECRET, opened_backup
from club.backups.restoring import _verify_fit
from club.errors import ArchiveRefused
from club.models import Club
from tests.damaged import damaged_bytes, damaged_json
from tests.evening import a_club
from tests.samples import drawn

pytestmark = pytest.mark.django_db

unhurried = drawn(3000, 40)


@pytest.fixture
def body(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A backup whose database is some bytes."""
    a_club()
    monkeypatch.setattr(
        making.engines, "dump", lambda out, _drafts: (out.write(b"rows" * 1000), _contents())[1]
    )
    monkeypatch.setattr(making, "_secret", lambda: "secret" * 8)
    return making.write_backup(tmp_path, "", making.timezone.localtime()).path.read_bytes()


def _contents() -> making.engines.Contents:
    log = f"club.clublogentry:{Club.objects.get().pk}"
    return making.engines.Contents({"club_club": 1}, {"club": ["0001_initial"]}, {log: [3, "ab" * 32]}, [])


def read(body: bytes, folder: Path) -> dict[str, Any]:
    """All that a restore reads before it replaces anything. Raises ArchiveRefused."""
    path, target = folder / "given.zip", folder / "database"
    path.write_bytes(body)
    with opened_backup(path) as backup:
        _verify_fit(backup.manifest)
        backup.unpack(target)
        assert target.stat().st_size == backup.manifest.size
        assert backup.manifest.rows >= 0
        return {**asdict(backup.manifest), "secret": backup.secret(), "read": target.read_bytes()}


def with_file(body: bytes, name: str, text: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for each in old.namelist():
            new.writestr(each, text if each == name else old.read(each))
    return made.getvalue()


def test_bytes_that_are_changed_are_refused_or_change_nothing(body: bytes, tmp_path: Path) -> None:
    whole = read(body, tmp_path)

    @given(damaged_bytes(body))
    @unhurried
    def ask(damaged: bytes) -> None:
        with suppress(ArchiveRefused):
            assert read(damaged, tmp_path) == whole

    ask()


def test_a_manifest_that_is_changed_is_refused_or_makes_sense(body: bytes, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        manifest = json.loads(archive.read(MANIFEST))

    @given(damaged_json(manifest))
    @unhurried
    def ask(damaged: Any) -> None:
        with suppress(ArchiveRefused):
            told = read(with_file(body, MANIFEST, json.dumps(damaged).encode()), tmp_path)
            assert told["read"] == b"rows" * 1000

    ask()


def test_a_database_that_grows_is_read_no_further_than_its_manifest_says(body: bytes, tmp_path: Path) -> None:
    bomb = with_file(body, making.engines.FILES[connection.vendor], b"\0" * 100 * 2**20)
    with pytest.raises(ArchiveRefused):
        read(bomb, tmp_path)
    assert (tmp_path / "database").stat().st_size < 2 * 2**20


def test_no_more_of_a_secret_is_read_than_one_has(body: bytes, tmp_path: Path) -> None:
    assert len(read(with_file(body, SECRET, b"x" * 2**20), tmp_path)["secret"]) == MOST_OF_SECRET
