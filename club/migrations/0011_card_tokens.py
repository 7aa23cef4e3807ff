import club.models.member
from django.db import migrations, models


def give_tokens(apps, schema_editor):
    for card in apps.get_model("club", "Card").objects.filter(token=None).only("pk"):
        card.token = club.models.member.new_token()
        card.save(update_fields=["token"])


class Migration(migrations.Migration):
    dependencies = [("club", "0010_cash_stays")]
    operations = [
        migrations.AddField(
            model_name="card",
            name="printed_on",
            field=models.DateField(blank=True, null=True, verbose_name="stampata"),
        ),
        migrations.AddField(
            model_name="card",
            name="revoked_because",
            field=models.CharField(blank=True, max_length=200, verbose_name="perché è annullata"),
        ),
        migrations.AddField(
            model_name="card",
            name="token",
            field=models.CharField(default=None, editable=False, max_length=20, null=True),
        ),
        migrations.RunPython(give_tokens, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="card",
            name="token",
            field=models.CharField(
                default=club.models.member.new_token, editable=False, max_length=20, unique=True
            ),
        ),
    ]
