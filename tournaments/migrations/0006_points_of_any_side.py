from django.db import migrations, models


def points_in_one_place(apps, schema_editor):
    deals = apps.get_model("tournaments", "Deal")
    for deal in deals.objects.only("points_a", "points_b").iterator():
        deal.points = {"A": deal.points_a, "B": deal.points_b}
        deal.save(update_fields=["points"])


def points_in_columns(apps, schema_editor):
    deals = apps.get_model("tournaments", "Deal")
    for deal in deals.objects.only("points").iterator():
        # The old columns hold two sides, and no charges.
        deal.points_a, deal.points_b = (max(0, deal.points.get(side, 0)) for side in ("A", "B"))
        deal.save(update_fields=["points_a", "points_b"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_rulings")]

    operations = [
        migrations.AddField("deal", "points", models.JSONField(default=dict), preserve_default=False),
        migrations.AlterField("deal", "points_a", models.PositiveIntegerField(default=0)),
        migrations.AlterField("deal", "points_b", models.PositiveIntegerField(default=0)),
        migrations.RunPython(points_in_one_place, points_in_columns),
    ]
