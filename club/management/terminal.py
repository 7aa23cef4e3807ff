"""Shared by commands in a terminal: help in its language, arguments, the database made ready."""

import sys
from argparse import SUPPRESS, ArgumentTypeError
from collections.abc import Callable
from typing import Any

from django.core.checks import run_checks
from django.core.management.base import BaseCommand, CommandError, CommandParser, SystemCheckError
from django.utils.translation import gettext as _

from club.backups import upgrading
from club.backups.upgrading import Tell, Upgraded
from club.errors import ClubError


class TranslatedCommand(BaseCommand):
    """A command whose `help` is translated when it is shown, not when the module is read.

    Its help leaves out the options that Django gives to every command; they work all the same. It starts in
    half the time of Django's commands: the other system checks are about the code, and read every page.
    """

    requires_system_checks = ("installation",)

    suppressed_base_arguments = {
        *("--version", "--verbosity", "--settings", "--pythonpath", "--traceback"),
        *("--no-color", "--force-color"),
    }

    def execute(self, *args: Any, **options: Any) -> Any:
        """Runs the command. Typed in a terminal, a refusal is its sentence and nothing else."""
        try:
            return super().execute(*args, **options)
        except CommandError as refusal:
            if not getattr(self, "_called_from_command_line", False) or options.get("traceback"):
                raise
            is_of_checks = isinstance(refusal, SystemCheckError)
            self.stderr.write(_sentences_of_checks() if is_of_checks else str(refusal))
            sys.exit(refusal.returncode)

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        self.help = str(self.help)  # the parser takes plain strings
        parser = super().create_parser(prog_name, subcommand.replace("_", "-"), **kwargs)
        # Django adds this option beside the others, so it does not leave it out by itself.
        for action in parser._actions:
            if "--skip-checks" in action.option_strings:
                action.help = SUPPRESS
        return parser


def _sentences_of_checks() -> str:
    """The refusals of the system checks, each with its remedy, without Django's numbers and headings."""
    found = run_checks(tags=TranslatedCommand.requires_system_checks)
    refused = [fault for fault in found if fault.is_serious() and not fault.is_silenced()]
    return "\n".join(f"{fault.msg} {fault.hint or ''}".strip() for fault in refused)


def between(least: int, most: int) -> Callable[[str], int]:
    """The type of an argument: a whole number between these bounds."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ArgumentTypeError(_("un numero da %(least)d a %(most)d") % {"least": least, "most": most})
        return int(text)

    return number


def prepare_database(tell: Tell = lambda _sentence: None) -> Upgraded:
    """Brings the database to this version, as `upgrading.upgrade`, or says why this version cannot use it."""
    try:
        return upgrading.upgrade(tell)
    except ClubError as refusal:
        raise CommandError(str(refusal)) from refusal
