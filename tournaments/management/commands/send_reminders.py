"""One run of the periodic work on bookings, for installations without Celery beat or `serve`."""

from typing import Any

from django.utils.translation import gettext_lazy

from club.management.terminal import TranslatedCommand
from tournaments.entries.bookings import periodic


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Manda i promemoria e i messaggi rimasti, e chiude le iscrizioni dal telefono mai confermate."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        periodic.tick()
