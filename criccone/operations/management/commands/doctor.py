"""Explains what is wrong with the installation and what to do; exits with 1 if something is."""

import sys
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import criccone
from club.management.terminal import TranslatedCommand
from criccone import terminal_language
from criccone.operations import doctor


class Command(TranslatedCommand):
    help = gettext_lazy("Guarda se l'installazione sta bene; per ogni guasto dice che cosa fare.")
    requires_system_checks = ()  # it runs where they fail, and says more

    def handle(self, *_args: Any, **_options: Any) -> None:
        with translation.override(terminal_language.environment_language()):
            self.stdout.write(f"Criccone {criccone.__version__}")
            faults = sum(self._tell(finding) for finding in doctor.findings())
            self.stdout.write(_("Guasti: %(count)s.") % {"count": faults} if faults else _("Tutto bene."))
        if faults:
            sys.exit(1)

    def _tell(self, finding: doctor.Finding) -> bool:
        """Prints the finding; returns whether it is a fault."""
        if not finding.fault:
            note = f": {finding.note}" if finding.note else ""
            self.stdout.write(self.style.SUCCESS("  ok  ") + finding.part + note)
            return False
        self.stdout.write(self.style.ERROR("  NO  ") + f"{finding.part}: {finding.fault}")
        self.stdout.write(f"      → {finding.remedy}")
        return True
