"""Splits the former head-to-head into two criteria: the head-to-head of two, the mini-table of more."""

from django.db import migrations

KNOWN_BEFORE = ("match_points", "point_difference", "points_scored", "head_to_head", "lots")


def add(apps, schema_editor):
    for tournament in _tournaments(apps):
        criteria = list(tournament.criteria)
        if "head_to_head" in criteria and "mini_table" not in criteria:
            criteria.insert(criteria.index("head_to_head") + 1, "mini_table")
            tournament.criteria = criteria
            tournament.save(update_fields=["criteria"])


def take_away(apps, schema_editor):
    for tournament in _tournaments(apps):
        kept = [key for key in tournament.criteria if key in KNOWN_BEFORE]
        tournament.criteria = kept or list(KNOWN_BEFORE)
        if tournament.bye_policy not in ("win-and-average",):
            tournament.bye_policy = "win-and-average"
        tournament.save(update_fields=["criteria", "bye_policy"])
    articles = apps.get_model("tournaments", "Article").objects.filter(effect="victory-points-off")
    articles.update(effect="points-off", points=0, retired=True)


def _tournaments(apps):
    return apps.get_model("tournaments", "Tournament").objects.order_by("pk").iterator()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_ranking_as_data")]

    operations = [migrations.RunPython(add, take_away)]
