"""Makes the database itself refuse to change or delete a receipt.

Only `person` may change, when two people are merged. A later migration that alters the table on SQLite
rebuilds it and drops triggers: it must call `guard` again, which a test verifies.
"""

from django.db import migrations

KEPT = (
    "id, club_id, year, number, issued_on, due_id, payer, payer_fiscal_code, association, "
    "association_address, association_fiscal_code, cents, cause, means, paid_on, place, stamp, "
    "cancels_id, reason, key"
)
ON_SQLITE = [
    f"""CREATE TRIGGER receipt_not_edited BEFORE UPDATE OF {KEPT} ON club_receipt
        BEGIN SELECT RAISE(ABORT, 'a receipt is never edited'); END""",
    """CREATE TRIGGER receipt_not_deleted BEFORE DELETE ON club_receipt
        BEGIN SELECT RAISE(ABORT, 'a receipt is never deleted'); END""",
]
ON_POSTGRESQL = [
    """CREATE FUNCTION refuse_receipt_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'a receipt is never edited' USING ERRCODE = 'integrity_constraint_violation'; END
        $$""",
    f"""CREATE TRIGGER receipt_not_edited BEFORE UPDATE OF {KEPT} ON club_receipt
        FOR EACH ROW EXECUTE FUNCTION refuse_receipt_change()""",
    """CREATE TRIGGER receipt_not_deleted BEFORE DELETE ON club_receipt
        FOR EACH ROW EXECUTE FUNCTION refuse_receipt_change()""",
]


def guard(apps, schema_editor):
    for order in ON_SQLITE if schema_editor.connection.vendor == "sqlite" else ON_POSTGRESQL:
        schema_editor.execute(order)


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        orders = ["DROP TRIGGER receipt_not_deleted", "DROP TRIGGER receipt_not_edited"]
    else:
        orders = [
            "DROP TRIGGER receipt_not_deleted ON club_receipt",
            "DROP TRIGGER receipt_not_edited ON club_receipt",
            "DROP FUNCTION refuse_receipt_change()",
        ]
    for order in orders:
        schema_editor.execute(order)


class Migration(migrations.Migration):
    dependencies = [("club", "0006_dues_and_receipts")]
    operations = [migrations.RunPython(guard, unguard)]
