"""An older program refuses a newer database in a sentence, instead of failing on its pages."""

import pytest
from django.core.checks.registry import run_checks
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from club.backups import upgrading
from tournaments.demo import serving

pytestmark = pytest.mark.django_db


@pytest.fixture
def newer() -> None:
    MigrationRecorder(connection).record_applied("tournaments", "9999_to_come")


def _refusals() -> list[str]:
    return [each.msg for each in run_checks(databases=["default"]) if each.id == "club.E002"]


def test_migrate_refuses_it(newer: None):
    (refusal,) = _refusals()
    assert "tournaments.9999_to_come" in refusal
    assert "aggiorna il programma" in refusal


def test_serving_refuses_it_before_anything_is_changed(newer: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(upgrading, "call_command", lambda *_words, **_options: pytest.fail("migrated"))
    with pytest.raises(CommandError, match="aggiorna il programma"):
        serving.prepare()


def test_a_database_of_this_program_is_taken():
    assert _refusals() == []


def test_migrations_of_apps_that_are_no_longer_installed_do_not_count():
    MigrationRecorder(connection).record_applied("admin", "0001_initial")
    assert _refusals() == []
