"""Lets a due change, be paid in instalments, by card, and within a term of its own; a year begins in any month.

On SQLite the receipts and the lines of the cash books are copied to new tables, which drops their triggers: they
are removed before and created again afterwards, on PostgreSQL too, for receipts with the new columns.
"""

from importlib import import_module

import django.core.validators
from django.db import migrations, models


receipts_stay = import_module("club.migrations.0007_receipts_stay")
payers = import_module("club.migrations.0015_payers_after_ten_years")
cash_stays = import_module("club.migrations.0010_cash_stays")


def unguard(apps, schema_editor):
    payers.unguard(apps, schema_editor)
    receipts_stay.unguard(apps, schema_editor)
    cash_stays.unguard(apps, schema_editor)


def guard_as_before(apps, schema_editor):
    cash_stays.guard(apps, schema_editor)
    receipts_stay.guard(apps, schema_editor)
    payers.guard(apps, schema_editor)


def guard(apps, schema_editor):
    """As before, and the new columns."""
    cash_stays.guard(apps, schema_editor)
    receipts_stay.guard(apps, schema_editor)
    columns = f"{payers.REST}, reference, value_on"
    for order in payers.orders(schema_editor.connection.vendor):
        schema_editor.execute(order.replace(payers.REST, columns), params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0023_club_picture'),
    ]

    operations = [
        migrations.RunPython(unguard, guard_as_before),
        migrations.RemoveConstraint(
            model_name='cashmovement',
            name='cash_means_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='club',
            name='year_start_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='due',
            name='paid_before_means_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='receipt',
            name='receipt_means_is_known',
        ),
        migrations.AddField(
            model_name='club',
            name='days_to_pay',
            field=models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MaxValueValidator(365)], verbose_name="giorni per pagare dall'ammissione"),
        ),
        migrations.AddField(
            model_name='due',
            name='cancelled_on',
            field=models.DateField(blank=True, null=True, verbose_name='annullata il'),
        ),
        migrations.AddField(
            model_name='due',
            name='due_on',
            field=models.DateField(blank=True, null=True, verbose_name='da pagare entro'),
        ),
        migrations.AddField(
            model_name='due',
            name='exempted_on',
            field=models.DateField(blank=True, null=True, verbose_name='esente per delibera del'),
        ),
        migrations.AddField(
            model_name='due',
            name='full_cents',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='quota intera'),
        ),
        migrations.AddField(
            model_name='due',
            name='reason',
            field=models.CharField(blank=True, default='', max_length=300, verbose_name='motivo'),
        ),
        migrations.AddField(
            model_name='due',
            name='renewal',
            field=models.UUIDField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='receipt',
            name='reference',
            field=models.CharField(blank=True, default='', max_length=60, verbose_name='riferimento'),
        ),
        migrations.AddField(
            model_name='receipt',
            name='value_on',
            field=models.DateField(blank=True, null=True, verbose_name='valuta'),
        ),
        migrations.AlterField(
            model_name='cashmovement',
            name='means',
            field=models.CharField(choices=[('cash', 'contanti'), ('transfer', 'bonifico'), ('card', 'carta o bancomat'), ('other', 'altro')], default='cash', max_length=10, verbose_name='modo'),
        ),
        migrations.AlterField(
            model_name='club',
            name='year_start',
            field=models.PositiveSmallIntegerField(default=1, verbose_name="l'anno sociale comincia in"),
        ),
        migrations.AlterField(
            model_name='due',
            name='paid_before_means',
            field=models.CharField(blank=True, choices=[('cash', 'contanti'), ('transfer', 'bonifico'), ('card', 'carta o bancomat'), ('other', 'altro')], default='', max_length=10, verbose_name='modo'),
        ),
        migrations.AlterField(
            model_name='receipt',
            name='means',
            field=models.CharField(choices=[('cash', 'contanti'), ('transfer', 'bonifico'), ('card', 'carta o bancomat'), ('other', 'altro')], max_length=10, verbose_name='modo'),
        ),
        migrations.AddIndex(
            model_name='due',
            index=models.Index(condition=models.Q(('renewal', None), _negated=True), fields=['renewal'], name='dues_by_renewal'),
        ),
        migrations.AddConstraint(
            model_name='cashmovement',
            constraint=models.CheckConstraint(condition=models.Q(('means__in', ['cash', 'transfer', 'card', 'other'])), name='cash_means_is_known'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('year_start__range', (1, 12))), name='year_start_is_known'),
        ),
        migrations.AddConstraint(
            model_name='due',
            constraint=models.CheckConstraint(condition=models.Q(('paid_before_means__in', ['', 'cash', 'transfer', 'card', 'other'])), name='paid_before_means_is_known'),
        ),
        migrations.AddConstraint(
            model_name='due',
            constraint=models.CheckConstraint(condition=models.Q(('cancelled_on', None), models.Q(('cents', 0), ('exempted_on', None)), _connector='OR'), name='cancelled_due_owes_nothing'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.CheckConstraint(condition=models.Q(('means__in', ['cash', 'transfer', 'card', 'other'])), name='receipt_means_is_known'),
        ),
        migrations.RunPython(guard, unguard),
    ]
