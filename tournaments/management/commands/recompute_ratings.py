"""Computes every rating again from the matches played, and compares it with the stored one."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.management.terminal import TranslatedCommand
from club.models import Club
from tournaments.players import rating_builds

DIFFERENT, NOT_THERE = 1, 2


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Rifà i punteggi dei giocatori da tutte le partite e li confronta, byte per byte, con quelli "
        "conservati. Non scrive niente. Esce con 0 se sono uguali, con 1 se qualcosa è diverso, "
        "con 2 se il circolo non c'è."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", nargs="*", help=_("indirizzi brevi dei circoli; senza, tutti"))

    def handle(self, *_args: Any, **options: Any) -> None:
        wrong = [club for club in self._asked(options["club"]) if not self._report(club)]
        if wrong:
            sys.exit(DIFFERENT)

    def _asked(self, slugs: list[str]) -> list[Club]:
        clubs = list(Club.objects.filter(slug__in=slugs) if slugs else Club.objects.all())
        if missing := set(slugs) - {club.slug for club in clubs}:
            message = _("Nessun circolo ha l'indirizzo «%(slug)s».") % {"slug": ", ".join(sorted(missing))}
            raise CommandError(message, returncode=NOT_THERE)
        return clubs

    def _report(self, club: Club) -> bool:
        """Prints whether stored and recomputed ratings are equal; False if they differ and no build is
        pending."""
        waiting = club.pk in set(rating_builds.clubs_waiting())
        equal = rating_builds.stored(club.pk) == rating_builds.recomputed(club.pk)
        verdict = _("uguali") if equal else _("da rifare, il lavoro è in attesa") if waiting else _("diversi")
        self.stdout.write(f"{club.slug}: {verdict}")
        return equal or waiting
