"""Restores a whole installation from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.backups import restoring
from club.backups.places import broken_logs_sentence, moment_in_words
from club.errors import ClubError
from club.management import prompts
from club.management.terminal import TranslatedCommand
from club.os_reasons import reason


class Command(TranslatedCommand):
    help = gettext_lazy("Ripristina tutta l'installazione da una copia di sicurezza: tutto o niente.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help=_("la copia, scritta da backup"))
        parser.add_argument(
            "--force",
            action="store_true",
            help=_("sostituisce i dati che ci sono, e li mette da parte con un altro nome"),
        )
        prompts.add_arguments(parser)
        prompts.add_passphrase_file(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            done = restoring.restore(
                options["file"],
                lambda: prompts.passphrase_of(options, twice=False),
                replace=options["force"],
            )
        except ClubError as refusal:
            raise CommandError(str(refusal)) from refusal
        except OSError as wrong:
            raise CommandError(
                _("Non posso leggere %(file)s: %(why)s.") % {"file": options["file"], "why": reason(wrong)}
            ) from wrong
        self.stdout.write(
            _("Ripristinata la copia del %(at)s: %(rows)s righe e %(logs)s registri verificati.")
            % {
                "at": moment_in_words(done.manifest.made_at),
                "rows": done.manifest.rows,
                "logs": len(done.manifest.contents.logs),
            }
        )
        if done.former:
            self.stdout.write(_("I dati di prima sono in %(former)s.") % {"former": done.former})
        if done.manifest.contents.broken:
            self.stdout.write(broken_logs_sentence(done.manifest.contents.broken))
