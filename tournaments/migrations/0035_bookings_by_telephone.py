from django.db import migrations, models


def backwards(apps, schema_editor):
    """Gives bookings by telephone number alone an address that no letter reaches: each needed one of its own."""
    bookings = apps.get_model("tournaments", "Booking").objects.using(schema_editor.connection.alias)
    for booking in bookings.filter(email=""):
        booking.email = f"{booking.number}@telefono.invalid"
        booking.save(update_fields=["email"])


def backwards(apps, schema_editor):
    """Gives each booking by telephone number alone an address that no letter reaches."""
    bookings = apps.get_model("tournaments", "Booking").objects.using(schema_editor.connection.alias)
    for booking in bookings.filter(email=""):
        booking.email = f"{booking.number}@telefono.invalid"
        booking.save(update_fields=["email"])


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0022_presentation'),
        ('tournaments', '0034_push_subscriptions'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='booking',
            name='one_living_booking_an_address',
        ),
        migrations.AddField(
            model_name='calendarrules',
            name='takes_phone_alone',
            field=models.BooleanField(default=False, verbose_name='ci si iscrive anche con il solo telefono'),
        ),
        migrations.AlterField(
            model_name='booking',
            name='email',
            field=models.EmailField(blank=True, max_length=254, verbose_name='e-mail'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True), models.Q(('email', ''), _negated=True)), fields=('tournament', 'email'), name='one_living_booking_an_address'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('email', ''), _negated=True), models.Q(('phone', ''), _negated=True), _connector='OR'), name='author_can_be_reached'),
        ),
        migrations.RunPython(migrations.RunPython.noop, backwards),
    ]
