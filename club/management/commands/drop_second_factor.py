"""Removes the second factor of an account whose owner has lost phone and recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.accounts import second_factor_policy
from club.email_addresses import with_address
from club.management.terminal import TranslatedCommand
from club.models import User


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Toglie il secondo fattore a un accesso e ne chiude le sessioni: dopo si entra con la password."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--email", required=True, help=_("l'indirizzo di chi non riesce a entrare"))

    def handle(self, *_args: Any, **options: Any) -> None:
        user = with_address(User.objects.all(), options["email"]).first()
        if user is None:
            raise CommandError(_("Nessun accesso ha l'indirizzo %(email)s.") % {"email": options["email"]})
        if not second_factor_policy.drop_second_factor(user):
            raise CommandError(_("%(email)s non ha un secondo fattore.") % {"email": user.email})
        self.stdout.write(
            _("%(email)s entra di nuovo con la sola password: fagli aggiungere un secondo fattore.")
            % {"email": user.email}
        )
