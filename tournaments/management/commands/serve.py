"""Serves the pages on this machine."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.accounts import first_club
from club.management.terminal import TranslatedCommand, between
from tournaments.demo import serving


class Command(TranslatedCommand):
    help = gettext_lazy("Prepara la base dati e i file statici, poi serve le pagine al Wi-Fi della sala.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=between(1, 65_535), default=8000, help=_("porta (8000)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        serving.prepare(self.stdout.write)
        self.serve(options["port"])

    def serve(self, wanted: int) -> None:
        """Prints the addresses of the pages, then serves them until Ctrl-C."""
        try:
            port = serving.free_port(wanted)
        except serving.NoPort as taken:
            raise CommandError(_("Nessuna porta libera: %(why)s.") % {"why": taken}) from taken
        if port != wanted:
            self.stdout.write(
                _("La porta %(wanted)s è occupata: uso la %(port)s.") % {"wanted": wanted, "port": port}
            )
        self.stdout.write(_("Pagine: %(urls)s") % {"urls": "  ".join(serving.addresses(port))})
        if first_club.is_new():
            self.stdout.write(
                _("Qui non c'è ancora un circolo: comincia da %(url)sbenvenuto/, codice %(code)s.")
                % {"url": serving.addresses(port)[0], "code": first_club.start_code()}
            )
        self.stdout.write(_("Per fermare: Ctrl-C."))
        serving.serve(port, tell=self.stdout.write)
