"""Says the code with which a new installation takes in its first club from the page «benvenuto»."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.handover import welcoming


class Command(BaseCommand):
    help = "Scrive il codice che la pagina /benvenuto/ chiede a chi ripristina il primo circolo."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not welcoming.is_new():
            raise CommandError(_("Questa installazione non è nuova: per un altro circolo usa restore_club."))
        self.stdout.write(welcoming.start_code())
