from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0003_register")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="unnamed",
            field=models.CharField(
                choices=[
                    ("initials", "le iniziali: «R. M.»"),
                    ("number", "soltanto il numero della coppia: «n. 7»"),
                ],
                default="initials",
                max_length=10,
                verbose_name="chi non acconsente al nome",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="is_indexed",
            field=models.BooleanField(default=False, verbose_name="pagine pubbliche nei motori di ricerca"),
        ),
        migrations.AddField(
            model_name="club",
            name="names_version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("unnamed__in", ["initials", "number"])), name="unnamed_is_known"
            ),
        ),
    ]
