"""Adding and finding the people of a club."""

import unicodedata
from datetime import date

from django.db.models import Q, QuerySet

from club.models import Club, Person


def search_key(name: str) -> str:
    """`name` as it is searched: lower case, no accents, single spaces."""
    plain = unicodedata.normalize("NFKD", name)
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(kept.casefold().replace("'", " ").replace("’", " ").split())


def add(
    club: Club,
    *,
    last_name: str,
    first_name: str,
    is_guest: bool = False,
    name_consent_on: date | None = None,
) -> Person:
    """A new person of the club; the date is that of the consent to print the name in public results."""
    return Person.objects.create(
        club=club,
        last_name=last_name,
        first_name=first_name,
        is_guest=is_guest,
        name_consent_on=name_consent_on,
        search_key=search_key(f"{last_name} {first_name}")[:130],
    )


def find(club: Club, letters: str) -> QuerySet[Person]:
    """People of `club` in whose name every typed word starts a word: "ros ma" finds Rossi Mario."""
    words = search_key(letters).split()
    found = Q()
    for word in words:
        found &= Q(search_key__startswith=word) | Q(search_key__contains=f" {word}")
    return Person.objects.filter(found, club=club) if words else Person.objects.none()
