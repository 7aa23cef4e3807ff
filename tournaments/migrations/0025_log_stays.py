"""Makes the database refuse to change or delete an entry of a tournament's log; see `club.0019_logs_stay`.

A later migration that alters this table on SQLite rebuilds it and drops triggers: it must guard it again.
"""

from importlib import import_module

from django.db import migrations

TABLE = "tournaments_logentry"
KEPT = "id, tournament_id, number, at, actor_name, act, key, previous_hash, hash, digests"

logs_stay = import_module("club.migrations.0019_logs_stay")


def forwards(apps, schema_editor):
    logs_stay.guard(schema_editor, TABLE, KEPT)


def backwards(apps, schema_editor):
    logs_stay.unguard(schema_editor, TABLE)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_digests_and_log_numbers"), ("club", "0019_logs_stay")]
    operations = [migrations.RunPython(forwards, backwards)]
