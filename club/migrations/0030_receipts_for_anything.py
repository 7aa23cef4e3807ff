"""Lets a receipt be for anything, and for a payer who is not in the register; adds the numbers of the public
registers, and the contact for personal data.

The database keeps refusing changes of a receipt, of the new columns too; after ten years the payer's address may
be cleared with the name. Going back is refused by the database while there are receipts without a person.
"""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models


receipts_stay = import_module("club.migrations.0007_receipts_stay")
payers = import_module("club.migrations.0015_payers_after_ten_years")
joined = import_module("club.migrations.0026_mistakes_and_joined_dues")
WITHOUT_DUE = f"{joined.WITHOUT_DUE}, kind, association_registration, note"


def unguard(apps, schema_editor):
    joined.unguard(apps, schema_editor)
    payers.unguard(apps, schema_editor)
    receipts_stay.unguard(apps, schema_editor)


def guard_as_before(apps, schema_editor):
    receipts_stay.guard(apps, schema_editor)
    payers.guard(apps, schema_editor)
    joined.guard(apps, schema_editor)


def guard(apps, schema_editor):
    """As before, and the new columns."""
    guard_as_before(apps, schema_editor)
    vendor = schema_editor.connection.vendor
    where = "" if vendor == "sqlite" else " ON club_receipt"
    schema_editor.execute(f"DROP TRIGGER receipt_payer_stays{where}")
    _drop, _rest, payer = payers.orders(vendor)
    payer = payer.replace(payers.PAYER, f"{payers.PAYER}, payer_address")
    orders = joined.not_edited(vendor, WITHOUT_DUE)
    for order in [*orders, payer.replace(payers.MAY_BE, f"{payers.MAY_BE} AND NEW.payer_address = ''")]:
        schema_editor.execute(order, params=None)


def name_kinds(apps, schema_editor):
    apps.get_model("club", "Receipt").objects.filter(due=None).update(kind="other")


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0029_minutes_stay'),
    ]

    operations = [
        migrations.RunPython(unguard, guard_as_before),
        migrations.AddField(
            model_name='club',
            name='privacy_contact',
            field=models.CharField(blank=True, default='', max_length=160, verbose_name='a chi scrivere per i dati personali'),
        ),
        migrations.AddField(
            model_name='club',
            name='ras_number',
            field=models.CharField(blank=True, default='', max_length=40, verbose_name='numero di iscrizione al RAS'),
        ),
        migrations.AddField(
            model_name='club',
            name='runts_number',
            field=models.CharField(blank=True, default='', max_length=40, verbose_name='numero di iscrizione al RUNTS'),
        ),
        migrations.AddField(
            model_name='memberletter',
            name='receipts',
            field=models.JSONField(blank=True, default=list, verbose_name='ricevute'),
        ),
        migrations.AddField(
            model_name='receipt',
            name='association_registration',
            field=models.CharField(blank=True, default='', max_length=120),
        ),
        migrations.AddField(
            model_name='receipt',
            name='kind',
            field=models.CharField(choices=[('dues', 'quota associativa'), ('entry', "quota d'ingresso"), ('donation', 'erogazione liberale'), ('course', 'corso'), ('other', 'altro')], default='dues', max_length=10, verbose_name='che cosa'),
        ),
        migrations.AddField(
            model_name='receipt',
            name='note',
            field=models.CharField(blank=True, default='', max_length=400),
        ),
        migrations.AddField(
            model_name='receipt',
            name='payer_address',
            field=models.CharField(blank=True, default='', max_length=200),
        ),
        migrations.AlterField(
            model_name='club',
            name='stamp_duty',
            field=models.CharField(choices=[('dues', 'quote associative esenti, il resto con la marca oltre 77,47 €'), ('ets', 'ente del Terzo settore, iscritto al RUNTS: tutto esente'), ('sport', 'associazione sportiva dilettantistica, iscritta al RAS: tutto esente'), ('due', 'nessuna esenzione: marca oltre 77,47 €')], default='dues', max_length=10, verbose_name='imposta di bollo sulle ricevute'),
        ),
        migrations.AlterField(
            model_name='memberletter',
            name='kind',
            field=models.CharField(choices=[('dues', 'quote da pagare'), ('assembly', "convocazione di un'assemblea"), ('receipts', 'ricevute')], max_length=12, verbose_name='che cosa'),
        ),
        migrations.AlterField(
            model_name='receipt',
            name='person',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='club.person', verbose_name='persona'),
        ),
        migrations.RunPython(name_kinds, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('due__isnull', False), ('kind', 'dues'), ('person__isnull', False)), models.Q(('due', None), ('kind__in', ['entry', 'donation', 'course', 'other'])), _connector='OR'), name='receipt_for_dues_or_not'),
        ),
        migrations.RunPython(guard, unguard),
    ]
