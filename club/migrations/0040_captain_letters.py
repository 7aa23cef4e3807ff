from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0039_tokens_webhooks_and_frames")]

    operations = [
        migrations.AlterField(
            model_name="memberletter",
            name="kind",
            field=models.CharField(
                choices=[
                    ("dues", "quote da pagare"),
                    ("own-page", "collegamento alla pagina personale"),
                    ("assembly", "convocazione di un'assemblea"),
                    ("receipts", "ricevute"),
                    ("championship", "campionato"),
                ],
                max_length=12,
                verbose_name="che cosa",
            ),
        ),
    ]
