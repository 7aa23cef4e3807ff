"""Lets an account open the pages of administration, or takes that away."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.accounts import second_factor_policy, sessions
from club.email_addresses import with_address
from club.management.terminal import TranslatedCommand
from club.models import User


class Command(TranslatedCommand):
    help = gettext_lazy("Fa di un accesso un amministratore dell'installazione, o glielo toglie.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--email", required=True, help=_("l'indirizzo dell'accesso"))
        parser.add_argument("--remove", action="store_true", help=_("glielo toglie"))

    def handle(self, *_args: Any, **options: Any) -> None:
        user = with_address(User.objects.all(), options["email"]).first()
        if options["remove"]:
            self._remove(user, options["email"])
            return
        if user is None:
            raise CommandError(_("Nessun accesso ha l'indirizzo %(email)s.") % {"email": options["email"]})
        User.objects.filter(pk=user.pk).update(is_superuser=True)
        self.stdout.write(_("%(email)s amministra questa installazione.") % {"email": user.email})
        if not second_factor_policy.has_second_factor(user):
            self.stdout.write(_("Prima però deve entrare e aggiungere un secondo fattore al suo accesso."))
        if not settings.ADMIN_PATH:
            self.stdout.write(_("Le pagine ci sono quando ADMIN_PATH ne dice l'indirizzo."))

    def _remove(self, user: User | None, email: str) -> None:
        if user is None or not user.is_superuser:
            raise CommandError(_("%(email)s non amministra questa installazione.") % {"email": email})
        User.objects.filter(pk=user.pk).update(is_superuser=False)
        sessions.end_sessions(user)
        self.stdout.write(_("%(email)s non amministra più questa installazione.") % {"email": email})
