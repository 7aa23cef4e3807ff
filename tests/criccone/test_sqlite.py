"""SQLite as an embedded installation opens it."""

import pytest
from django.db import connection

FULL = 2  # PRAGMA synchronous answers with a number: 0 off, 1 normal, 2 full, 3 extra

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="PRAGMA is SQLite's")


@pytest.mark.django_db
def test_a_commit_is_on_the_disk_before_it_is_acknowledged() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone() == (FULL,)


@pytest.mark.django_db
def test_it_writes_to_a_log_ahead_of_the_file() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)
