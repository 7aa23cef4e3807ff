"""Checks the published file of a draw, on any computer and without a database."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.management.terminal import TranslatedCommand
from club.os_reasons import reason
from tournaments.core.draws import DrawImpossible
from tournaments.core.draws.publishing import MOST_BYTES, Check, file_data
from tournaments.core.draws.verifying import verification
from tournaments.text.check_wording import check_sentence
from tournaments.text.draw_wording import refusal_sentence

MARKS = {"kept": "✓", "broken": "✗", "unknown": "?"}
BROKEN, UNREADABLE = 1, 2


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Verifica il file di un abbinamento pubblicato: 0 tutto vero, 1 qualcosa non torna, 2 non si legge."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", help=_("il file scaricato dalla pagina del turno, o - per lo standard input")
        )
        parser.add_argument(
            "--language", choices=["it", "en"], default="it", help=_("lingua delle frasi (it)")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        with translation.override(options["language"]):
            self.verify(options["file"])

    def verify(self, name: str) -> None:
        """Prints the outcome of each check; ends with the exit status."""
        try:
            result = verification(file_data(self.written(name)))
        except DrawImpossible as refusal:
            sentence = refusal_sentence(refusal.code, refusal.params)
            raise CommandError(sentence, returncode=UNREADABLE) from refusal
        for check in result.checks:
            self.stdout.write(_line(check))
        if not result.is_kept:
            raise CommandError(_("Qualcosa non torna."), returncode=BROKEN)
        self.stdout.write(_("Niente di quello che si è controllato è falso."))

    def written(self, name: str) -> bytes:
        """The file's bytes, at most one more than the limit, so that a huge file does not fill the memory."""
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        try:
            with Path(name).open("rb") as file:
                return file.read(MOST_BYTES + 1)
        except OSError as error:
            message = _("Il file %(name)s non si apre: %(why)s.") % {"name": name, "why": reason(error)}
            raise CommandError(message, returncode=UNREADABLE) from error


def _line(check: Check) -> str:
    return f"{MARKS[check.outcome]} {check_sentence(check.code, check.outcome, check.params)}"
