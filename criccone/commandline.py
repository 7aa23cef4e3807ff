"""The command `criccone`, and `manage.py`, which is the same in a clone of the repository."""

import os
import sys
from pathlib import Path
from typing import Final

from criccone import __version__, data_folder, terminal_language

#: The commands that the help lists, in the order in which an installation needs them. The others work too.
LISTED: Final = (
    *("demo", "serve", "play-evening", "create-owner"),
    *("backup", "restore", "upgrade", "doctor", "version"),
)

#: The commands that serve pages.
SERVING: Final = ("serve", "demo")

#: Sentences about faults before the commands run, when gettext's translations may not be there.
SENTENCES: Final = {
    "database": {
        "it": "La base dati non si legge: {why} «criccone doctor» dice che cosa non va.",
        "en": "The database cannot be read: {why} “criccone doctor” says what is wrong.",
    },
    "psycopg": {
        "it": "DATABASE_URL vuole PostgreSQL: installa anche il suo driver, criccone[server].",
        "en": "DATABASE_URL asks for PostgreSQL: install its driver too, criccone[server].",
    },
    "unknown": {
        "it": "«{name}» non è un comando: «criccone help» dice quali ci sono.",
        "en": "“{name}” is not a command: “criccone help” lists them.",
    },
    "setting": {
        "it": "Un'impostazione dell'ambiente è sbagliata: {why}",
        "en": "A setting of the environment is wrong: {why}",
    },
}


def main(words: list[str] | None = None) -> None:
    """Runs the command that was typed, in the language of the terminal.

    Commands are Django's management commands; `play-evening` and `play_evening` are the same one.
    """
    try:
        _run(words)
    except BrokenPipeError:
        if not _is_output_closed():
            raise
        sys.exit(1)


def _is_output_closed() -> bool:
    """Whether the output is closed, as after `| head`; the rest of it is then discarded."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


def _run(words: list[str] | None) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "criccone.settings")
    _never_fail_for_a_letter()
    program, *typed = sys.argv if words is None else ["criccone", *words]
    if Path(program).name == "__main__.py":  # python -m criccone
        program = "criccone"
    name = typed[0] if typed else "help"
    if name in ("version", "--version"):
        sys.stdout.write(f"Criccone {__version__}\n")
        return

    from django.core.management import get_commands

    if name == "demo":
        data_folder.choose_for_demo()
    _set_up()
    terminal_language.speak()
    if name in ("help", "--help", "-h") and len(typed) < 2:
        sys.stdout.write(_help())
        return
    command = name.replace("-", "_")
    if command not in get_commands() and not name.startswith("-") and name != "help":
        sys.exit(SENTENCES["unknown"][terminal_language.environment_language()].format(name=name))
    if command in SERVING:
        # Before anything is prepared: the web process would refuse too, but only after that.
        from criccone.operations import safety

        safety.refuse_unsafe()
    _execute([program, command, *typed[1:]])


def _execute(words: list[str]) -> None:
    """Runs a management command; ends with a sentence if the database or a file of the data refuses."""
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(words)
    except DatabaseError as wrong:
        if "--traceback" in words:
            raise
        sys.exit(_database_sentence(wrong))
    except PermissionError as wrong:
        if "--traceback" in words or not _is_of_data(wrong):
            raise
        sys.exit(data_folder.unreadable(wrong.filename, wrong))


def _database_sentence(wrong: Exception) -> str:
    from criccone.sqlite.access import hindrance

    reason = hindrance()
    why = f"{reason.fault} {reason.remedy}" if reason else f"{_first_line(wrong)}."
    return SENTENCES["database"][terminal_language.environment_language()].format(why=why)


def _is_of_data(wrong: OSError) -> bool:
    """Whether the file that was refused is one of the data folder."""
    folder = data_folder.chosen().absolute()
    return isinstance(wrong.filename, str) and Path(wrong.filename).absolute().is_relative_to(folder)


def _set_up() -> None:
    """Reads the settings; ends with a sentence if one of them is wrong."""
    import django
    from django.core.exceptions import ImproperlyConfigured

    try:
        django.setup()
    except ModuleNotFoundError as missing:
        if missing.name != "psycopg":
            raise
        sys.exit(SENTENCES["psycopg"][terminal_language.environment_language()])
    except (ImproperlyConfigured, ValueError) as wrong:
        # A handler of the log that cannot open its file.
        if isinstance(wrong.__cause__, OSError) and wrong.__cause__.filename:
            sys.exit(data_folder.unreadable(wrong.__cause__.filename, wrong.__cause__))
        sys.exit(
            SENTENCES["setting"][terminal_language.environment_language()].format(why=_first_line(wrong))
        )


def _first_line(wrong: Exception) -> str:
    return (str(wrong).strip() or type(wrong).__name__).splitlines()[0]


def _help() -> str:
    from django.core.management import get_commands, load_command_class
    from django.utils.translation import gettext as _

    apps = get_commands()
    usage = _("criccone COMANDO [opzioni]; criccone COMANDO --help dice le opzioni.")
    lines = [f"Criccone {__version__}", "", usage, ""]
    for name in LISTED:
        module = name.replace("-", "_")
        summary = load_command_class(apps[module], module).help if module in apps else _("Dice la versione.")
        lines.append(f"  {name:<14} {summary}")
    return "\n".join([*lines, ""])


def _never_fail_for_a_letter() -> None:
    """Makes a terminal that lacks a letter, as an old Windows lacks suits, show a question mark instead."""
    # Where nothing reads what is written, it is thrown away.
    nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
    sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Line by line, so that a pipe shows what is being done while it is done.
            stream.reconfigure(errors="replace", line_buffering=True)
