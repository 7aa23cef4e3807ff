"""Gives a forfeit the worst difference of the round, except in tournaments that began without this rule."""

from django.db import migrations, models


def spare_those_begun(apps, schema_editor):
    """Their standings have been published, and must be rebuilt byte for byte."""
    rounds = apps.get_model("tournaments", "Round").objects.filter(state="settled")
    begun = apps.get_model("tournaments", "Tournament").objects.filter(pk__in=rounds.values("tournament"))
    begun.update(forfeits_lose_most=False)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0022_notice_of_bookings"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="forfeits_lose_most",
            field=models.BooleanField(default=True, editable=False),
        ),
        migrations.RunPython(spare_those_begun, migrations.RunPython.noop),
    ]
