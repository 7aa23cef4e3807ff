"""Challenges that are played until an hour, and bookings for a team of a challenge."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0039_tokens_webhooks_and_frames'),
        ('tournaments', '0038_championships'),
    ]

    operations = [
        migrations.AddField(
            model_name='booking',
            name='team',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='squadra'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='plays_until',
            field=models.TimeField(blank=True, null=True, verbose_name='si gioca fino alle'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(('team__isnull', True), ('team__in', (1, 2)), _connector='OR'), name='booked_for_team_1_or_2'),
        ),
    ]
