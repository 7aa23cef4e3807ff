from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0025_log_stays")]
    operations = [
        migrations.AddField(
            model_name="deal",
            name="same_device",
            field=models.BooleanField(default=False, verbose_name="dallo stesso telefono"),
        ),
    ]
