import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0022_presentation'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubPicture',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='picture', serialize=False, to='club.club')),
                ('digest', models.CharField(max_length=20)),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('body', models.BinaryField()),
            ],
            options={
                'verbose_name': 'immagine del circolo',
                'verbose_name_plural': 'immagini dei circoli',
            },
        ),
    ]
