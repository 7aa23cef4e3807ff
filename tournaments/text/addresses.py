"""Addresses of pages that differ by a number only: a season links to thousands of them."""

from collections.abc import Callable

from django.urls import reverse


def numbered(name: str, *before: object) -> Callable[[int], str]:
    """The addresses of these pages by their number, the last part of an address that varies.

    The address is resolved once, which takes as long as a row of a table.
    """
    head, _number, tail = reverse(name, args=[*before, 0]).rpartition("/0/")
    return lambda number: f"{head}/{number}/{tail}"
