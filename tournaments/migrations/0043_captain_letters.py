from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0042_annulled_teams")]

    operations = [
        migrations.AddField(
            model_name="team",
            name="letter_origin",
            field=models.CharField(blank=True, default="", editable=False, max_length=200),
        ),
    ]
