"""The log of an evening may go with the sample club that it was tried in: see `club.0037_sample_clubs`."""

from importlib import import_module

from django.db import migrations

samples = import_module("club.migrations.0037_sample_clubs")
LOG = ("tournaments_logentry", "tournaments_logentry_not_deleted", "a log is never edited")


def forwards(apps, schema_editor):
    samples.let_samples_go(schema_editor, *LOG)


def backwards(apps, schema_editor):
    samples.let_nothing_go(schema_editor, *LOG)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_bookings_by_telephone"), ("club", "0037_sample_clubs")]
    operations = [migrations.RunPython(forwards, backwards)]
