"""The public shape of a tournament, as frozen dataclasses: pages, paper, files and API render the same data.

A `Reading` says what its reader may see: with `full_names` names are complete (for officers, the table
itself, the printed sheet), else only with the person's consent; with `drafts` a round is shown before its
announcement. Both are off by default.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

Reading = Mapping[str, object]


def shown_fields(shown: type) -> list[str]:
    """The names of a dataclass's fields, in order."""
    return [field.name for field in fields(shown)]


def as_data(shown: Any) -> Any:
    """The value as JSON has it: dataclasses become dictionaries, tuples lists; other values stay."""
    if is_dataclass(shown):
        return {field.name: as_data(getattr(shown, field.name)) for field in fields(shown)}
    if isinstance(shown, dict):
        return {key: as_data(value) for key, value in shown.items()}
    if isinstance(shown, list | tuple):
        return [as_data(each) for each in shown]
    return shown
