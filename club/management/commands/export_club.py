"""Writes the encrypted archive of a club."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.backups.backup_file import whole_file
from club.errors import Refusal
from club.handover import archive_writer, encryption
from club.management import prompts
from club.management.terminal import TranslatedCommand
from club.models import Club


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Scrive in un file cifrato tutto di un circolo, per ripristinarlo altrove con restore_club."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help=_("indirizzo breve del circolo"))
        parser.add_argument("file", type=Path, help=_("file da scrivere, che non deve esserci ancora"))
        prompts.add_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        path: Path = options["file"]
        club = Club.objects.filter(slug=options["slug"]).first()
        if club is None:
            raise CommandError(_("Nessun circolo ha l'indirizzo «%(slug)s».") % {"slug": options["slug"]})
        if path.exists() or not path.absolute().parent.is_dir():
            raise CommandError(
                _("Non posso scrivere %(file)s: c'è già, o manca la cartella.") % {"file": path}
            )
        if not options["passphrase_stdin"]:
            self.stderr.write(_("Per esempio: %(words)s") % {"words": encryption.suggested_passphrase()})
        passphrase = prompts.passphrase(from_stdin=options["passphrase_stdin"], twice=True)
        try:
            with whole_file(path) as out:
                counts = archive_writer.write_archive(club, out, passphrase, by=prompts.TERMINAL)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            _("Scritto %(file)s: %(rows)s righe, %(kilobytes)s kB. Senza la frase non lo apre nessuno.")
            % {"file": path, "rows": sum(counts.values()), "kilobytes": path.stat().st_size // 1024}
        )
