"""The two teams of a challenge, and deals which every table plays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0036_sample_evenings"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="in una sfida: 1 o 2", null=True, verbose_name="squadra"
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="boards_seed",
            field=models.CharField(blank=True, default="", editable=False, max_length=32),
        ),
        migrations.AddField(
            model_name="tournament",
            name="first_team",
            field=models.CharField(blank=True, max_length=80, verbose_name="prima squadra"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="is_duplicated",
            field=models.BooleanField(default=False, verbose_name="stesse carte a tutti i tavoli"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="second_team",
            field=models.CharField(blank=True, max_length=80, verbose_name="seconda squadra"),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="format",
            field=models.CharField(
                choices=[
                    ("danish", "movimento danese"),
                    ("swiss", "svizzero"),
                    ("girone", "girone all'italiana"),
                    ("groups-final", "gironi e finale"),
                    ("mitchell", "movimento Mitchell"),
                    ("knockout", "eliminazione diretta"),
                    ("rotation", "rotazione individuale"),
                    ("challenge", "sfida fra due squadre"),
                ],
                default="danish",
                max_length=20,
                verbose_name="formula",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("team__isnull", True), ("team__in", (1, 2)), _connector="OR"),
                name="team_1_or_2",
            ),
        ),
    ]
