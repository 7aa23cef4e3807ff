"""Lets somebody in again who lost phone and recovery codes, from the terminal of whoever keeps Criccone."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.accounts import factors
from club.models import User


class Command(BaseCommand):
    help = "Toglie il secondo fattore a un accesso e ne chiude le sessioni: dopo si entra con la password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--email", required=True, help="l'indirizzo di chi non riesce a entrare")

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(email__iexact=options["email"]).first()
        if user is None:
            raise CommandError(_("Nessun accesso ha l'indirizzo %(email)s.") % {"email": options["email"]})
        if not factors.drop(user):
            raise CommandError(_("%(email)s non ha un secondo fattore.") % {"email": user.email})
        self.stdout.write(
            _("%(email)s entra di nuovo con la sola password: fagli aggiungere un secondo fattore.")
            % {"email": user.email}
        )
