"""The people in the register whose data has changed since a moment, found in the club's log."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from django.db.models import Q

from club.history import log
from club.models import Club, ImportRow, Person

#: The first words of the names of acts that change a person's data in the register. Dues and receipts have
#: lists of their own, which not everybody who reads the register may read.
ACTS: Final = ("person", "membership", "consent", "guardian")


def people_changed(club: Club, since: datetime) -> set[int]:
    """The ids of the people whose data such an act changed at or after `since`.

    One query, two if an import was undone, and two more for a club that was moved here. Guests whom the desk
    of an evening adds are in no log until an officer changes their data in the register.
    """
    acts = Q(act="import.undone")
    for word in ACTS:
        acts |= Q(act__startswith=f"{word}.")
    entries = club.log.filter(acts, at__gte=since).values_list("number", "subject")
    return {person for person in _people_of(club, entries) if person}


def _people_of(club: Club, entries: Iterable[tuple[int, dict[str, int]]]) -> Iterator[int]:
    now = log.current_key_lookup(club, Person)
    undone = []
    for number, subject in entries:
        people = [subject[word] for word in ("person", "other") if word in subject]
        yield from (now(number, person) for person in people)
        if not people and "import" in subject:
            undone.append(subject["import"])
    if undone:
        rows = ImportRow.objects.filter(of__club=club, of__in=undone, person__isnull=False)
        yield from rows.values_list("person", flat=True)
