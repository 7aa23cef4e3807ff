"""Asking for a passphrase on a terminal, without showing it, or reading it from standard input."""

import getpass
import sys
from argparse import ArgumentParser

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

#: The actor in the log of acts on the installation's terminal.
TERMINAL = "terminale"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--passphrase-stdin", action="store_true", help="legge la frase segreta dallo standard input"
    )


def passphrase(*, from_stdin: bool, twice: bool) -> str:
    """The typed passphrase. Raises CommandError without a terminal, or if the two differ."""
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise CommandError(_("Qui non si può chiedere la frase segreta: passala con --passphrase-stdin."))
    typed = getpass.getpass(_("Frase segreta: "))
    if twice and getpass.getpass(_("Di nuovo: ")) != typed:
        raise CommandError(_("Le due frasi non sono uguali: ripeti il comando."))
    return typed
