"""Makes the database itself refuse to change or delete a line of a cash book, or a count of the drawer.

The payer may change when two people are merged, or be cleared, and so may the author's account. A later
migration that alters these tables on SQLite rebuilds them and drops triggers: it must call `guard` again.
"""

from django.db import migrations

KEPT = {
    "cashmovement": "id, book_id, number, kind, cents, means, cause, receipt_id, cancels_id, reason, at, by_name, key",
    "cashcount": "id, book_id, number, expected_cents, counted_cents, note, at, by_name, key",
}
REFUSED = "the cash book is never edited"


def guard(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        body = f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    else:
        body = "FOR EACH ROW EXECUTE FUNCTION refuse_cash_change()"
        schema_editor.execute(
            "CREATE FUNCTION refuse_cash_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
            f"'{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
    for table, columns in KEPT.items():
        schema_editor.execute(
            f"CREATE TRIGGER {table}_not_edited BEFORE UPDATE OF {columns} ON club_{table} {body}"
        )
        schema_editor.execute(f"CREATE TRIGGER {table}_not_deleted BEFORE DELETE ON club_{table} {body}")


def unguard(apps, schema_editor):
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for table in KEPT:
        for what in ("edited", "deleted"):
            where = "" if is_sqlite else f" ON club_{table}"
            schema_editor.execute(f"DROP TRIGGER {table}_not_{what}{where}")
    if not is_sqlite:
        schema_editor.execute("DROP FUNCTION refuse_cash_change()")


class Migration(migrations.Migration):
    dependencies = [("club", "0009_cash_books")]
    operations = [migrations.RunPython(guard, unguard)]
