"""Records access to texts by people outside the register. The reverse migration deletes these records."""

import django.db.models.deletion
from django.db import migrations, models


def forget_nobodys(apps, schema_editor):
    apps.get_model("club", "Look").objects.filter(person=None).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0016_handover'),
    ]

    operations = [
        migrations.AddField(
            model_name='look',
            name='whose',
            field=models.CharField(blank=True, default='', max_length=200, verbose_name='di chi'),
        ),
        migrations.AlterField(
            model_name='look',
            name='page',
            field=models.CharField(choices=[('person', 'scheda'), ('correction', 'correzione'), ('comparison', 'confronto fra due persone'), ('export', 'elenco scaricato'), ('register', 'libro soci'), ('dues', 'quote e morosi'), ('payment', 'incasso della quota'), ('receipt', 'ricevuta'), ('receipts', 'elenco delle ricevute'), ('cards', 'tessere'), ('import', 'importazione'), ('cash', 'cassa di una serata'), ('consents', 'consensi'), ('dossier', 'fascicolo di tutti i dati'), ('erasure', 'cancellazione'), ('bookings', 'iscrizioni dal telefono')], max_length=12),
        ),
        migrations.AlterField(
            model_name='look',
            name='person',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='looks', to='club.person', verbose_name='persona'),
        ),
        migrations.AddConstraint(
            model_name='look',
            constraint=models.CheckConstraint(condition=models.Q(('person__isnull', False), models.Q(('whose', ''), _negated=True), _connector='OR'), name='a_look_is_at_somebody'),
        ),
        migrations.RunPython(migrations.RunPython.noop, forget_nobodys),
    ]
