"""Whole numbers that a command is given."""

from argparse import ArgumentTypeError
from collections.abc import Callable

from django.utils.translation import gettext as _


def between(least: int, most: int) -> Callable[[str], int]:
    """The type of an argument: a whole number between these bounds."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ArgumentTypeError(_("un numero da %(least)d a %(most)d") % {"least": least, "most": most})
        return int(text)

    return number
