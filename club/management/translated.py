"""Commands whose help is said in the language of the terminal."""

from argparse import SUPPRESS
from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class TranslatedCommand(BaseCommand):
    """A command whose `help` is translated when it is shown, not when the module is read.

    Its help leaves out the options that Django gives to every command; they work all the same.
    """

    suppressed_base_arguments = {
        *("--version", "--verbosity", "--settings", "--pythonpath", "--traceback"),
        *("--no-color", "--force-color"),
    }

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        self.help = str(self.help)  # the parser takes plain strings
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        # Django adds this option beside the others, so it does not leave it out by itself.
        for action in parser._actions:
            if "--skip-checks" in action.option_strings:
                action.help = SUPPRESS
        return parser
