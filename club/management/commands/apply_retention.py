"""Deletes the data whose retention period has passed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.management.terminal import TranslatedCommand
from club.models import Club
from club.privacy import retention


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Elimina i dati che ogni circolo ha tenuto abbastanza; con --preview li conta soltanto."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", help=_("l'indirizzo breve di un circolo"))
        parser.add_argument("--preview", action="store_true", help=_("conta soltanto, senza cambiare niente"))

    def handle(self, *_args: Any, **options: Any) -> None:
        clubs = Club.objects.order_by("pk")
        if options["club"]:
            clubs = clubs.filter(slug=options["club"])
            if not clubs:
                raise CommandError(_("Nessun circolo ha l'indirizzo «%(slug)s».") % {"slug": options["club"]})
        today = timezone.localdate()
        for club in clubs:
            counts: dict[str, int] | None
            if options["preview"]:
                counts = {due.rule.kind: due.count for due in retention.preview(club, today) if due.count}
            else:
                counts = retention.apply(club, today)
            summary = ", ".join(f"{kind}: {count}" for kind, count in (counts or {}).items())
            already = _("questo mese è già stato fatto")
            self.stdout.write(f"{club.slug}: {already if counts is None else summary or '0'}")
