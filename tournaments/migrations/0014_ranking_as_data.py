
import tournaments.models.tournament
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0002_device_token'),
        ('tournaments', '0013_before_the_evening'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='article',
            name='effect_is_known',
        ),
        migrations.AddField(
            model_name='snapshot',
            name='changes',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='snapshot',
            name='digest',
            field=models.CharField(blank=True, default='', max_length=64),
        ),
        migrations.AddField(
            model_name='snapshot',
            name='rules',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='match_scale',
            field=models.CharField(choices=[('2-1-0', '2 a chi vince, 1 a chi pareggia'), ('3-1-0', '3 a chi vince, 1 a chi pareggia')], default='2-1-0', max_length=10, verbose_name='punti partita'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='victory_thresholds',
            field=models.JSONField(default=tournaments.models.tournament.usual_thresholds, verbose_name='soglie dei punti vittoria'),
        ),
        migrations.AlterField(
            model_name='article',
            name='effect',
            field=models.CharField(choices=[('only-card-points', 'restano solo gli scartini'), ('declarations-void', 'gli accusi non valgono'), ('forfeit', 'partita persa a tavolino'), ('assigned', 'punteggio arbitrale'), ('expulsion', 'espulsione: partita annullata, fuori dal torneo'), ('warning', 'ammonizione'), ('points-off', 'punti in meno'), ('victory-points-off', 'punti vittoria in meno')], max_length=20, verbose_name='effetto'),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='effect',
            field=models.CharField(choices=[('only-card-points', 'restano solo gli scartini'), ('declarations-void', 'gli accusi non valgono'), ('forfeit', 'partita persa a tavolino'), ('assigned', 'punteggio arbitrale'), ('expulsion', 'espulsione: partita annullata, fuori dal torneo'), ('warning', 'ammonizione'), ('points-off', 'punti in meno'), ('victory-points-off', 'punti vittoria in meno')], max_length=20),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='bye_policy',
            field=models.CharField(choices=[('win-and-average', 'una vittoria e la differenza media del turno'), ('win', 'una vittoria senza punti'), ('win-and-14', 'una vittoria senza punti, e 14 punti vittoria su 20'), ('draw', 'una partita pari senza punti'), ('nothing', 'niente')], default='win-and-average', max_length=20, verbose_name='punteggio del riposo'),
        ),
        migrations.AddConstraint(
            model_name='article',
            constraint=models.CheckConstraint(condition=models.Q(('effect__in', ['only-card-points', 'declarations-void', 'forfeit', 'assigned', 'expulsion', 'warning', 'points-off', 'victory-points-off'])), name='effect_is_known'),
        ),
    ]
