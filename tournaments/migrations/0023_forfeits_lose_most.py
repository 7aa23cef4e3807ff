"""Who loses a match a tavolino has the worst difference of the turn: not in tournaments that began without."""

from django.db import migrations, models


def spare_those_begun(apps, schema_editor):
    """Their classifiche have been seen, and are made again byte for byte as they are."""
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
