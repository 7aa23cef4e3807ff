"""Lets a membership be marked as written by mistake, and a receipt follow its due when two people are merged.

The database refuses any other change of a receipt's due: the new one must be of the same year.
"""

from importlib import import_module

from django.db import migrations, models

REST = f"{import_module('club.migrations.0015_payers_after_ten_years').REST}, reference, value_on"
WITHOUT_DUE = REST.replace("due_id, ", "")
SAYS = "a receipt is never edited"
SAME_YEAR = (
    "EXISTS (SELECT 1 FROM club_due AS one JOIN club_due AS other ON one.year_id = other.year_id "
    "WHERE one.id = OLD.due_id AND other.id = NEW.due_id AND one.id <> other.id)"
)
ON_SQLITE = [
    f"""CREATE TRIGGER receipt_due_stays BEFORE UPDATE OF due_id ON club_receipt
        WHEN NOT {SAME_YEAR}
        BEGIN SELECT RAISE(ABORT, '{SAYS}'); END""",
]
ON_POSTGRESQL = [
    f"""CREATE FUNCTION refuse_receipt_due_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF {SAME_YEAR} THEN RETURN NEW; END IF;
            RAISE EXCEPTION '{SAYS}' USING ERRCODE = 'integrity_constraint_violation';
        END $$""",
    """CREATE TRIGGER receipt_due_stays BEFORE UPDATE OF due_id ON club_receipt
        FOR EACH ROW EXECUTE FUNCTION refuse_receipt_due_change()""",
]


def not_edited(vendor, columns):
    """The orders that guard these columns and no others."""
    if vendor == "sqlite":
        drop, body = "DROP TRIGGER receipt_not_edited", f"BEGIN SELECT RAISE(ABORT, '{SAYS}'); END"
    else:
        drop = "DROP TRIGGER receipt_not_edited ON club_receipt"
        body = "FOR EACH ROW EXECUTE FUNCTION refuse_receipt_change()"
    return [drop, f"CREATE TRIGGER receipt_not_edited BEFORE UPDATE OF {columns} ON club_receipt {body}"]


def guard(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    orders = ON_SQLITE if vendor == "sqlite" else ON_POSTGRESQL
    for order in [*not_edited(vendor, WITHOUT_DUE), *orders]:
        schema_editor.execute(order, params=None)


def unguard(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    drops = (
        ["DROP TRIGGER receipt_due_stays"]
        if vendor == "sqlite"
        else ["DROP TRIGGER receipt_due_stays ON club_receipt", "DROP FUNCTION refuse_receipt_due_change()"]
    )
    for order in [*drops, *not_edited(vendor, REST)]:
        schema_editor.execute(order, params=None)


class Migration(migrations.Migration):
    dependencies = [("club", "0025_consent_documents")]
    operations = [
        migrations.AddField(
            model_name="membership",
            name="is_mistake",
            field=models.BooleanField(db_default=False, default=False, verbose_name="scritta per errore"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_mistake", False))
                | models.Q(("admitted_on", None), ("ended_on__isnull", False)),
                name="mistake_is_not_admitted",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
