from django.db import migrations


def write_down(apps, schema_editor):
    """Earlier rounds were Danish, or of larger tables where their input has such sizes."""
    Round = apps.get_model("tournaments", "Round")
    for round_ in Round.objects.filter(movement={}).only("draw_input"):
        is_larger = round_.draw_input.get("sizes", [2]) != [2]
        Round.objects.filter(pk=round_.pk).update(movement={"kind": "larger" if is_larger else "danish"})


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_formats")]

    operations = [migrations.RunPython(write_down, migrations.RunPython.noop)]
