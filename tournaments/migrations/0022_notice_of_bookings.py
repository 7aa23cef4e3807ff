"""Stores the text that a booking's author agreed to: the club's privacy notice and the calendar's own text.

Earlier bookings get no values: the page showed no version of the notice then, and its text was not stored.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0016_handover'),
        ('tournaments', '0021_members_of_past_seasons'),
    ]

    operations = [
        migrations.AddField(
            model_name='booking',
            name='notice',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bookings', to='club.noticeversion', verbose_name="versione dell'informativa"),
        ),
        migrations.AddField(
            model_name='booking',
            name='notice_words',
            field=models.TextField(blank=True, default='', verbose_name="informativa sull'uso dell'e-mail"),
        ),
    ]
