"""Gives the tokens of before, which were valid until revoked, the three months of a token made now."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone


def forwards(apps, schema_editor):
    tokens = apps.get_model("club", "DeviceToken").objects.using(schema_editor.connection.alias)
    tokens.filter(expiry=None).update(expiry=timezone.now() + timedelta(days=90))


class Migration(migrations.Migration):
    dependencies = [("club", "0020_attempt_counters")]
    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]
