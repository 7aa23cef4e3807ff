from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0039_challenges_by_the_clock")]

    operations = [
        migrations.AddField(
            model_name="snapshot",
            name="team_points",
            field=models.JSONField(null=True),
        ),
    ]
