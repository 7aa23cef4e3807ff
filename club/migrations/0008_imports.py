
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0007_receipts_stay'),
    ]

    operations = [
        migrations.CreateModel(
            name='Import',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField()),
                ('officer_name', models.CharField(max_length=150)),
                ('began_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('file_name', models.CharField(max_length=120, verbose_name='file')),
                ('digest', models.CharField(max_length=64)),
                ('state', models.CharField(choices=[('reading', 'si legge il file'), ('mapping', 'da abbinare le colonne'), ('checking', 'si controllano le righe'), ('checked', 'pronto'), ('writing', 'si scrive nel libro'), ('done', 'scritto nel libro'), ('undone', 'annullato'), ('failed', 'non riuscito')], default='reading', max_length=10)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('trouble', models.JSONField(blank=True, default=dict)),
                ('reading', models.JSONField(blank=True, default=dict)),
                ('notes', models.JSONField(blank=True, default=list)),
                ('sheets', models.JSONField(blank=True, default=list)),
                ('headings', models.JSONField(blank=True, default=list)),
                ('mapping', models.JSONField(blank=True, default=list)),
                ('rules', models.JSONField(blank=True, default=dict)),
                ('fingerprint', models.CharField(blank=True, max_length=32)),
                ('written_at', models.DateTimeField(blank=True, null=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('log_number', models.PositiveIntegerField(blank=True, null=True)),
                ('outcome', models.JSONField(blank=True, default=dict)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='club.club', verbose_name='circolo')),
                ('officer', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'importazione',
                'verbose_name_plural': 'importazioni',
                'ordering': ['-began_at', '-id'],
            },
        ),
        migrations.AlterField(
            model_name='look',
            name='page',
            field=models.CharField(choices=[('person', 'scheda'), ('correction', 'correzione'), ('comparison', 'confronto fra due persone'), ('export', 'elenco scaricato')], max_length=12),
        ),
        migrations.CreateModel(
            name='ImportFile',
            fields=[
                ('of', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='file', serialize=False, to='club.import')),
                ('body', models.BinaryField()),
            ],
            options={
                'verbose_name': "file di un'importazione",
                'verbose_name_plural': "file di un'importazione",
            },
        ),
        migrations.CreateModel(
            name='ImportRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('cells', models.JSONField(default=list)),
                ('edits', models.JSONField(blank=True, default=dict)),
                ('decision', models.CharField(blank=True, choices=[('', 'decide il controllo'), ('skip', 'lascia fuori questa riga'), ('same', 'è la stessa persona del libro'), ('another', "è un'altra persona con lo stesso nome")], max_length=8)),
                ('read', models.JSONField(blank=True, null=True)),
                ('action', models.CharField(choices=[('new', 'persona nuova'), ('complete', 'già nel libro, si completa'), ('known', "già nel libro, resta com'è"), ('skip', 'lasciata fuori')], default='new', max_length=8)),
                ('problems', models.JSONField(blank=True, default=list)),
                ('is_barred', models.BooleanField(default=False)),
                ('is_warned', models.BooleanField(default=False)),
                ('made', models.JSONField(blank=True, default=dict)),
                ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='club.import')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='import_rows', to='club.person', verbose_name='persona')),
            ],
            options={
                'verbose_name': "riga di un'importazione",
                'verbose_name_plural': "righe di un'importazione",
                'ordering': ['number'],
            },
        ),
        migrations.AddConstraint(
            model_name='import',
            constraint=models.UniqueConstraint(fields=('club', 'key'), name='one_import_a_key'),
        ),
        migrations.AddConstraint(
            model_name='import',
            constraint=models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='no_more_rows_done_than_total'),
        ),
        migrations.AddConstraint(
            model_name='importrow',
            constraint=models.UniqueConstraint(fields=('of', 'number'), name='one_row_a_number_of_an_import'),
        ),
    ]
