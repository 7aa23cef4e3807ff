"""Creates a club and its first owner."""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.accounts.roles import ClubCreationRefused, create_club
from club.management.terminal import TranslatedCommand, prepare_database


class Command(TranslatedCommand):
    help = gettext_lazy(
        "Crea un circolo e il suo titolare, con tutti i ruoli: gli altri si danno poi dalle pagine."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", required=True, help=_("nome del circolo"))
        parser.add_argument("--email", required=True, help=_("con questo indirizzo il titolare accede"))
        parser.add_argument(
            "--password-stdin", action="store_true", help=_("legge la password dallo standard input")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        password = sys.stdin.readline().rstrip("\n") if options["password_stdin"] else _asked_password()
        prepare_database()
        try:
            founded = create_club(options["club"], options["email"], password)
        except ClubCreationRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            _(
                "Creati il circolo «%(club)s» (indirizzo breve: %(slug)s) e il suo titolare %(email)s, "
                "con tutti i ruoli."
            )
            % {"club": founded.club.name, "slug": founded.club.slug, "email": founded.owner.email}
        )


def _asked_password() -> str:
    """The password, typed twice without being shown."""
    if not sys.stdin.isatty():
        raise CommandError(_("Qui non si può chiedere la password: passala con --password-stdin."))
    password = getpass.getpass(_("Password: "))
    if getpass.getpass(_("Di nuovo: ")) != password:
        raise CommandError(_("Le due password non sono uguali: ripeti il comando."))
    return password
