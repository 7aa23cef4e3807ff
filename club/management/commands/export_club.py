"""Writes the encrypted archive of a club."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.handover import encryption, service
from club.management import prompts
from club.models import Club


class Command(BaseCommand):
    help = "Scrive in un file cifrato tutto di un circolo, per ripristinarlo altrove con restore_club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="indirizzo breve del circolo")
        parser.add_argument("file", type=Path, help="file da scrivere, che non deve esserci ancora")
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
            encryption.verify_passphrase(passphrase)
            made = service.deliver_archive(club, passphrase, by=prompts.TERMINAL)
        except ClubError as refusal:
            raise CommandError(str(refusal)) from refusal
        _write(path, made.sealed)
        self.stdout.write(
            _("Scritto %(file)s: %(rows)s righe, %(kilobytes)s kB. Senza la frase non lo apre nessuno.")
            % {"file": path, "rows": sum(made.counts.values()), "kilobytes": len(made.sealed) // 1024}
        )


def _write(path: Path, body: bytes) -> None:
    """Writes the whole file or nothing, readable by its owner only."""
    draft = path.with_name(f".{path.name}.draft")
    draft.touch(mode=0o600)
    try:
        draft.write_bytes(body)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)
