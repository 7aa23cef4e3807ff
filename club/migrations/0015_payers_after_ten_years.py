"""Lets the payer of a receipt be forgotten when the law no longer requires it, and not a day before.

Receipts are kept for ten years from the last entry of their year (art. 2220 c.c.). From the eleventh year on,
name and codice fiscale of the payer may become the words below and nothing else; the database keeps refusing
changes of all other columns (`0007_receipts_stay`).
"""

from django.db import migrations

PAYER = "payer, payer_fiscal_code"
REST = (
    "id, club_id, year, number, issued_on, due_id, association, association_address, association_fiscal_code, "
    "cents, cause, means, paid_on, place, stamp, cancels_id, reason, key"
)
FORGOTTEN = "nome non più conservato"
MAY_BE = f"NEW.payer = '{FORGOTTEN}' AND NEW.payer_fiscal_code = ''"
SAYS = "a receipt is never edited"


def orders(vendor):
    if vendor == "sqlite":
        body = f"BEGIN SELECT RAISE(ABORT, '{SAYS}'); END"
        this_year, drop = "CAST(strftime('%Y', 'now') AS INTEGER)", "DROP TRIGGER receipt_not_edited"
    else:
        body = "EXECUTE FUNCTION refuse_receipt_change()"
        this_year, drop = "EXTRACT(YEAR FROM now())", "DROP TRIGGER receipt_not_edited ON club_receipt"
    each = "" if vendor == "sqlite" else "FOR EACH ROW "
    too_early = f"NOT (OLD.year + 10 < {this_year} AND {MAY_BE})"
    return [
        drop,
        f"CREATE TRIGGER receipt_not_edited BEFORE UPDATE OF {REST} ON club_receipt {each}{body}",
        f"CREATE TRIGGER receipt_payer_stays BEFORE UPDATE OF {PAYER} ON club_receipt {each}WHEN ({too_early}) {body}",
    ]


def guard(apps, schema_editor):
    for order in orders(schema_editor.connection.vendor):
        schema_editor.execute(order, params=None)


def unguard(apps, schema_editor):
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    where = "" if is_sqlite else " ON club_receipt"
    for name in ("receipt_payer_stays", "receipt_not_edited"):
        schema_editor.execute(f"DROP TRIGGER {name}{where}")
    body = (
        f"BEGIN SELECT RAISE(ABORT, '{SAYS}'); END"
        if is_sqlite
        else "FOR EACH ROW EXECUTE FUNCTION refuse_receipt_change()"
    )
    schema_editor.execute(
        f"CREATE TRIGGER receipt_not_edited BEFORE UPDATE OF {REST}, {PAYER} ON club_receipt {body}"
    )


class Migration(migrations.Migration):
    dependencies = [("club", "0014_consents_stay")]
    operations = [migrations.RunPython(guard, unguard)]
