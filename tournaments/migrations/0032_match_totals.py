"""Adds the totals of a whole match, stored as its deal 0, and the setting that allows them.

Undoing it is refused by the database while such totals are stored.
"""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_tables_by_standings")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="match_totals",
            field=models.BooleanField(default=False, verbose_name="anche i soli totali della partita"),
        ),
        migrations.AlterField(
            model_name="deal",
            name="way",
            field=models.CharField(
                choices=[
                    ("cards", "carte"),
                    ("parts", "parti"),
                    ("totals", "totali"),
                    ("out", "chiamata fuori"),
                    ("match", "totali della partita"),
                ],
                max_length=10,
            ),
        ),
        migrations.RemoveConstraint(model_name="deal", name="deal_number_from_1"),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.CheckConstraint(
                condition=Q(number__gte=1) & ~Q(way="match") | Q(number=0, way="match"),
                name="deal_number_from_1_or_whole_match",
            ),
        ),
    ]
