"""Adds the choice of table numbers in the order of the standings."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_called_out")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="tables_by_standings",
            field=models.BooleanField(default=False, verbose_name="prima contro seconda al tavolo 1"),
        ),
    ]
