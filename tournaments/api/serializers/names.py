"""Names as the asker may read them: decided here alone, for pages, paper, wall, API and exports."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from club.models import Person


def shown(person: Person, context: Mapping[str, Any], number: int | None = None) -> str:
    """The whole name where the context allows it, else the public one (`Person.public_name`).

    Where the club shows no initials either, `number` of the entry stands for the person, or a dash. Reads the
    person's club: fetch it too.
    """
    if context.get("full_names"):
        return person.full_name
    return person.public_name or unnamed(number)


def pair(people: Iterable[Person], context: Mapping[str, Any], number: int | None = None) -> str:
    """The names of a coppia on one line; the number that stands for both stands once."""
    names = [shown(person, context, number) for person in people]
    are_one = not context.get("full_names") and len(set(names)) == 1 and names[0] == unnamed(number)
    return names[0] if are_one else " – ".join(names)


def unnamed(number: int | None) -> str:
    """What stands for a person of the entry whom the club does not name at all."""
    return "–" if number is None else _("n. %(number)s") % {"number": number}
