"""Lets a due be marked as paid before the club issued its receipts here, without a receipt of ours.

No row is rewritten: every due paid so far has a receipt.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0017_looks_at_bookings'),
    ]

    operations = [
        migrations.AddField(
            model_name='due',
            name='paid_before',
            field=models.BooleanField(default=False, verbose_name='pagata prima di questo registro'),
        ),
        migrations.AddField(
            model_name='due',
            name='paid_before_means',
            field=models.CharField(blank=True, choices=[('cash', 'contanti'), ('transfer', 'bonifico')], default='', max_length=10, verbose_name='modo'),
        ),
        migrations.AddField(
            model_name='due',
            name='paid_before_note',
            field=models.CharField(blank=True, default='', max_length=60, verbose_name='ricevuta di allora'),
        ),
        migrations.AddField(
            model_name='due',
            name='paid_before_on',
            field=models.DateField(blank=True, null=True, verbose_name='pagata il'),
        ),
        migrations.AddConstraint(
            model_name='due',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paid_before', True), ('receipt', None)), models.Q(('paid_before', False), ('paid_before_means', ''), ('paid_before_note', ''), ('paid_before_on', None)), _connector='OR'), name='due_paid_before_or_by_receipt'),
        ),
        migrations.AddConstraint(
            model_name='due',
            constraint=models.CheckConstraint(condition=models.Q(('paid_before_means__in', ['', 'cash', 'transfer'])), name='paid_before_means_is_known'),
        ),
    ]
