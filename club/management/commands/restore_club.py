"""Restores a club from its encrypted archive."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, BinaryIO

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.errors import ClubError
from club.handover import archive_reader, encryption, restore
from club.management import prompts
from club.management.terminal import TranslatedCommand
from club.models import RoleKind
from club.os_reasons import reason


class Command(TranslatedCommand):
    help = gettext_lazy("Ripristina un circolo dal suo archivio cifrato: tutto o niente.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help=_("l'archivio, scritto da export_club o dalla pagina «Consegna»")
        )
        parser.add_argument(
            "--slug", default="", help=_("un altro indirizzo breve, se il suo qui è di un altro")
        )
        parser.add_argument(
            "--new-codes",
            action="store_true",
            help=_("rifà i codici di tornei e tessere che qui sono già di altri"),
        )
        prompts.add_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            done = self._restored(options)
        except ClubError as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            _("Ripristinato «%(club)s» (indirizzo breve: %(slug)s): %(rows)s righe, registri verificati.")
            % {"club": done.club.name, "slug": done.club.slug, "rows": sum(done.manifest.counts.values())}
        )
        for kind, count in done.renewed.items():
            rows = apps.get_model(kind)._meta.verbose_name_plural
            self.stdout.write(_("Codici rifatti: %(count)s (%(kind)s).") % {"count": count, "kind": rows})
        owners = done.club.roles.filter(kind=RoleKind.OWNER).values_list("user__email", flat=True)
        if owners:
            self.stdout.write(
                _(
                    "Chi aveva incarichi li ha ancora, e sceglie una password nuova da «Password "
                    "dimenticata»: %(owners)s."
                )
                % {"owners": ", ".join(owners)}
            )

    def _restored(self, options: dict[str, Any]) -> restore.Restored:
        """The club of the archive, which lies decrypted in a file without a name meanwhile."""
        with _opened(options["file"]) as sealed, tempfile.TemporaryFile(dir=settings.DATA_DIR) as body:
            passphrase = prompts.passphrase(from_stdin=options["passphrase_stdin"], twice=False)
            encryption.unseal_into(body, sealed, passphrase)
            return restore.restore_club(
                body, by=prompts.TERMINAL, slug=options["slug"], new_codes=options["new_codes"]
            )


def _opened(path: Path) -> BinaryIO:
    try:
        archive_reader.verify_size(path.stat().st_size)
        return path.open("rb")
    except OSError as wrong:
        raise CommandError(
            _("Non posso leggere %(file)s: %(why)s.") % {"file": path, "why": reason(wrong)}
        ) from wrong
