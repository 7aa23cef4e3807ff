"""Stores by which document people answered, on each consent, and keeps it as unchanged as the answer.

SQLite rebuilds a table for some changes and drops its triggers: `not_edited` is made anew here.
"""

from importlib import import_module

from django.db import migrations, models

FIRST = import_module("club.migrations.0014_consents_stay")
KEPT = f"{FIRST.KEPT['consent']}, document"


def orders(vendor, listed):
    if vendor == "sqlite":
        drop, body = "DROP TRIGGER IF EXISTS consent_not_edited", f"BEGIN SELECT RAISE(ABORT, '{FIRST.REFUSED}'); END"
    else:
        drop = "DROP TRIGGER IF EXISTS consent_not_edited ON club_consent"
        body = "FOR EACH ROW EXECUTE FUNCTION refuse_consent_change()"
    columns = FIRST.columns(listed)
    return [drop, f"CREATE TRIGGER consent_not_edited BEFORE UPDATE OF {columns} ON club_consent {body}"]


def guard(apps, schema_editor):
    for order in orders(schema_editor.connection.vendor, KEPT):
        schema_editor.execute(order)


def unguard(apps, schema_editor):
    for order in orders(schema_editor.connection.vendor, FIRST.KEPT["consent"]):
        schema_editor.execute(order)


class Migration(migrations.Migration):
    dependencies = [("club", "0024_dues_that_live")]
    operations = [
        migrations.AddField(
            model_name="consent",
            name="document",
            field=models.CharField(blank=True, db_default="", default="", max_length=120, verbose_name="documento"),
        ),
        migrations.RunPython(guard, unguard),
    ]
