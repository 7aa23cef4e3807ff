"""Prints the code that the page «benvenuto» asks for on a new installation."""

from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.accounts import first_club
from club.management.terminal import TranslatedCommand


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Scrive il codice che la pagina /benvenuto/ chiede a chi ripristina il primo circolo."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not first_club.is_new():
            raise CommandError(_("Questa installazione non è nuova: per un altro circolo usa restore_club."))
        self.stdout.write(first_club.start_code())
