"""What was on the page when somebody agreed to it: the club's informativa and the calendar's own words.

Of what was written before nothing is filled in: the page showed no version of the informativa then, and
nobody kept the words that stood there.
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
