"""Asking for a passphrase on a terminal, without showing it, or reading it from standard input."""

import getpass
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from club.os_reasons import reason

#: The actor in the log of acts on the installation's terminal.
TERMINAL = "terminale"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--passphrase-stdin", action="store_true", help=_("legge la frase segreta dallo standard input")
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


def add_passphrase_file(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--passphrase-file", type=Path, help=_("legge la frase segreta dalla prima riga di un file")
    )


def passphrase_of(options: dict[str, Any], *, twice: bool) -> str:
    """The passphrase in the file, on standard input or typed, as the options say. Raises CommandError."""
    path: Path | None = options["passphrase_file"]
    if path is None:
        return passphrase(from_stdin=options["passphrase_stdin"], twice=twice)
    try:
        return path.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except OSError as wrong:
        raise CommandError(
            _("Non posso leggere %(file)s: %(why)s.") % {"file": path, "why": reason(wrong)}
        ) from wrong
