"""Commands whose help is said in the language of the terminal."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class TranslatedCommand(BaseCommand):
    """A command whose `help` is translated when it is shown, not when the module is read."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        self.help = str(self.help)  # the parser takes plain strings
        return super().create_parser(prog_name, subcommand, **kwargs)
