from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0041_boards_dealt_again")]

    operations = [
        migrations.AddField(
            model_name="team",
            name="results_void",
            field=models.BooleanField(default=False, editable=False, verbose_name="risultati annullati"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(
                condition=Q(results_void=False) | Q(withdrawn_at__isnull=False),
                name="only_withdrawn_teams_void",
            ),
        ),
    ]
