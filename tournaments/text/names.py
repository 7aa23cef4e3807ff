"""Names as the reader may see them: decided only here, for pages, paper, projector, API and exports."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from club.models import Person


def shown(person: Person, context: Mapping[str, Any], number: int | None = None) -> str:
    """The full name if the context allows it, else the public one (`Person.public_name`).

    If the club shows no initials either, the entry's `number` stands for the person, or a dash. Needs the
    person's club: fetch it with the person.
    """
    if context.get("full_names"):
        return person.full_name
    return person.public_name or unnamed(number)


def pair(people: Iterable[Person], context: Mapping[str, Any], number: int | None = None) -> str:
    """The names of a pair on one line; a number that stands for both is shown once."""
    names = [shown(person, context, number) for person in people]
    are_one = not context.get("full_names") and len(set(names)) == 1 and names[0] == unnamed(number)
    return names[0] if are_one else " – ".join(names)


def unnamed(number: int | None) -> str:
    """The replacement for a name that the club does not show at all."""
    return "–" if number is None else _("n. %(number)s") % {"number": number}


# The reading context of everybody: names by the club's rule, no drafts. Also for officers, so that pages are
# shared.
PUBLIC = {"full_names": False, "drafts": False}
