"""One round of what is due by the clock, for an installation that neither beat nor `serve` looks after."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.bookings import ticking


class Command(BaseCommand):
    help = "Manda i promemoria e i messaggi rimasti, e chiude le iscrizioni dal telefono mai confermate."

    def handle(self, *_args: Any, **_options: Any) -> None:
        ticking.tick()
