"""Computes all standings again from log and results, and compares them with the stored ones."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.management.terminal import TranslatedCommand
from tournaments.models import Tournament
from tournaments.standings.audit import recompute

DIFFERENT, NOT_THERE = 1, 2


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Rifà ogni classifica dal registro e dai risultati e la confronta, byte per byte, con quella "
        "conservata. Non scrive niente. Esce con 0 se sono uguali, con 1 se qualcosa è diverso, "
        "con 2 se il torneo o il circolo non c'è."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="*", help=_("codici dei tornei; senza, tutti"))
        parser.add_argument("--club", help=_("indirizzo breve di un circolo: tutti i suoi tornei"))

    def handle(self, *_args: Any, **options: Any) -> None:
        wrong = [tournament for tournament in _asked(**options).iterator() if not self._report(tournament)]
        if wrong:
            sys.exit(DIFFERENT)

    def _report(self, tournament: Tournament) -> bool:
        """Whether everything was equal; prints each difference on a separate line."""
        report = recompute(tournament.pk)
        waiting = _(", l'ultima ancora da costruire") if report.waiting else ""
        faults = len(report.faults)
        different = ngettext("%(n)s differenza", "%(n)s differenze", faults) % {"n": faults}
        built = _("classifiche %(n)s") % {"n": report.snapshots}
        verdict = different if faults else _("uguali")
        self.stdout.write(f"{tournament.code} {tournament.name}: {built}{waiting}: {verdict}")
        for fault in report.faults:
            self.stdout.write(f"  {fault}")
        return not report.faults


def _asked(code: list[str], club: str | None, **_others: Any) -> QuerySet[Tournament]:
    """The tournaments of these codes and that club. Raises CommandError for an unknown one."""
    tournaments = Tournament.objects.select_related("club").order_by("pk")
    if club is not None:
        tournaments = tournaments.filter(club__slug=club)
        if not tournaments.exists():
            raise CommandError(
                _("Il circolo «%(club)s» non c'è, o non ha tornei.") % {"club": club}, returncode=NOT_THERE
            )
    if code:
        tournaments = tournaments.filter(code__in=code)
        missing = set(code) - set(tournaments.values_list("code", flat=True))
        if missing:
            named = {"codes": ", ".join(sorted(missing))}
            raise CommandError(_("Nessun torneo ha il codice %(codes)s.") % named, returncode=NOT_THERE)
    return tournaments
