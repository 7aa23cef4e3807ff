"""Stores the day on which a person objected to having a rating."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0030_receipts_for_anything'),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='rating_refused_on',
            field=models.DateField(blank=True, null=True, verbose_name='opposizione al punteggio da giocatore'),
        ),
    ]
