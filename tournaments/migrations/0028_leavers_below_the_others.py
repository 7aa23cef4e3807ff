"""Ranks entries that left below all who finished, except in tournaments that began without this rule."""

from django.db import migrations, models


def spare_those_begun(apps, schema_editor):
    """Their standings have been published, and must be rebuilt byte for byte."""
    rounds = apps.get_model("tournaments", "Round").objects.filter(state="settled")
    begun = apps.get_model("tournaments", "Tournament").objects.filter(pk__in=rounds.values("tournament"))
    begun.update(leavers_last=False)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0027_places_of_the_confirmed"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="withdrawn",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="tournament",
            name="leavers_last",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(spare_those_begun, migrations.RunPython.noop),
    ]
