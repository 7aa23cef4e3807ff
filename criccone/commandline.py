"""The command `criccone`, and `manage.py`, which is the same in a clone of the repository."""

import os
import sys
from typing import Final

from criccone import __version__, terminal_language

#: The commands that the help lists, in the order in which an installation needs them. The others work too.
LISTED: Final = (
    *("demo", "serve", "play-evening", "create-owner"),
    *("backup", "restore", "upgrade", "doctor", "version"),
)


def main(words: list[str] | None = None) -> None:
    """Runs the command that was typed, in the language of the terminal.

    Commands are Django's management commands; `play-evening` and `play_evening` are the same one.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "criccone.settings")
    _never_fail_for_a_letter()
    program, *typed = sys.argv if words is None else ["criccone", *words]
    name = typed[0] if typed else "help"
    if name in ("version", "--version"):
        sys.stdout.write(f"Criccone {__version__}\n")
        return

    import django
    from django.core.management import execute_from_command_line
    from django.utils import translation

    django.setup()
    translation.activate(terminal_language.of_environment())
    if name in ("help", "--help", "-h") and len(typed) < 2:
        sys.stdout.write(_help())
        return
    execute_from_command_line([program, name.replace("-", "_"), *typed[1:]])


def _help() -> str:
    from django.core.management import get_commands, load_command_class
    from django.utils.translation import gettext as _

    apps = get_commands()
    usage = _("criccone COMANDO [opzioni]; criccone COMANDO --help dice le opzioni.")
    lines = [f"Criccone {__version__}", "", usage, ""]
    for name in LISTED:
        module = name.replace("-", "_")
        told = load_command_class(apps[module], module).help if module in apps else _("Dice la versione.")
        lines.append(f"  {name:<14} {told}")
    return "\n".join([*lines, ""])


def _never_fail_for_a_letter() -> None:
    """A terminal without a letter, such as a suit's sign in an old Windows, shows a question mark for it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
