"""Requests ratings for clubs with evenings closed before there were ratings."""

from django.db import migrations


def want(apps, _schema_editor):
    closed = apps.get_model("tournaments", "Tournament").objects.filter(closed_at__isnull=False)
    ratings = apps.get_model("tournaments", "ClubRatings")
    clubs = sorted(set(closed.order_by().values_list("club_id", flat=True)))
    ratings.objects.bulk_create([ratings(club_id=club, wanted=1) for club in clubs], ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_seasons_and_ratings")]

    operations = [migrations.RunPython(want, migrations.RunPython.noop)]
