"""Stores the present consents as the first of their history, and makes the database keep both unchanged.

Until now a person had only one date: it becomes a consent of that day, "written before this history", without
an author. A consent withdrawn earlier left no trace and gets none.

`person` may change only when two people are merged, and the author's account may be cleared. A later
migration that alters these tables on SQLite rebuilds them and drops triggers: it must call `guard` again.
"""

from django.db import migrations
from django.utils import timezone

KEPT = {
    "consent": "id, club_id, about, is_given, on, how, notice_id, guardian, at, by_name, key",
    "noticeversion": "id, club_id, number, published_on, italian, english, at, by_name, key",
}
REFUSED = "what was agreed to is never edited"
BATCH = 500


def write_known(apps, schema_editor):
    Person, Consent = apps.get_model("club", "Person"), apps.get_model("club", "Consent")
    known = Person.objects.exclude(name_consent_on=None).values_list("pk", "club_id", "name_consent_on")
    at = timezone.now()
    rows = (
        Consent(person_id=pk, club_id=club, about="name", is_given=True, on=on, how="before", at=at)
        for pk, club, on in known.iterator()
    )
    Consent.objects.bulk_create(rows, batch_size=BATCH)


def forget_known(apps, schema_editor):
    """The date is still on the person; the earlier migration drops the tables."""


def columns(listed):
    return ", ".join(f'"{name}"' for name in listed.split(", "))


def guard(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        body = f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    else:
        body = "FOR EACH ROW EXECUTE FUNCTION refuse_consent_change()"
        schema_editor.execute(
            "CREATE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
            f"'{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
    for table, listed in KEPT.items():
        schema_editor.execute(
            f"CREATE TRIGGER {table}_not_edited BEFORE UPDATE OF {columns(listed)} ON club_{table} {body}"
        )


def unguard(apps, schema_editor):
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for table in KEPT:
        where = "" if is_sqlite else f" ON club_{table}"
        schema_editor.execute(f"DROP TRIGGER {table}_not_edited{where}")
    if not is_sqlite:
        schema_editor.execute("DROP FUNCTION refuse_consent_change()")


class Migration(migrations.Migration):
    dependencies = [("club", "0013_privacy")]
    operations = [
        migrations.RunPython(write_known, forget_known),
        migrations.RunPython(guard, unguard),
    ]
