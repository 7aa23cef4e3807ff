"""Adding and finding the people of a club."""

import re
import unicodedata
from datetime import date

from django.db import transaction
from django.db.models import F, Q, QuerySet

from club import publication
from club.models import Club, Particulars, Person, User
from club.privacy import consents

APOSTROPHES = str.maketrans("", "", "'’`")


def plain(name: str) -> str:
    """`name` in lower case, without accents and apostrophes, with single spaces: "D'Angelò" is "dangelo"."""
    letters = unicodedata.normalize("NFKD", name).casefold().translate(APOSTROPHES)
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def search_key(name: str) -> str:
    """What `find` looks in: the plain name, and what follows an apostrophe again: some type "angelo"."""
    tails = (re.split("['’`]", word)[-1] for word in name.split() if re.search("['’`]", word))
    return plain(" ".join((name, *tails)))[:130]


@transaction.atomic
def add(
    club: Club,
    *,
    last_name: str,
    first_name: str,
    is_guest: bool = False,
    name_consent_on: date | None = None,
    by: User | None = None,
) -> Person:
    """A new person of the club; the date is that of the consent to print the name in public results."""
    person = Person.objects.create(
        club=club,
        last_name=last_name,
        first_name=first_name,
        is_guest=is_guest,
        name_consent_on=name_consent_on,
        search_key=search_key(f"{last_name} {first_name}"),
    )
    consents.name_said(person, name_consent_on, before=None, by=by)
    return person


@transaction.atomic
def change(
    person: Person,
    *,
    last_name: str,
    first_name: str,
    is_guest: bool,
    name_consent_on: date | None,
    by: User | None = None,
) -> Person:
    """The person with these particulars; results already shown follow at once."""
    consents.name_said(person, name_consent_on, before=person.name_consent_on, by=by)
    person.last_name, person.first_name, person.is_guest = last_name, first_name, is_guest
    person.name_consent_on = name_consent_on
    person.search_key = search_key(f"{last_name} {first_name}")
    person.save(update_fields=["last_name", "first_name", "is_guest", "name_consent_on", "search_key"])
    # Who corrects the particulars meanwhile must not write the old name back unseen.
    if not Particulars.objects.filter(person=person).update(version=F("version") + 1):
        Particulars.objects.create(person=person)
    publication.names_changed(person.club_id)
    return person


def find(club: Club, letters: str) -> QuerySet[Person]:
    """People of `club` in whose name every typed word starts a word: "ros ma" finds Rossi Mario."""
    words = plain(letters).split()
    found = Q()
    for word in words:
        found &= Q(search_key__startswith=word) | Q(search_key__contains=f" {word}")
    return Person.objects.filter(found, club=club, erased_number=None) if words else Person.objects.none()
