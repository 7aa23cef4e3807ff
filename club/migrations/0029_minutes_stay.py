"""Makes the database refuse every change of a saved text of minutes.

A later migration that alters this table on SQLite rebuilds it and drops the trigger: it must call `guard` again.
"""

from django.db import migrations

KEPT = ("id", "assembly_id", "number", "text", "at", "by_name")
REFUSED = "minutes are never edited"


def guard(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        body = f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    else:
        body = "FOR EACH ROW EXECUTE FUNCTION refuse_minutes_change()"
        schema_editor.execute(
            "CREATE FUNCTION refuse_minutes_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
            f"'{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
    columns = ", ".join(f'"{name}"' for name in KEPT)
    schema_editor.execute(
        f"CREATE TRIGGER minutesversion_not_edited BEFORE UPDATE OF {columns} ON club_minutesversion {body}"
    )


def unguard(apps, schema_editor):
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    where = "" if is_sqlite else " ON club_minutesversion"
    schema_editor.execute(f"DROP TRIGGER minutesversion_not_edited{where}")
    if not is_sqlite:
        schema_editor.execute("DROP FUNCTION refuse_minutes_change()")


class Migration(migrations.Migration):
    dependencies = [("club", "0028_assemblies")]
    operations = [migrations.RunPython(guard, unguard)]
