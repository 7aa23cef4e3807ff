"""Makes the database itself refuse to change or delete an entry of a log.

The name of an erased person must still be removed from the texts: these may change while a row of
`club_logrewriting` marks the transaction (`club.privacy.redaction`). The key of an account may become empty,
because accounts are deleted. A later migration that alters these tables on SQLite rebuilds them and drops
triggers: it must call `guard` again, with `tournaments.0025_log_stays` for the tournaments' log.
"""

from django.db import migrations, models

TABLE = "club_clublogentry"
KEPT = "id, club_id, number, at, actor_name, act, key, previous_hash, hash"
TEXTS = "subject, before, after, reason"
REFUSED = "a log is never edited"
NOT_MARKED = "NOT EXISTS (SELECT 1 FROM club_logrewriting)"


def columns(listed):
    return ", ".join(f'"{name}"' for name in listed.split(", "))


def add_functions(schema_editor):
    """The functions that PostgreSQL's triggers call, for the logs of clubs and of tournaments."""
    if schema_editor.connection.vendor == "sqlite":
        return
    raises = f"RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'integrity_constraint_violation';"
    schema_editor.execute(
        f"CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {raises} END $$",
        params=None,
    )
    schema_editor.execute(
        "CREATE FUNCTION refuse_log_text_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF {NOT_MARKED} THEN {raises} END IF; RETURN NEW; END $$",
        params=None,
    )


def guard(schema_editor, table, kept):
    """Adds the triggers of one log."""
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    refuse = (
        f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
        if is_sqlite
        else "EXECUTE FUNCTION refuse_log_change()"
    )
    refuse_text = (
        f"WHEN {NOT_MARKED} {refuse}" if is_sqlite else "EXECUTE FUNCTION refuse_log_text_change()"
    )
    each = "" if is_sqlite else "FOR EACH ROW "
    for name, event, body in (
        ("not_edited", f"UPDATE OF {columns(kept)}", refuse),
        ("text_not_edited", f"UPDATE OF {columns(TEXTS)}", refuse_text),
        ("actor_not_edited", 'UPDATE OF "actor_id"', f"WHEN (NEW.actor_id IS NOT NULL) {refuse}"),
        ("not_deleted", "DELETE", refuse),
    ):
        schema_editor.execute(
            f"CREATE TRIGGER {table}_{name} BEFORE {event} ON {table} {each}{body}", params=None
        )


def unguard(schema_editor, table):
    """Drops the triggers of one log."""
    where = "" if schema_editor.connection.vendor == "sqlite" else f" ON {table}"
    for name in ("not_edited", "text_not_edited", "actor_not_edited", "not_deleted"):
        schema_editor.execute(f"DROP TRIGGER {table}_{name}{where}")


def forwards(apps, schema_editor):
    add_functions(schema_editor)
    guard(schema_editor, TABLE, KEPT)


def backwards(apps, schema_editor):
    unguard(schema_editor, TABLE)
    if schema_editor.connection.vendor != "sqlite":
        schema_editor.execute("DROP FUNCTION refuse_log_change()")
        schema_editor.execute("DROP FUNCTION refuse_log_text_change()")


class Migration(migrations.Migration):
    dependencies = [("club", "0018_dues_paid_before")]
    operations = [
        migrations.CreateModel(
            name="LogRewriting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
            options={
                "verbose_name": "riscrittura di un registro",
                "verbose_name_plural": "riscritture di un registro",
            },
        ),
        migrations.RunPython(forwards, backwards),
    ]
