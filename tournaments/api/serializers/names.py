"""Names as the asker may read them."""

from collections.abc import Iterable, Mapping
from typing import Any

from club.models import Person


def shown(person: Person, context: Mapping[str, Any]) -> str:
    """The whole name where the context allows it, else the public one."""
    return person.full_name if context.get("full_names") else person.public_name


def pair(people: Iterable[Person], context: Mapping[str, Any]) -> str:
    """Both names of a coppia on one line."""
    return " – ".join(shown(person, context) for person in people)
