"""Changes of a log by somebody with the database, whom no trigger stops."""

from django.db import connection

LOGS = ("club_clublogentry", "tournaments_logentry")


def without_triggers() -> None:
    """Removes the triggers of both logs until the test's transaction is rolled back."""
    connection.check_constraints()  # PostgreSQL alters no table with deferred ones
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            for table in LOGS:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            return
        for name, _order in log_triggers():
            cursor.execute(f"DROP TRIGGER {name}")


def log_triggers() -> list[tuple[str, str]]:
    """On SQLite, the triggers of both logs: the name, and the order that creates it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (%s, %s)", LOGS
        )
        return list(cursor.fetchall())
