"""Lets a line of other income in a cash book have a receipt.

On SQLite the lines are copied to a new table, which drops its triggers: they are removed before and created again
afterwards. Going back is refused by the database while there are such lines.
"""

from importlib import import_module

from django.db import migrations, models


cash_stays = import_module("club.migrations.0010_cash_stays")


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0031_objection_to_ratings'),
    ]

    operations = [
        migrations.RunPython(cash_stays.unguard, cash_stays.guard),
        migrations.RemoveConstraint(
            model_name='cashmovement',
            name='cash_dues_with_a_receipt',
        ),
        migrations.AddConstraint(
            model_name='cashmovement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'dues'), ('receipt__isnull', False)), ('kind', 'in'), models.Q(models.Q(('kind__in', ['dues', 'in']), _negated=True), ('receipt', None)), _connector='OR'), name='cash_with_a_receipt'),
        ),
        migrations.RunPython(cash_stays.guard, cash_stays.unguard),
    ]
