from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_snapshot_team_points")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="boards_dealt_again",
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
    ]
