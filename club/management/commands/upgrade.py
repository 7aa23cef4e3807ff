"""Brings the data of this installation to the version of the program."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.handover.manifest import program_version
from club.management.terminal import TranslatedCommand, prepare_database


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Porta i dati a questa versione: prima una copia, poi i controlli; se fallisce torna indietro."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        done = prepare_database(self.stdout.write)
        if not done.steps:
            self.stdout.write(
                _("I dati sono già della versione %(version)s.") % {"version": program_version()}
            )
            return
        self.stdout.write(
            _("Fatto: i dati sono della versione %(version)s.") % {"version": program_version()}
        )
        if done.backup:
            self.stdout.write(_("La copia di prima è in %(file)s.") % {"file": done.backup})
