"""Writes a backup of the whole installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.backups import making
from club.backups.making import Backup
from club.backups.places import broken_logs_sentence, second_place_sentence
from club.errors import ClubError
from club.handover import encryption
from club.management import prompts
from club.management.terminal import TranslatedCommand
from club.os_reasons import reason


class Command(TranslatedCommand):
    help = gettext_lazy("Fa una copia di sicurezza di tutta l'installazione, anche mentre funziona.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--to",
            type=Path,
            help=_("cartella dove scriverla; senza, in quella dei dati e in BACKUP_TO"),
        )
        parser.add_argument(
            "--encrypt", action="store_true", help=_("chiede una frase segreta e cifra la copia")
        )
        prompts.add_arguments(parser)
        prompts.add_passphrase_file(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        passphrase = self._passphrase(options)
        try:
            made = self._written(options["to"], passphrase)
        except ClubError as refusal:
            raise CommandError(str(refusal)) from refusal
        except OSError as wrong:
            raise CommandError(_("Non posso scrivere la copia: %(why)s.") % {"why": reason(wrong)}) from wrong
        if made is None:
            raise CommandError(_("Una copia di sicurezza è già in corso: aspetta che finisca."))
        self._tell(made)

    def _passphrase(self, options: dict[str, Any]) -> str | None:
        """The passphrase to encrypt with; None for that of the settings."""
        if not options["encrypt"] and not options["passphrase_stdin"] and not options["passphrase_file"]:
            return None
        if options["encrypt"] and not options["passphrase_stdin"] and not options["passphrase_file"]:
            self.stderr.write(_("Per esempio: %(words)s") % {"words": encryption.suggested_passphrase()})
        passphrase = prompts.passphrase_of(options, twice=True)
        try:
            encryption.verify_passphrase(passphrase)
        except ClubError as refusal:
            raise CommandError(str(refusal)) from refusal
        return passphrase

    def _written(self, folder: Path | None, passphrase: str | None) -> Backup | None:
        if folder is None:
            return making.back_up(passphrase=passphrase, by_hand=True)
        if not folder.is_dir():  # such as a stick that is not in its place: nothing is made under its name
            missing = _("La cartella %(folder)s non c'è: creala, o collega il disco.")
            raise CommandError(missing % {"folder": folder})
        own = settings.BACKUP_PASSPHRASE if passphrase is None else passphrase
        return making.write_backup(folder, own, timezone.now())

    def _tell(self, made: Backup) -> None:
        self.stdout.write(
            _("Scritta %(file)s: %(rows)s righe, %(kilobytes)s kB.")
            % {
                "file": made.path,
                "rows": made.manifest.rows,
                "kilobytes": made.path.stat().st_size // 1024,
            }
        )
        if made.manifest.contents.broken:
            raise CommandError(broken_logs_sentence(made.manifest.contents.broken))
        if made.away:
            raise CommandError(second_place_sentence(made.away.code, str(made.away)))
