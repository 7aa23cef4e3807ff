"""Takes the places away from bookings that nobody has confirmed: they get one when they confirm."""

from django.db import migrations


def free_places(apps, schema_editor):
    bookings = apps.get_model("tournaments", "Booking").objects.using(schema_editor.connection.alias)
    bookings.filter(confirmed_at__isnull=True, entry__isnull=True, has_place=True).update(has_place=False)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_confirmed_on_the_same_device")]

    operations = [migrations.RunPython(free_places, migrations.RunPython.noop)]
