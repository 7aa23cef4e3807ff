"""The data of a tournament as readers may see them, in frozen dataclasses for pages, paper, files and API.

A `Reading` says what its reader may see: with `full_names` names are complete (for officers, the table
itself, the printed sheet), else only with the person's consent; with `drafts` a round is shown before its
announcement; with `closed_boards` the results of duplicated deals before they open (`models.closed_boards`).
All are off by default.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any

Reading = Mapping[str, object]
#: The types that most values have, and that stay as they are in JSON.
PLAIN = frozenset((str, int, bool, float, type(None), datetime))


def shown_fields(shown: type) -> list[str]:
    """The names of a dataclass's fields, in order."""
    return [field.name for field in fields(shown)]


def as_data(shown: Any) -> Any:
    """Returns the value for JSON: dataclasses become dictionaries, tuples lists; other values stay."""
    kind = type(shown)
    if kind in PLAIN:
        return shown
    if isinstance(shown, dict):
        return {key: value if type(value) in PLAIN else as_data(value) for key, value in shown.items()}
    if isinstance(shown, list | tuple):
        return [each if type(each) in PLAIN else as_data(each) for each in shown]
    return {
        name: value if type(value := getattr(shown, name)) in PLAIN else as_data(value)
        for name in _field_names(kind)  # type: ignore[arg-type]  # a type is hashable
    } or shown


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    """The names of a dataclass's fields; none for another type."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
